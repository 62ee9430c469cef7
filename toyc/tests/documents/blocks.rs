//! The fenced blocks of a page of Markdown.

/// A fenced block.
pub(crate) struct Block {
    /// The first word after the fence; empty if there is none.
    pub(crate) language: String,
    /// The second word: a file that contains the block.
    pub(crate) file: Option<String>,
    /// The lines between the fences.
    pub(crate) text: String,
    /// The paragraph before the block, in one line.
    pub(crate) paragraph: String,
    /// The line of the opening fence, from 1.
    pub(crate) line: usize,
    /// The line of the closing fence.
    end: usize,
}

impl Block {
    /// Whether nothing but blank lines is between the end of the other block and this one.
    pub(crate) fn follows(&self, other: &Block) -> bool {
        self.line - other.end <= 2
    }
}

/// All fenced blocks of a page.
///
/// # Panics
/// If a block has no end.
pub(crate) fn blocks(page: &str) -> Vec<Block> {
    let lines: Vec<&str> = page.lines().collect();
    let (mut blocks, mut next) = (Vec::new(), 0);
    while let Some(start) = (next..lines.len()).find(|&line| lines[line].starts_with("```")) {
        let end = (start + 1..lines.len()).find(|&line| lines[line] == "```");
        let end = end.unwrap_or_else(|| panic!("the block in line {} has no end", start + 1));
        let mut words = lines[start].trim_start_matches('`').split(' ').map(str::to_owned);
        let before = lines[..start].iter().rev().skip_while(|line| line.is_empty());
        let mut paragraph: Vec<&str> =
            before.take_while(|line| !line.is_empty()).copied().collect();
        paragraph.reverse();
        blocks.push(Block {
            language: words.next().unwrap_or_default(),
            file: words.next(),
            text: lines[start + 1..end].iter().map(|line| format!("{line}\n")).collect(),
            paragraph: paragraph.join(" "),
            line: start + 1,
            end: end + 1,
        });
        next = end + 1;
    }
    blocks
}

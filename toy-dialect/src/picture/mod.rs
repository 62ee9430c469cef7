//! Pictures of tensors as SVG files, for the builtin `plot`.
//!
//! | file | concept |
//! |---|---|
//! | `mod.rs` | a picture before its numbers are known: a template |
//! | `draw.rs` | a template and the numbers to SVG |
//!
//! A template is known when the program is compiled: the frame, the texts and the colours, and
//! between them marks where the numbers come in. `toyc/src/native/plot.c` fills templates in
//! programs that run without toyc, and writes the same bytes as `draw.rs`: a change there is made
//! here, too.

mod draw;

use std::fmt::Write as _;
use std::path::Path;
use std::str::FromStr;

pub use draw::drawn;

use crate::npy::without_number;
use crate::replace::replace;

/// The size of a picture, and its frame: left, top, width and height.
const SIZE: (u32, u32) = (640, 480);
const FRAME: (u32, u32, u32, u32) = (70, 40, 540, 380);

/// The width of an image, which leaves room for its scale of colours.
const IMAGE_WIDTH: u32 = 470;

/// Between the sections of a template. No text contains it.
const SECTION: char = '\u{1}';

/// The most bars of a histogram.
const MOST_BARS: i64 = 50;

/// The colours of series, again from the first after the last.
const SERIES: [&str; 8] =
    ["#1f77b4", "#d62728", "#2ca02c", "#ff7f0e", "#9467bd", "#8c564b", "#e377c2", "#17becf"];

/// Colours of an image, from small to large, between which there are others.
const SCALE: [[u32; 3]; 9] = [
    [68, 1, 84],
    [71, 45, 123],
    [59, 82, 139],
    [44, 114, 142],
    [33, 145, 140],
    [40, 174, 128],
    [94, 201, 98],
    [173, 220, 48],
    [253, 231, 37],
];

/// The colours of an image in all.
const COLOURS: u32 = 64;

/// How numbers are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Series, each of them lines or points: letters `l` and `p`, the last of which is that of all
    /// further series.
    Series(&'static str),
    /// How many numbers are in each of some intervals.
    Histogram,
    /// A matrix in colours.
    Image,
}

impl Kind {
    /// The words for them.
    pub const WORDS: [(&'static str, Self); 6] = [
        ("line", Self::Series("l")),
        ("scatter", Self::Series("p")),
        ("scatter, line", Self::Series("pl")),
        ("line, scatter", Self::Series("lp")),
        ("hist", Self::Histogram),
        ("image", Self::Image),
    ];
}

impl FromStr for Kind {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let mut words = Self::WORDS.iter();
        words.find(|(word, _)| *word == text).map(|(_, kind)| *kind).ok_or(())
    }
}

/// A picture without its numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// How numbers are shown.
    pub kind: Kind,
    /// Whether the first series has the places of the others along the horizontal axis.
    pub has_x: bool,
    /// The text above.
    pub title: String,
    /// The texts at the axes.
    pub axes: [String; 2],
    /// The names of the series, with commas between them.
    pub labels: String,
}

impl Picture {
    /// The template for a tensor of this shape.
    pub fn template(&self, shape: &[i64]) -> String {
        let (columns, others) = shape.split_last().map_or((1, &[][..]), |(last, all)| (*last, all));
        let rows: i64 = others.iter().product();
        let start = usize::from(self.has_x) as i64;
        let mut text = match self.kind {
            Kind::Series(_) => format!("p {columns} {rows} {start}"),
            Kind::Histogram => {
                let count = rows * columns;
                // As many as a square has on its side.
                let bars = (1..MOST_BARS).find(|bars| bars * bars >= count).unwrap_or(MOST_BARS);
                format!("h {count} {bars}")
            }
            Kind::Image => format!("i {rows} {columns}"),
        };
        let mut section = |part: &str| {
            text.push(SECTION);
            text += part;
        };
        section(&format!("t{}", self.head()));
        match self.kind {
            Kind::Series(letters) => {
                for series in start..rows {
                    let place = (series - start) as usize;
                    let letter = letters.as_bytes().get(place).or(letters.as_bytes().last());
                    let colour = SERIES[place % SERIES.len()];
                    if letter == Some(&b'l') {
                        section(&format!(
                            "t<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\" d=\""
                        ));
                        section(&format!("l{series}"));
                        section("t\"/>\n");
                    } else {
                        section(&format!("t<g fill=\"{colour}\">\n"));
                        section(&format!("c{series}"));
                        section("t</g>\n");
                    }
                }
            }
            Kind::Histogram => {
                section(&format!("t<g fill=\"{}\" stroke=\"white\">\n", SERIES[0]));
                section("b");
                section("t</g>\n");
            }
            Kind::Image => {
                section("t<g shape-rendering=\"crispEdges\">\n");
                section(&format!("m{}", colours().concat()));
                section("t</g>\n");
            }
        }
        section(&format!("t{}", self.frame()));
        section("x");
        section("y");
        if self.kind == Kind::Image {
            section(&format!("t{}", scale()));
            section("v");
        }
        section(&format!("t</g>\n{}</svg>\n", self.legend()));
        text
    }

    fn head(&self) -> String {
        let (width, height) = SIZE;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
        )
    }

    fn width(&self) -> u32 {
        if self.kind == Kind::Image { IMAGE_WIDTH } else { FRAME.2 }
    }

    /// The frame and the texts around it; a group of ticks follows.
    fn frame(&self) -> String {
        let (left, top, _, height) = FRAME;
        let width = self.width();
        let mut text = format!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"none\" \
             stroke=\"#333\"/>\n"
        );
        let (middle, beside) = (left + width / 2, top + height / 2);
        let places = [
            (&self.title, format!("x=\"{middle}\" y=\"26\" font-size=\"16\"")),
            (&self.axes[0], format!("x=\"{middle}\" y=\"466\"")),
            (&self.axes[1], format!("transform=\"translate(18 {beside}) rotate(-90)\"")),
        ];
        for (word, place) in places.iter().filter(|(word, _)| !word.is_empty()) {
            // Writing into a text does not fail.
            let _ = writeln!(text, "<text {place} text-anchor=\"middle\">{}</text>", escaped(word));
        }
        text + "<g stroke=\"none\" fill=\"#333\">\n"
    }

    /// The names of the series in their colours.
    fn legend(&self) -> String {
        let mut text = String::new();
        if self.labels.is_empty() {
            return text;
        }
        let right = FRAME.0 + self.width() - 10;
        for (number, label) in self.labels.split(',').enumerate() {
            let colour = SERIES[number % SERIES.len()];
            let y = FRAME.1 + 20 + 18 * number as u32;
            let _ = writeln!(
                text,
                "<rect x=\"{}\" y=\"{}\" width=\"10\" height=\"10\" fill=\"{colour}\"/>\n<text \
                 x=\"{}\" y=\"{y}\" text-anchor=\"end\">{}</text>",
                right - 10,
                y - 10,
                right - 16,
                escaped(label.trim())
            );
        }
        text
    }
}

/// The colours of an image, each as six digits.
fn colours() -> Vec<String> {
    let of = |number: u32| {
        let at = number * (SCALE.len() as u32 - 1);
        let (first, part) = ((at / (COLOURS - 1)) as usize, at % (COLOURS - 1));
        let next = SCALE[(first + 1).min(SCALE.len() - 1)];
        let mixed = |channel: usize| {
            (SCALE[first][channel] * (COLOURS - 1 - part) + next[channel] * part) / (COLOURS - 1)
        };
        format!("{:02x}{:02x}{:02x}", mixed(0), mixed(1), mixed(2))
    };
    (0..COLOURS).map(of).collect()
}

/// The colours beside an image.
fn scale() -> String {
    let mut text = String::new();
    for (number, colour) in colours().iter().rev().enumerate() {
        let top = f64::from(FRAME.1) + number as f64 * f64::from(FRAME.3) / f64::from(COLOURS);
        let height = f64::from(FRAME.3) / f64::from(COLOURS) + 0.5;
        let _ = writeln!(
            text,
            "<rect x=\"560\" y=\"{top:.2}\" width=\"16\" height=\"{height:.2}\" \
             fill=\"#{colour}\"/>"
        );
    }
    text
}

/// A text within XML, which has no control characters.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            _ if character.is_control() => escaped.push(' '),
            _ => escaped.push(character),
        }
    }
    escaped
}

/// Writes the picture that a template and numbers make into a file.
///
/// # Errors
/// If the file cannot be written; the text says why.
pub fn write(path: &str, template: &str, numbers: &[f64]) -> Result<(), String> {
    let text = drawn(template, numbers);
    let written = replace(Path::new(path), |file| std::io::Write::write_all(file, text.as_bytes()));
    written.map_err(|error| format!("cannot write '{path}': {}", without_number(&error)))
}

/// How many numbers a template takes.
pub fn count(template: &str) -> usize {
    let sizes: Vec<usize> = draw::sizes(template);
    match template.as_bytes().first() {
        Some(b'h') => sizes.first().copied().unwrap_or(0),
        _ => sizes.iter().take(2).product(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn picture(kind: &str, shape: &[i64], numbers: &[f64]) -> String {
        let picture = Picture {
            kind: kind.parse().expect("a kind"),
            has_x: shape.len() > 1,
            title: "a < b".to_owned(),
            axes: ["time".to_owned(), String::new()],
            labels: "one, two".to_owned(),
        };
        let template = picture.template(shape);
        assert_eq!(count(&template), numbers.len());
        drawn(&template, numbers)
    }

    #[test]
    fn texts_are_in_the_picture() {
        let text = picture("line", &[2, 3], &[0.0, 1.0, 2.0, 5.0, 7.0, 6.0]);
        assert!(text.contains(">a &lt; b</text>") && text.contains(">time</text>"), "{text}");
        assert!(text.contains(">one</text>") && text.contains(">two</text>"), "{text}");
        assert!(text.ends_with("</svg>\n") && !text.contains(SECTION), "{text}");
    }

    #[test]
    fn a_line_is_interrupted_where_a_number_is_not_finite() {
        let text = picture("line", &[5], &[0.0, 1.0, f64::NAN, 3.0, 4.0]);
        assert_eq!(text.matches('M').count(), 2, "{text}");
        let text = picture("scatter", &[5], &[0.0, 1.0, f64::NAN, 3.0, 4.0]);
        assert_eq!(text.matches("<circle").count(), 4, "{text}");
    }

    #[test]
    fn bars_count_finite_numbers() {
        let text = picture("hist", &[4], &[0.0, 0.0, 0.0, 1.0]);
        let bars: Vec<&str> = text.lines().filter(|line| line.contains("height=\"380")).collect();
        assert_eq!(bars.len(), 2, "the highest bar, and the frame: {text}");
    }

    #[test]
    fn images_have_a_cell_for_each_element_up_to_a_number() {
        let cells = |text: &str| {
            let (_, cells) = text.split_once("crispEdges").expect("cells");
            cells.split("</g>").next().map_or(0, |cells| cells.matches("<rect").count())
        };
        let text = picture("image", &[2, 2], &[0.0, 1.0, 2.0, f64::NAN]);
        assert_eq!(cells(&text), 3, "{text}");
        // Neighbours of one colour are one cell.
        assert_eq!(cells(&picture("image", &[300, 200], &vec![1.0; 60_000])), 100);
    }

    #[test]
    fn numbers_of_any_size_make_a_picture() {
        let all = [0.0, -0.0, f64::MAX, -f64::MAX, f64::MIN_POSITIVE, 1e-300, 5e-324];
        for kind in ["line", "scatter", "hist"] {
            for first in all {
                for second in all {
                    let text = picture(kind, &[2], &[first, second]);
                    assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
                }
            }
            let text = picture(kind, &[2], &[f64::NAN, f64::INFINITY]);
            assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
        }
    }
}

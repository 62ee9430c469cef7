//! "Did you mean": finds the known name that is nearest to an unknown one.

/// Longer names are not compared: the cost is quadratic in the length.
const MAX_LENGTH: usize = 64;

/// The candidate nearest to an unknown name, if one is near enough; the first among equally near
/// ones.
pub fn nearest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let name: Vec<char> = name.chars().take(MAX_LENGTH + 1).collect();
    let mut best: Option<(usize, &str)> = None;
    for text in candidates {
        let candidate: Vec<char> = text.chars().take(MAX_LENGTH + 1).collect();
        let longer = name.len().max(candidate.len());
        if longer > MAX_LENGTH {
            continue;
        }
        let distance = edits(&name, &candidate);
        // A third of the name may differ.
        if distance <= (longer + 1) / 3 && best.is_none_or(|(d, _)| distance < d) {
            best = Some((distance, text));
        }
    }
    best.map(|(_, text)| text)
}

/// "did you mean 'x'?"
pub fn did_you_mean(name: &str) -> String {
    format!("did you mean '{name}'?")
}

/// The number of insertions, deletions, replacements and exchanges of neighbours that turn one name
/// into the other.
fn edits(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut previous: Vec<usize> = (0..=b.len()).collect();
    for (i, &x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &y) in b.iter().enumerate() {
            let replaced = previous[j] + usize::from(x != y);
            let mut least = replaced.min(previous[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && x == b[j - 1] && a[i - 1] == y {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut previous, row);
    }
    previous[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        let distance = |a: &str, b: &str| {
            edits(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>())
        };
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("lenght", "length"), 1);
    }

    #[test]
    fn the_nearest_name_is_found_if_it_is_near() {
        assert_eq!(nearest("lenght", ["width", "length"]), Some("length"));
        assert_eq!(nearest("scail", ["scale"]), Some("scale"));
        assert_eq!(nearest("z", ["x", "y"]), None);
        assert_eq!(nearest("value", ["other"]), None);
        assert_eq!(nearest(&"a".repeat(1000), ["b"]), None);
    }
}

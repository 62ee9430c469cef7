//! Fills templates: `toyc/src/native/plot.c` has the same steps in C.
//!
//! Only `+`, `-`, `*`, `/`, `floor` and `ceil` of floats are used, whose results are the same
//! everywhere, and floats are written with two digits after the point.

use std::fmt::Write as _;

use super::{COLOURS, FRAME, IMAGE_WIDTH, SECTION};

/// The most cells of an image along a side; of larger ones, means of parts are shown.
const MOST_CELLS: usize = 128;

/// The least number of parts between the ticks of an axis, but for rounding.
const PARTS: f64 = 8.0;

/// The exponents of distances between ticks.
const EXPONENTS: std::ops::RangeInclusive<i32> = -300..=300;

/// From a smallest number to a largest one.
#[derive(Clone, Copy, Debug)]
struct Range {
    low: f64,
    high: f64,
}

impl Range {
    /// The range of the finite numbers, which is not empty.
    fn of(numbers: impl Iterator<Item = f64>) -> Self {
        let mut found: Option<Self> = None;
        for number in numbers.filter(|number| number.is_finite()) {
            let range = found.get_or_insert(Self { low: number, high: number });
            if number < range.low {
                range.low = number;
            }
            if number > range.high {
                range.high = number;
            }
        }
        let mut range = found.unwrap_or(Self { low: 0.0, high: 1.0 });
        if range.low == range.high {
            range = Self { low: range.low - 0.5, high: range.high + 0.5 };
        }
        range
    }

    /// With room at both ends.
    fn padded(self) -> Self {
        let room = (self.high / 2.0 - self.low / 2.0) * 0.08;
        let (low, high) = (self.low - room, self.high + room);
        if low.is_finite() && high.is_finite() { Self { low, high } } else { self }
    }

    /// The place of a number, from 0 to 1. Halves do not overflow.
    fn place(self, number: f64) -> f64 {
        let size = self.high / 2.0 - self.low / 2.0;
        if size > 0.0 { (number / 2.0 - self.low / 2.0) / size } else { 0.5 }
    }
}

/// 10 to the power of a number from 0 on.
fn power(exponent: i32) -> f64 {
    (0..exponent).fold(1.0, |power, _| power * 10.0)
}

/// `count` times 10 to the power of an exponent.
fn scaled(count: f64, exponent: i32) -> f64 {
    if exponent >= 0 { count * power(exponent) } else { count / power(-exponent) }
}

/// A whole number times 10 to the power of an exponent, as a text.
fn label(number: i64, exponent: i32) -> String {
    let (sign, digits) = (if number < 0 { "-" } else { "" }, number.unsigned_abs());
    if (-6..0).contains(&exponent) {
        let unit = 10_u64.pow(exponent.unsigned_abs());
        let width = exponent.unsigned_abs() as usize;
        format!("{sign}{}.{:0width$}", digits / unit, digits % unit)
    } else if (0..6).contains(&exponent) && digits != 0 {
        format!("{sign}{digits}{}", "0".repeat(exponent as usize))
    } else if digits == 0 {
        "0".to_owned()
    } else {
        format!("{sign}{digits}e{exponent}")
    }
}

/// Calls a function with the place of each tick, and its text.
fn ticks(range: Range, mut tick: impl FnMut(f64, String)) {
    let least = (range.high / 2.0 - range.low / 2.0) / (PARTS / 2.0);
    for exponent in EXPONENTS {
        for digit in [1_i64, 2, 5] {
            let step = scaled(digit as f64, exponent);
            if step < least {
                continue;
            }
            let (first, last) = ((range.low / step).ceil(), (range.high / step).floor());
            // Others are not exact.
            if first.abs() > 1e12 || last.abs() > 1e12 {
                return;
            }
            for count in first as i64..=last as i64 {
                let number = count * digit;
                let at = range.place(scaled(number as f64, exponent));
                tick(at, label(number, exponent));
            }
            return;
        }
    }
}

/// The numbers in the first section of a template.
pub(super) fn sizes<T: std::str::FromStr>(template: &str) -> Vec<T> {
    let first = template.split(SECTION).next().unwrap_or("");
    first.split(' ').filter_map(|word| word.parse().ok()).collect()
}

/// How many numbers are in each interval.
fn counts(numbers: &[f64], range: Range, bars: usize) -> Vec<usize> {
    let mut counts = vec![0; bars];
    for number in numbers.iter().filter(|number| number.is_finite()) {
        let bar = (range.place(*number) * bars as f64).floor() as usize;
        counts[bar.min(bars - 1)] += 1;
    }
    counts
}

/// A picture on its way: its numbers, its axes, and the text so far.
struct Drawing<'n> {
    numbers: &'n [f64],
    sizes: Vec<usize>,
    across: Range,
    up: Range,
    counts: Vec<usize>,
    width: f64,
    /// The rows of an image go down.
    is_image: bool,
    text: String,
}

impl Drawing<'_> {
    fn x(&self, place: f64) -> f64 {
        f64::from(FRAME.0) + place * self.width
    }

    /// Down from the top; `place` is up from the bottom.
    fn y(&self, place: f64) -> f64 {
        f64::from(FRAME.1) + (1.0 - place) * f64::from(FRAME.3)
    }

    /// The points of a series, and whether each is finite.
    fn points(&self, series: usize) -> impl Iterator<Item = Option<(f64, f64)>> {
        let (count, has_x) = (self.sizes[0], self.sizes[2] == 1);
        (0..count).map(move |index| {
            let x = if has_x { self.numbers[index] } else { index as f64 };
            let y = self.numbers[series * count + index];
            let is_finite = x.is_finite() && y.is_finite();
            is_finite.then(|| (self.x(self.across.place(x)), self.y(self.up.place(y))))
        })
    }

    fn line(&mut self, series: usize) {
        let mut text = String::new();
        let mut command = 'M';
        for point in self.points(series) {
            match point {
                None => command = 'M',
                Some((x, y)) => {
                    let _ = write!(text, "{command}{x:.2} {y:.2}");
                    command = 'L';
                }
            }
        }
        self.text += &text;
    }

    fn circles(&mut self, series: usize) {
        let mut text = String::new();
        for (x, y) in self.points(series).flatten() {
            let _ = writeln!(text, "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"3\"/>");
        }
        self.text += &text;
    }

    fn rectangle(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), fill: &str) {
        let _ = writeln!(
            self.text,
            "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\"{fill}/>"
        );
    }

    fn bars(&mut self) {
        let bars = self.counts.len() as f64;
        for (bar, count) in self.counts.clone().into_iter().enumerate() {
            let height = count as f64 / self.up.high * f64::from(FRAME.3);
            let corner = (self.x(bar as f64 / bars), f64::from(FRAME.1 + FRAME.3) - height);
            self.rectangle(corner, (self.width / bars, height), "");
        }
    }

    fn cells(&mut self, colours: &str) {
        let (rows, columns) = (self.sizes[0], self.sizes[1]);
        let step = rows.max(columns).div_ceil(MOST_CELLS);
        let (down, across) = (rows.div_ceil(step), columns.div_ceil(step));
        let (width, height) = (self.width / across as f64, f64::from(FRAME.3) / down as f64);
        let range = self.range_of_colours();
        for row in 0..down {
            let (mut started, mut last) = (0, None);
            for column in 0..=across {
                let colour = if column < across { self.cell(row, column, step) } else { None };
                let colour = colour.map(|number| {
                    let place = (range.place(number) * f64::from(COLOURS)).floor() as usize;
                    place.min(COLOURS as usize - 1)
                });
                if column > 0 && column < across && colour == last {
                    continue;
                }
                if let Some(colour) = last {
                    let fill = format!(" fill=\"#{}\"", &colours[6 * colour..6 * colour + 6]);
                    let left = f64::from(FRAME.0) + started as f64 * width;
                    let top = f64::from(FRAME.1) + row as f64 * height;
                    let size = ((column - started) as f64 * width, height);
                    self.rectangle((left, top), size, &fill);
                }
                (started, last) = (column, colour);
            }
        }
    }

    /// The mean of a part of a matrix, if it is finite.
    fn cell(&self, row: usize, column: usize, step: usize) -> Option<f64> {
        let (rows, columns) = (self.sizes[0], self.sizes[1]);
        let (mut sum, mut count) = (0.0, 0.0);
        for i in row * step..rows.min((row + 1) * step) {
            for j in column * step..columns.min((column + 1) * step) {
                sum += self.numbers[i * columns + j];
                count += 1.0;
            }
        }
        let mean: f64 = sum / count;
        mean.is_finite().then_some(mean)
    }

    fn range_of_colours(&self) -> Range {
        Range::of(self.numbers.iter().copied())
    }

    /// The ticks of the horizontal axis.
    fn below(&mut self) {
        let bottom = FRAME.1 + FRAME.3;
        let mut text = String::new();
        ticks(self.across, |place, label| {
            let x = self.x(place);
            let _ = writeln!(
                text,
                "<rect x=\"{x:.2}\" y=\"{bottom}\" width=\"1\" height=\"5\"/><text \
                 x=\"{x:.2}\" y=\"{}\" text-anchor=\"middle\">{label}</text>",
                bottom + 18
            );
        });
        self.text += &text;
    }

    /// The ticks of the vertical axis.
    fn beside(&mut self) {
        let mut text = String::new();
        let is_down = self.is_image;
        ticks(self.up, |place, label| {
            let y = self.y(if is_down { 1.0 - place } else { place });
            let _ = writeln!(
                text,
                "<rect x=\"{}\" y=\"{y:.2}\" width=\"5\" height=\"1\"/><text x=\"{}\" \
                 y=\"{:.2}\" text-anchor=\"end\">{label}</text>",
                FRAME.0 - 5,
                FRAME.0 - 8,
                y + 4.0
            );
        });
        self.text += &text;
    }

    /// The ticks of the colours of an image.
    fn values(&mut self) {
        let mut text = String::new();
        ticks(self.range_of_colours(), |place, label| {
            let y = self.y(place) + 4.0;
            let _ = writeln!(text, "<text x=\"582\" y=\"{y:.2}\">{label}</text>");
        });
        self.text += &text;
    }
}

/// The SVG of a template with its numbers, of which there are as many as it takes.
pub fn drawn(template: &str, numbers: &[f64]) -> String {
    let sizes: Vec<usize> = sizes(template);
    let kind = template.as_bytes().first().copied();
    let mut drawing = Drawing {
        numbers,
        sizes,
        across: Range { low: 0.0, high: 1.0 },
        up: Range { low: 0.0, high: 1.0 },
        counts: Vec::new(),
        width: f64::from(if kind == Some(b'i') { IMAGE_WIDTH } else { FRAME.2 }),
        is_image: kind == Some(b'i'),
        text: String::new(),
    };
    match (kind, &drawing.sizes[..]) {
        (Some(b'p'), &[count, _, start]) => {
            drawing.across = match start {
                1 => Range::of(numbers[..count].iter().copied()).padded(),
                _ => Range::of([0.0, count as f64 - 1.0].into_iter()).padded(),
            };
            drawing.up = Range::of(numbers[start * count..].iter().copied()).padded();
        }
        (Some(b'h'), &[_, bars]) => {
            drawing.across = Range::of(numbers.iter().copied());
            drawing.counts = counts(numbers, drawing.across, bars);
            let most = drawing.counts.iter().copied().max().unwrap_or(0);
            drawing.up.high = if most > 0 { most as f64 } else { 1.0 };
        }
        (_, &[rows, columns]) => {
            drawing.across.high = columns as f64;
            drawing.up.high = rows as f64;
        }
        _ => return String::new(),
    }
    for section in template.split(SECTION).skip(1) {
        let Some(mark) = section.chars().next() else { continue };
        let rest = &section[mark.len_utf8()..];
        let series = || rest.parse().unwrap_or(0);
        match mark {
            't' => drawing.text += rest,
            'l' => drawing.line(series()),
            'c' => drawing.circles(series()),
            'b' => drawing.bars(),
            'm' => drawing.cells(rest),
            'x' => drawing.below(),
            'y' => drawing.beside(),
            'v' => drawing.values(),
            _ => {}
        }
    }
    drawing.text
}

//! Sets as text, in the notation of isl.

use crate::conjunct::Conjunct;
use crate::int::Int;
use crate::set::Set;
use std::fmt;

impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let space = self.space();
        if space.symbols > 0 {
            write!(f, "{} -> ", names("s", space.symbols))?;
        }
        let dims = names("d", space.dims);
        f.write_str("{ ")?;
        if self.conjuncts().is_empty() {
            write!(f, "{dims} : false")?;
        }
        for (at, conjunct) in self.conjuncts().iter().enumerate() {
            write!(f, "{}{dims} : {conjunct}", if at > 0 { "; " } else { "" })?;
        }
        f.write_str(" }")
    }
}

impl fmt::Display for Conjunct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut names: Vec<String> = Vec::new();
        names.extend((0..self.space.dims).map(|at| format!("d{at}")));
        names.extend((0..self.space.symbols).map(|at| format!("s{at}")));
        names.extend((0..self.locals.len()).map(|at| format!("e{at}")));
        let system = self.system();
        let equalities = system.equalities.iter().map(|row| (row, "= 0"));
        let rows = equalities.chain(system.inequalities.iter().map(|row| (row, ">= 0")));
        let rows: Vec<String> =
            rows.map(|(row, sign)| format!("{} {sign}", sum(row, &names))).collect();
        let rows = if rows.is_empty() { "true".into() } else { rows.join(" and ") };
        if self.locals.is_empty() {
            return f.write_str(&rows);
        }
        write!(f, "exists ({}: {rows})", names[self.space.columns()..].join(", "))
    }
}

/// `[s0, s1]`
fn names(of: &str, count: usize) -> String {
    let names: Vec<String> = (0..count).map(|at| format!("{of}{at}")).collect();
    format!("[{}]", names.join(", "))
}

fn sum(row: &[Int], names: &[String]) -> String {
    let terms = row.iter().zip(names).filter(|(factor, _)| !factor.is_zero());
    let mut terms: Vec<String> = terms.map(|(factor, name)| format!("{factor} * {name}")).collect();
    let constant = &row[names.len()];
    if terms.is_empty() || !constant.is_zero() {
        terms.push(constant.to_string());
    }
    terms.join(" + ")
}

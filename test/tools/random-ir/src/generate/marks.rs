//! Attributes and locations without a meaning, and marks: numbered attributes of ops that all
//! passes must keep, so that their attributes can be compared before and after the passes.

use super::types::Ty;
use super::writer::Writer;
use random_programs::random::Random;

/// Attributes of an unknown dialect.
const ATTRIBUTES: [&str; 19] = [
    "fuzz.unit",
    "fuzz.a = 5 : i3",
    "fuzz.b = \"a\\0Ab\\22c\"",
    "fuzz.c = [1, 2.5, \"x\", @symbol, @a::@b, unit]",
    "fuzz.d = affine_map<(d0, d1)[s0] -> (d0 + s0 floordiv 2, d1 mod 3)>",
    "fuzz.e = affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 mod 2 == 0)>",
    "fuzz.f = {x = i32, y = {z = tensor<*xf32>}}",
    "fuzz.g = dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>",
    "fuzz.h = sparse<[[0, 0], [1, 2]], [1.0, 5.0]> : tensor<3x4xf32>",
    "fuzz.i = array<i64: 1, -2>, fuzz.j = array<f32>",
    "fuzz.k = #other<anything [1, 2]>",
    "fuzz.l = !other.type<x, (y)>",
    "fuzz.m = -0.0 : f16, fuzz.n = 0xFF800000 : f32",
    "fuzz.o = (i32, memref<?xf32, strided<[?], offset: 3>>) -> (vector<[4]xi1>)",
    "fuzz.p = 340282366920938463463374607431768211455 : i128",
    "fuzz.q = dense<(1.0, -2.0)> : tensor<2xcomplex<f64>>",
    "fuzz.r = loc(\"file\":3:4)",
    "fuzz.s = dense<[\"a\", \"b\"]> : tensor<2x!other.string>",
    "fuzz.t = tuple<i1, none, index>",
];

const LOCATIONS: [&str; 6] = [
    "loc(unknown)",
    "loc(\"a.toy\":3:4)",
    "loc(\"name\")",
    "loc(\"name\"(\"a.toy\":1:1))",
    "loc(callsite(\"f\" at \"b.toy\":7:8))",
    "loc(fused<\"why\">[\"a\", \"b\"])",
];

fn any_attribute(random: &mut Random) -> &'static str {
    random.pick(&ATTRIBUTES).copied().unwrap_or("fuzz.unit")
}

impl Writer<'_> {
    /// Attributes that mean nothing, now and then.
    pub(super) fn discardable(&mut self) -> String {
        let mut entries = Vec::new();
        if let Some(region) = self.inside {
            entries.push(format!("fuzz.in = {region} : i64"));
        }
        if self.random.chance(3) {
            entries.push(any_attribute(self.random).to_owned());
        }
        if entries.is_empty() { String::new() } else { format!(" {{{}}}", entries.join(", ")) }
    }

    /// The attributes of an op that stays wherever it is: its mark, these, and now and then others.
    pub(super) fn mark(&mut self, others: &[String]) -> String {
        self.module.next_mark += 1;
        let mut entries = vec![format!("fuzz.id = {} : i64", self.module.next_mark)];
        entries.extend(others.iter().cloned());
        entries.extend(self.inside.map(|region| format!("fuzz.in = {region} : i64")));
        if self.random.chance(30) {
            entries.push(any_attribute(self.random).to_owned());
        }
        format!(" {{{}}}", entries.join(", "))
    }

    /// A parameter's type, or that of a result, now and then with attributes; with a mark if the
    /// function stays.
    pub(super) fn annotated(&mut self, ty: &Ty, stays: bool) -> String {
        if !self.random.chance(15) {
            return ty.text();
        }
        let attribute = any_attribute(self.random);
        if !stays {
            return format!("{} {{{attribute}}}", ty.text());
        }
        self.module.next_mark += 1;
        format!("{} {{fuzz.id = {} : i64, {attribute}}}", ty.text(), self.module.next_mark)
    }

    /// The types of a function's results. In the llvm dialect, several are one struct, of whose
    /// fields nothing can be said.
    pub(super) fn annotated_results(&mut self, types: &[Ty], stay: bool) -> String {
        if types.len() > 1 && self.features().lowers {
            return super::types::list(types);
        }
        types.iter().map(|ty| self.annotated(ty, stay)).collect::<Vec<_>>().join(", ")
    }

    pub(super) fn location(&mut self) -> String {
        if !self.random.chance(3) {
            return String::new();
        }
        format!(" {}", self.random.pick(&LOCATIONS).copied().unwrap_or("loc(unknown)"))
    }
}

//! Rules that cannot be read.

use mlir_lite::rewrite;

fn main() {
    rewrite! { AOp($x) => $x };
    rewrite! { "unknown": AOp($x) => $y };
    rewrite! { "twice": $a @ AOp($a) => $a };
    rewrite! { "bound again": $a @ AOp($a @ BOp()) => $a };
    rewrite! { "same name": AOp($x) => $x; "same name": BOp($x) => $x };
    rewrite! { "a function": f($x) => $x };
    rewrite! { "no arrow": AOp($x) -> $x };
    rewrite! { "number of an argument": AOp($x) => $x.1 };
    rewrite! { "nothing": AOp($x) => _ };
    rewrite! { "location first": AOp($x) => BOp(loc($x), $x) };
    rewrite! { "no location": AOp($x) => BOp($x, loc()) };
    rewrite! { "bound function": AOp($x) => $y @ f($x) };
    rewrite! { "rest": AOp($x) => $x unless f($x) };
}

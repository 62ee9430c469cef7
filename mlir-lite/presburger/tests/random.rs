//! Random small systems, compared with all points of a box.

use mlir_lite_presburger::{Budget, Conjunct, Extreme, Int, Relation, Set, Space};

mod generator;

use generator::{Random, Rows, conjunct, in_box, set};

/// Points of a box, in lexicographic order.
fn points(dims: usize, radius: i64) -> Vec<Vec<i64>> {
    let mut points = vec![Vec::new()];
    for _ in 0..dims {
        let longer = points.iter().flat_map(|point: &Vec<i64>| {
            (-radius..=radius).map(move |value| [&point[..], &[value]].concat())
        });
        points = longer.collect();
    }
    points
}

fn ints(point: &[i64]) -> Vec<Int> {
    point.iter().map(|&value| value.into()).collect()
}

fn contains(set: &Set, point: &[i64]) -> bool {
    set.contains(&ints(point), &mut Budget::default()).expect("small systems are decided")
}

#[test]
fn emptiness_samples_and_extremes() {
    let mut random = Random::new(1);
    let budget = &mut Budget::new(u64::MAX / 2);
    for _ in 0..200 {
        let dims = 1 + random.below(3);
        let this = in_box(conjunct(&mut random, Space::new(dims, 0), 0), 4);
        let inside: Vec<Vec<i64>> =
            points(dims, 4).into_iter().filter(|point| this.holds(point)).collect();
        let set = Set::from(this.conjunct());
        assert_eq!(set.is_empty(budget), Ok(inside.is_empty()), "{set}");
        let sample = set.sample(budget).expect("small systems are decided");
        match sample {
            Some(sample) => assert!(inside.iter().any(|point| ints(point) == sample), "{set}"),
            None => assert!(inside.is_empty(), "{set}"),
        }
        let minimum = set.lexicographic_minimum(budget).expect("small systems are decided");
        let maximum = set.lexicographic_maximum(budget).expect("small systems are decided");
        let sample = |set: Set| set.sample(budget).expect("small systems are decided");
        let (minimum, maximum) = [minimum, maximum].map(sample).into();
        assert_eq!(minimum, inside.first().map(|point| ints(point)), "{set}");
        assert_eq!(maximum, inside.last().map(|point| ints(point)), "{set}");
        let function: Vec<i64> = (0..dims).map(|_| random.between(-3, 3)).collect();
        let value = |point: &Vec<i64>| function.iter().zip(point).map(|(a, b)| a * b).sum::<i64>();
        let least = match inside.iter().map(value).min() {
            Some(least) => Extreme::Value(least.into()),
            None => Extreme::Empty,
        };
        let row = ints(&[&function[..], &[0]].concat());
        assert_eq!(set.least(&row, budget), Ok(least), "{set}");
    }
}

#[test]
fn operations_on_sets() {
    let mut random = Random::new(2);
    let budget = &mut Budget::new(u64::MAX / 2);
    for round in 0..12 {
        let space = Space::new(2, random.below(2));
        let [a, b] = [(); 2].map(|()| set(&mut random, space, 3));
        let [of_a, of_b] = [&a, &b].map(|set| generator::union(set, space));
        let difference = of_a.difference(&of_b, budget).expect("decided");
        let simplified = of_a.simplified(budget).expect("decided");
        let quotients = of_a.with_quotients(budget).expect("decided");
        let (union, both) = (of_a.union(&of_b), of_a.intersection(&of_b));
        let (mut is_subset, mut is_equal) = (true, true);
        for point in points(2 + space.symbols, 3) {
            let in_a = a.iter().any(|this| this.holds_for_some(&point));
            let in_b = b.iter().any(|this| this.holds_for_some(&point));
            is_subset &= !in_a || in_b;
            is_equal &= in_a == in_b;
            let names = format!("round {round}, {point:?} in {of_a} and {of_b}");
            assert_eq!(contains(&of_a, &point), in_a, "{names}");
            assert_eq!(contains(&union, &point), in_a || in_b, "{names}");
            assert_eq!(contains(&both, &point), in_a && in_b, "{names}");
            assert_eq!(contains(&difference, &point), in_a && !in_b, "{names}: {difference}");
            assert_eq!(contains(&simplified, &point), in_a, "{names}: {simplified}");
            assert_eq!(contains(&quotients, &point), in_a, "{names}: {quotients}");
        }
        assert_eq!(of_a.is_subset(&of_b, budget), Ok(is_subset), "{of_a} and {of_b}");
        assert_eq!(of_a.is_equal(&of_b, budget), Ok(is_equal), "{of_a} and {of_b}");
    }
}

#[test]
fn relations() {
    let mut random = Random::new(3);
    let budget = &mut Budget::new(u64::MAX / 2);
    for _ in 0..15 {
        let [a, b] = [(); 2].map(|()| in_box(conjunct(&mut random, Space::new(2, 0), 0), 4));
        let [of_a, of_b] = [&a, &b].map(|this| Relation::new(1, Set::from(this.conjunct())));
        let then = of_a.then(&of_b);
        let least = of_a.least_images(budget).expect("decided");
        for point in points(2, 6) {
            let (x, y) = (point[0], point[1]);
            let between = (-4..=4).any(|z| a.holds(&[x, z]) && b.holds(&[z, y]));
            assert_eq!(contains(then.pairs(), &point), between);
            assert_eq!(contains(of_a.inverse().pairs(), &[y, x]), a.holds(&point));
            let is_distance = (-4..=4).any(|z| a.holds(&[z, z + x]));
            assert_eq!(contains(&of_a.distances(), &[x]), is_distance);
            assert_eq!(contains(&of_a.domain(), &[x]), (-4..=4).any(|z| a.holds(&[x, z])));
            let is_least = a.holds(&point) && (-4..y).all(|z| !a.holds(&[x, z]));
            assert_eq!(contains(least.pairs(), &point), is_least);
        }
    }
}

#[test]
fn numbers_beyond_64_bits() {
    // d = 2^200 and d is a multiple of 3, or of 2.
    let budget = &mut Budget::default();
    let two = Int::from(2);
    let large = (0..200).fold(Int::ONE, |power, _| &power * &two);
    for (factor, is_empty) in [(3, true), (2, false)] {
        let mut this = Conjunct::universe(Space::new(1, 0));
        this.add_local();
        this.add_equality(vec![Int::ONE, Int::from(-factor), Int::ZERO]);
        this.add_equality(vec![Int::ONE, Int::ZERO, -&large]);
        assert_eq!(this.is_empty(budget), Ok(is_empty));
        let least = Set::from(this).least(&[Int::ONE, Int::ZERO], budget);
        let expected = if is_empty { Extreme::Empty } else { Extreme::Value(large.clone()) };
        assert_eq!(least, Ok(expected));
    }
    let text = "1606938044258990275541962092341162602522202993782792835301376";
    assert_eq!(large.to_string(), text);
}

#[test]
fn thin_sets_of_large_numbers() {
    // 0 < 2^40 x - (2^40 + 1) y < 2 has points with large coordinates; no point is in
    // 3 x - 3 y = 1, nor in 1 <= 3 * (x - y) <= 2.
    let budget = &mut Budget::default();
    let of = |rows: &[[i64; 3]]| {
        let mut this = Conjunct::universe(Space::new(2, 0));
        for row in rows {
            this.add_inequality(row.map(Int::from).to_vec());
        }
        this
    };
    let large = 1 << 40;
    let thin = of(&[[large, -large - 1, -1], [-large, large + 1, 1]]);
    assert_eq!(thin.is_empty(budget), Ok(false));
    let none = of(&[[3, -3, -1], [-3, 3, 2]]);
    assert_eq!(none.is_empty(budget), Ok(true));
    // A triangle with sides of 2^40 in which each line x = y + k has fractions only.
    let sliver = of(&[[2, -2, -1], [-large, large - 1, large], [0, 1, large], [0, -1, large]]);
    let least = Set::from(sliver.clone()).least(&[Int::ONE, Int::ZERO, Int::ZERO], budget);
    let sample = Set::from(sliver).sample(budget).expect("decided");
    assert_eq!(sample.is_none(), least == Ok(Extreme::Empty));
}

#[test]
fn a_budget_that_ends_is_unknown() {
    let space = Space::new(6, 0);
    let all = Rows { space, locals: 0, equalities: Vec::new(), inequalities: Vec::new() };
    let this = in_box(all, 100);
    let set = Set::from(this.conjunct());
    assert!(set.least(&ints(&[1, 1, 1, 1, 1, 1, 0]), &mut Budget::new(1)).is_err());
}

#[test]
fn relations_of_unbounded_sets() {
    // The least multiple of 5 that is at least s.
    let budget = &mut Budget::default();
    let mut this = Conjunct::universe(Space::new(1, 1));
    this.add_local();
    this.add_equality(vec![Int::ONE, Int::ZERO, Int::from(-5), Int::ZERO]);
    this.add_inequality(vec![Int::ONE, -&Int::ONE, Int::ZERO, Int::ZERO]);
    let least = Set::from(this).lexicographic_minimum(budget).expect("decided");
    for symbol in -12i64..12 {
        let multiple = -(-symbol).div_euclid(5) * 5;
        for value in -12..20 {
            assert_eq!(contains(&least, &[value, symbol]), value == multiple, "{least}");
        }
    }
}

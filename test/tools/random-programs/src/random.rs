//! A small source of random numbers that gives the same ones on every machine, forever: SplitMix64
//! by Steele, Lea and Flood ("Fast splittable pseudorandom number generators", 2014).

/// A stream of random numbers.
pub struct Random {
    state: u64,
}

impl Random {
    /// The stream that belongs to a seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to `limit - 1`; 0 for the limit 0. (Not perfectly even, which does not
    /// matter here.)
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % (limit.max(1) as u64)) as usize
    }

    /// A number from `least` to `most`.
    pub fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most - least + 1)
    }

    /// True in this many of a hundred cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of the items, unless there is none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }

    /// The index of one of the weights, the heavier the likelier.
    pub fn weighted(&mut self, weights: &[usize]) -> usize {
        let mut rest = self.below(weights.iter().sum());
        for (index, &weight) in weights.iter().enumerate() {
            if rest < weight {
                return index;
            }
            rest -= weight;
        }
        0
    }

    /// Puts the items in a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn the_stream_is_that_of_splitmix64() {
        // The first numbers for the seed 1234567, as published with the algorithm's reference
        // implementation.
        let mut random = Random::new(1_234_567);
        assert_eq!(
            [random.next(), random.next()],
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]
        );
    }

    #[test]
    fn numbers_stay_within_their_limits() {
        let mut random = Random::new(0);
        assert!((0..1000).all(|_| (3..=5).contains(&random.between(3, 5))));
        assert_eq!(random.below(0), 0);
        assert_eq!(random.pick::<u8>(&[]), None);
    }

    #[test]
    fn a_weight_of_zero_is_never_chosen() {
        let mut random = Random::new(0);
        assert!((0..1000).all(|_| random.weighted(&[0, 1, 0, 2]) % 2 == 1));
    }
}

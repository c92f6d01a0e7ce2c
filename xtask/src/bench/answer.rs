//! The results of a program as named numbers, so that two programs can be compared.

use std::collections::BTreeMap;

use serde_json::Value;

/// The names of numbers in the output of Bouton and the scans. Positions in which the order of
/// heaps matters are `ordered`.
const NAMES: &[&str] =
    &["positions", "values", "lines", "p", "ordered_p", "max_grundy", "checksum", "starts", "won"];

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Answer(BTreeMap<&'static str, u64>);

impl Answer {
    pub(crate) fn of(numbers: &[(&'static str, u64)]) -> Answer {
        Answer(numbers.iter().copied().collect())
    }

    pub(crate) fn with(mut self, name: &'static str, number: u64) -> Answer {
        self.0.insert(name, number);
        self
    }

    /// The output of Bouton or a scan: a JSON object, or lines of `P` and `N`.
    pub(crate) fn read(printed: &str) -> Result<Answer, String> {
        if printed.starts_with(['P', 'N']) {
            return Ok(Answer::lines(printed));
        }
        let object: Value =
            serde_json::from_str(printed.trim()).map_err(|error| format!("no JSON: {error}"))?;
        // A claim that does not hold has no numbers to compare.
        if let Some(status) = object["status"].as_str().filter(|&status| status != "holds") {
            return Err(format!("the claim is said to be `{status}`"));
        }
        let numbers = NAMES.iter().filter_map(|&name| Some((name, object[name].as_u64()?)));
        Ok(Answer(numbers.collect()))
    }

    /// The first results in the output of a yardstick: `P=17` (named `p` here), `max 63`, `chk 5`;
    /// or lines of `P` and `N`.
    pub(crate) fn read_yardstick(printed: &str, p: &'static str) -> Answer {
        if printed.starts_with("P\n") || printed.starts_with("N\n") {
            return Answer::lines(printed);
        }
        let words: Vec<&str> = printed.split_whitespace().collect();
        let after = |name: &str| {
            let at = words.iter().position(|&word| word == name)?;
            words.get(at + 1)?.parse().ok()
        };
        let count = words.iter().find_map(|word| word.strip_prefix("P=")?.parse().ok());
        let found = [(p, count), ("max_grundy", after("max")), ("checksum", after("chk"))];
        Answer(found.into_iter().filter_map(|(name, number)| Some((name, number?))).collect())
    }

    fn lines(printed: &str) -> Answer {
        let p = printed.lines().filter(|&line| line == "P").count();
        Answer::of(&[("lines", printed.lines().count() as u64), ("p", p as u64)])
    }

    pub(crate) fn json(&self) -> String {
        serde_json::json!(self.0).to_string()
    }

    pub(crate) fn get(&self, name: &str) -> Option<u64> {
        self.0.get(name).copied()
    }

    /// How many values there are.
    pub(crate) fn size(&self) -> Option<u64> {
        ["positions", "values", "lines"].iter().find_map(|name| self.get(name))
    }

    /// Whether both have some number in common, other than the number of values.
    pub(crate) fn meets(&self, other: &Answer) -> bool {
        let counts = ["positions", "values", "lines"];
        self.0.keys().any(|name| !counts.contains(name) && other.0.contains_key(name))
    }

    /// The numbers on which the two disagree.
    pub(crate) fn contradicts(&self, other: &Answer) -> Option<String> {
        let differ = |(name, number): (&&str, &u64)| {
            let theirs = other.get(name).filter(|theirs| theirs != number)?;
            Some(format!("{name} is {number} or {theirs}"))
        };
        let found: Vec<String> = self.0.iter().filter_map(differ).collect();
        (!found.is_empty()).then(|| found.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_from_json_and_from_lines() {
        let table = r#"{"schema":1,"game":"nim","positions":20,"p":5,"max_grundy":null}"#;
        assert_eq!(Answer::read(table), Ok(Answer::of(&[("positions", 20), ("p", 5)])));
        let lines = Answer::of(&[("lines", 3), ("p", 2)]);
        assert_eq!(Answer::read("P\nN\nP\n"), Ok(lines.clone()));
        assert_eq!(Answer::read_yardstick("P\nN\nP\n", "p"), lines);
        assert!(Answer::read("").is_err());
        assert!(Answer::read(r#"{"status":"refuted","positions":7}"#).is_err());
        let scanned = Answer::of(&[("positions", 20), ("checksum", u64::MAX)]);
        assert_eq!(Answer::read(&scanned.json()), Ok(scanned));
    }

    #[test]
    fn yardsticks_print_their_answers_in_words() {
        let read = |printed, p| Answer::read_yardstick(printed, p);
        let greedy =
            "v1 N=200 k=3 pos=7.0059e7 cpu 0.0367s wall 0.0708s 0.3398 B/pos\nP=17690251\n";
        assert_eq!(read(greedy, "p"), Answer::of(&[("p", 17690251)]));
        let bound = "bytecode columns N=200 0.0121s 6.717e8 pos/s P=70188 0.159 B/pos\n";
        assert_eq!(read(bound, "ordered_p"), Answer::of(&[("ordered_p", 70188)]));
        let pass = "canonB N=100 K=1 cpu 0.0065 wall 0.0160 2.93 B/canon pos max 63\n  cellwise\n";
        assert_eq!(read(pass, "p"), Answer::of(&[("max_grundy", 63)]));
        let heap = "max slide n=100000 0.0012s 8.464e7/s chk 5396087821861835240\n";
        assert_eq!(read(heap, "p"), Answer::of(&[("checksum", 5396087821861835240)]));
    }

    #[test]
    fn two_answers_are_compared_where_both_have_a_number() {
        let one = Answer::of(&[("positions", 20), ("p", 5)]);
        assert_eq!(one.contradicts(&Answer::of(&[("p", 5), ("checksum", 1)])), None);
        assert_eq!(one.contradicts(&Answer::of(&[("p", 6)])), Some("p is 5 or 6".into()));
        assert_eq!(one.size(), Some(20));
    }
}

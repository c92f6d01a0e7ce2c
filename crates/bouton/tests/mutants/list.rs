//! The list of changes that nothing can refute, under their reasons.

/// What stands above the survivors whose reason is not told yet.
pub const MISSING: &str = "REASON MISSING";

const HEADING: &str = "\
# Small changes of what the papers say that are not found out, under the reasons why nothing can refute them:
# statement | line | changed line. Made by the test `mutants`; see CONTRIBUTING.md.
";

/// Reasons and what stands under them, in order.
pub struct List(pub Vec<(String, Vec<String>)>);

impl List {
    pub fn read(text: &str) -> List {
        let mut list = List(Vec::new());
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            match (line.strip_prefix("= "), list.0.last_mut()) {
                (Some(reason), _) => list.0.push((reason.into(), Vec::new())),
                (None, Some((_, under))) => under.push(line.into()),
                (None, None) => panic!("no reason stands above `{line}`"),
            }
        }
        list
    }

    pub fn reason(&self, key: &str) -> Option<&str> {
        let found = self.0.iter().find(|(_, under)| under.iter().any(|one| one == key));
        found.map(|(reason, _)| reason.as_str())
    }

    /// The list for these survivors. Known reasons stay.
    pub fn anew(&self, survivors: &[String]) -> List {
        let mut list = List(Vec::new());
        for reason in self.0.iter().map(|(reason, _)| reason.as_str()).chain([MISSING]) {
            let here = |key: &&String| self.reason(key).unwrap_or(MISSING) == reason;
            let under: Vec<String> = survivors.iter().filter(here).cloned().collect();
            if !under.is_empty() && list.0.iter().all(|(known, _)| known != reason) {
                list.0.push((reason.into(), under));
            }
        }
        list
    }
}

impl std::fmt::Display for List {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(HEADING)?;
        for (reason, under) in &self.0 {
            writeln!(f, "\n= {reason}\n{}", under.join("\n"))?;
        }
        Ok(())
    }
}

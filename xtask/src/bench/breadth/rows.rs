//! The positions of a small box with their values, as `bouton table --format csv` prints them.

/// Columns and rows; the last column is the value.
#[derive(Debug)]
pub(crate) struct Rows {
    columns: Vec<String>,
    rows: Vec<Vec<u64>>,
    pub(crate) values: Vec<String>,
}

/// The names of counters; all other columns are sizes of heaps or coordinates.
const COUNTERS: &[&str] = &["turn", "last", "pass", "other"];

impl Rows {
    pub(crate) fn read(csv: &str) -> Option<Rows> {
        let mut lines = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let (_, columns) = lines.next()?.split_last().map(|(value, columns)| {
            (value.to_string(), columns.iter().map(ToString::to_string).collect::<Vec<_>>())
        })?;
        let (mut rows, mut values) = (Vec::new(), Vec::new());
        for line in lines {
            let (value, row) = line.split_last()?;
            rows.push(row.iter().map(|n| n.parse().ok()).collect::<Option<_>>()?);
            values.push(value.to_string());
        }
        Some(Rows { columns, rows, values })
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The positions as they are typed, with heaps `n / of` times as large.
    pub(crate) fn positions(&self, n: u64, of: u64) -> impl Iterator<Item = String> {
        self.rows.iter().map(move |row| self.position(row, n, of))
    }

    fn position(&self, row: &[u64], n: u64, of: u64) -> String {
        let mut parts: Vec<Part> = Vec::new();
        let mut whole = Vec::new();
        for (column, &value) in self.columns.iter().zip(row) {
            // In a sum `2.x1` belongs to the second game, and `pass` to all of them.
            let (part, name) = match column.split_once('.') {
                Some((part, name)) => (part.parse().unwrap_or(1), name),
                None => (1, column.as_str()),
            };
            parts.resize_with(parts.len().max(part), Part::default);
            let counter = COUNTERS.contains(&name).then(|| format!("{name}={value}"));
            match counter {
                Some(counter) if column == name => whole.push(counter),
                Some(counter) => parts[part - 1].counters.push(counter),
                None => parts[part - 1].heaps.push((value * n / of).to_string()),
            }
        }
        if let Some(last) = parts.last_mut() {
            last.counters.append(&mut whole);
        }
        parts.iter().map(Part::typed).collect::<Vec<_>>().join(" | ")
    }
}

/// The position in one game of a sum.
#[derive(Default)]
struct Part {
    heaps: Vec<String>,
    counters: Vec<String>,
}

impl Part {
    fn typed(&self) -> String {
        let semicolon = if self.counters.is_empty() { "" } else { ";" };
        format!("{}{semicolon}{}", self.heaps.join(","), self.counters.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(csv: &str) -> Vec<String> {
        Rows::read(csv).expect("a table").positions(30, 3).collect()
    }

    #[test]
    fn positions_are_typed_as_bouton_reads_them() {
        assert_eq!(typed("x1,x2,outcome\n0,3,P\n1,1,N\n"), ["0,30", "10,10"]);
        assert_eq!(typed("a,turn,pass,grundy\n2,1,0,7\n"), ["20;turn=1,pass=0"]);
        let sum = "1.x1,1.turn,2.x1,2.x2,2.last,pass,outcome\n1,1,2,3,0,1,N\n";
        assert_eq!(typed(sum), ["10;turn=1 | 20,30;last=0,pass=1"]);
    }
}

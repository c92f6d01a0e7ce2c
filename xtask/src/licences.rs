//! Which licences the packages we depend on may have.

use std::fmt;

use serde_json::Value;
use spdx::{Expression, Licensee, ParseMode};

const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MPL-2.0",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "Unlicense",
    "Zlib",
];

/// A package whose licence is not acceptable.
#[derive(Debug, PartialEq)]
pub(crate) struct Offender {
    name: String,
    version: String,
    licence: Option<String>,
}

impl fmt::Display for Offender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let licence = self.licence.as_deref().unwrap_or("no licence expression");
        write!(f, "{} {}: {licence}", self.name, self.version)
    }
}

/// The packages in the output of `cargo metadata` that are not ours and whose
/// licence is missing or not acceptable.
pub(crate) fn offenders(metadata: &str) -> Result<Vec<Offender>, String> {
    let metadata: Value = serde_json::from_str(metadata)
        .map_err(|error| format!("`cargo metadata` did not print JSON: {error}"))?;
    let ours = array(&metadata, "workspace_members")?;
    let allowed = allowed();
    let offenders = array(&metadata, "packages")?
        .iter()
        .filter(|package| !ours.contains(&package["id"]))
        .filter(|package| !is_acceptable(package["license"].as_str(), &allowed))
        .map(offender)
        .collect();
    Ok(offenders)
}

fn array<'a>(metadata: &'a Value, key: &str) -> Result<&'a Vec<Value>, String> {
    metadata[key].as_array().ok_or_else(|| format!("`cargo metadata` printed no list `{key}`"))
}

fn offender(package: &Value) -> Offender {
    let text = |key: &str| package[key].as_str().map(String::from);
    Offender {
        name: text("name").unwrap_or_default(),
        version: text("version").unwrap_or_default(),
        licence: text("license"),
    }
}

fn allowed() -> Vec<Licensee> {
    ALLOWED
        .iter()
        .map(|licence| {
            // Lax, because the list may name identifiers SPDX has since deprecated.
            Licensee::parse_mode(licence, ParseMode::LAX)
                .unwrap_or_else(|error| panic!("the allow list has a bad entry: {error}"))
        })
        .collect()
}

/// Whether the allowed licences satisfy the expression. A missing or unreadable expression is not
/// acceptable. `/`, which old manifests write for `OR`, is accepted.
fn is_acceptable(licence: Option<&str>, allowed: &[Licensee]) -> bool {
    let Some(licence) = licence else {
        return false;
    };
    Expression::parse_mode(licence, ParseMode::LAX).is_ok_and(|expression| {
        expression.evaluate(|required| allowed.iter().any(|licence| licence.satisfies(required)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepts(licence: &str) -> bool {
        is_acceptable(Some(licence), &allowed())
    }

    #[test]
    fn every_allowed_licence_is_accepted() {
        for licence in ALLOWED {
            assert!(accepts(licence), "{licence}");
        }
    }

    #[test]
    fn enough_allowed_licences_are_accepted() {
        for licence in [
            "MIT/Apache-2.0",
            "MIT / Apache-2.0",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "LGPL-3.0 OR MIT",
            "Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT",
        ] {
            assert!(accepts(licence), "{licence}");
        }
    }

    #[test]
    fn everything_else_is_refused() {
        for licence in [
            "GPL-3.0",
            "GPL-3.0-or-later",
            "MIT AND GPL-3.0",
            "(MIT OR Apache-2.0) AND LGPL-3.0",
            "MIT AND (GPL-3.0 OR LGPL-3.0)",
            "MIT WITH LLVM-exception",
            "LicenseRef-Ours",
            "not a licence",
            "",
        ] {
            assert!(!accepts(licence), "{licence}");
        }
        assert!(!is_acceptable(None, &allowed()));
    }

    #[test]
    fn all_offenders_are_named_and_our_own_packages_are_not() {
        let metadata = r#"{
            "workspace_members": ["ours"],
            "packages": [
                {"id": "ours", "name": "ours", "version": "0.1.0", "license": null},
                {"id": "good", "name": "good", "version": "1.0.0", "license": "MIT"},
                {"id": "viral", "name": "viral", "version": "2.0.0", "license": "GPL-3.0"},
                {"id": "mute", "name": "mute", "version": "3.0.0", "license": null}
            ]
        }"#;
        let found: Vec<String> = offenders(metadata)
            .expect("the metadata is well formed")
            .iter()
            .map(Offender::to_string)
            .collect();
        assert_eq!(found, ["viral 2.0.0: GPL-3.0", "mute 3.0.0: no licence expression"]);
    }

    #[test]
    fn unreadable_metadata_is_an_error() {
        for metadata in ["", "{}", r#"{"workspace_members": []}"#] {
            assert!(offenders(metadata).is_err(), "{metadata}");
        }
    }
}

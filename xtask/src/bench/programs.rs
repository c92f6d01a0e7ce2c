//! The programs that are measured, and where they are.

use std::path::PathBuf;

use crate::cargo::{cargo, read, run};

/// Bouton and this program, built for release.
pub(crate) struct Programs {
    /// The folder of the workspace.
    pub(crate) root: PathBuf,
    /// The target folder.
    pub(crate) target: PathBuf,
    pub(crate) bouton: String,
    pub(crate) xtask: String,
}

impl Programs {
    pub(crate) fn build() -> Result<Programs, String> {
        let metadata = read(&mut cargo("metadata --locked --no-deps --format-version 1"))?;
        let metadata: serde_json::Value = serde_json::from_str(&metadata)
            .map_err(|error| format!("`cargo metadata` did not print JSON: {error}"))?;
        let folder = |key: &str| {
            metadata[key]
                .as_str()
                .map(PathBuf::from)
                .ok_or(format!("`cargo metadata` has no {key}"))
        };
        let (root, target) = (folder("workspace_root")?, folder("target_directory")?);
        run(&mut cargo("build --locked --release --package bouton-cli"))?;
        run(&mut cargo("build --locked --release --package xtask"))?;
        let program = |name: &str| target.join("release").join(name).display().to_string();
        let (bouton, xtask) = (program("bouton"), program("xtask"));
        Ok(Programs { root, target, bouton, xtask })
    }
}

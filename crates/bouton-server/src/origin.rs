//! Other sites that may use the server.

use std::fmt;
use std::str::FromStr;

use axum::http::{HeaderValue, Uri};

/// The origin of a site, like `https://example.org`, without a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin(String);

impl Origin {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// The origin as the value of a header.
    pub(crate) fn header(&self) -> Option<HeaderValue> {
        HeaderValue::from_str(&self.0).ok()
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Origin {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Origin, Self::Err> {
        let uri: Uri = text.trim_end_matches('/').parse().map_err(|_| "this is not an address")?;
        let (Some("http" | "https"), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
            return Err("an origin starts with http:// or https://, then comes a host");
        };
        if uri.path() != "/"
            || uri.query().is_some()
            || authority.as_str().contains(['@', '*', ';', ',', '\''])
        {
            return Err("an origin is a host and perhaps a port, without a path, user or `*`");
        }
        let scheme = uri.scheme_str().unwrap_or_default();
        Ok(Origin(format!("{scheme}://{}", authority.as_str().to_ascii_lowercase())))
    }
}

#[cfg(test)]
mod tests {
    use super::Origin;

    #[test]
    fn origins_are_sites_without_a_path() {
        let read = |text: &str| text.parse::<Origin>().map(|origin| origin.to_string());
        assert_eq!(read("https://Example.org/"), Ok("https://example.org".into()));
        assert_eq!(read("http://localhost:8000"), Ok("http://localhost:8000".into()));
        for wrong in [
            "",
            "*",
            "null",
            "example.org",
            "ftp://example.org",
            "https://example.org/page",
            "https://example.org?x",
            "https://*.example.org",
            "https://a;b",
            "https://user@example.org",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}

//! The command line.

use std::ffi::OsString;

use anyhow::{Context, bail};
use lexopt::{Arg, Parser, ValueExt};
use rmcp::model::ProtocolVersion;

pub(crate) const USAGE: &str = "\
usage: inspect [--protocol VERSION] -- COMMAND [ARGS…]
       inspect [--protocol VERSION] --url URL

  --protocol VERSION  2026-07-28 or 2025-11-25; the newest that the server speaks, when left out
";

/// What to inspect, and how to talk to it.
#[derive(Debug, PartialEq)]
pub(crate) struct Arguments {
    pub(crate) server: Server,
    pub(crate) protocol: Option<ProtocolVersion>,
}

/// Where the server is.
#[derive(Debug, PartialEq)]
pub(crate) enum Server {
    /// A program and its arguments.
    Command(OsString, Vec<OsString>),
    /// A URL of streamable HTTP.
    Url(String),
}

impl Arguments {
    /// `None` when help was asked for.
    pub(crate) fn parse(mut parser: Parser) -> anyhow::Result<Option<Self>> {
        let (mut url, mut command, mut protocol) = (None, None, None);
        while let Some(argument) = parser.next()? {
            match argument {
                Arg::Long("url") => url = Some(parser.value()?.string()?),
                Arg::Long("protocol") => protocol = Some(version(&parser.value()?.string()?)?),
                Arg::Long("help") | Arg::Short('h') => return Ok(None),
                Arg::Value(program) => {
                    command = Some((program, parser.raw_args()?.collect()));
                }
                argument => bail!("{}\n\n{USAGE}", argument.unexpected()),
            }
        }
        let server = match (url, command) {
            (Some(url), None) => Server::Url(url),
            (None, Some((program, arguments))) => Server::Command(program, arguments),
            _ => bail!("expected a command or `--url`\n\n{USAGE}"),
        };
        Ok(Some(Self { server, protocol }))
    }
}

fn version(text: &str) -> anyhow::Result<ProtocolVersion> {
    let known = [ProtocolVersion::V_2026_07_28, ProtocolVersion::V_2025_11_25];
    let version = known.into_iter().find(|known| known.as_str() == text);
    version.with_context(|| format!("unknown protocol version `{text}`\n\n{USAGE}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(arguments: &[&str]) -> anyhow::Result<Option<Arguments>> {
        Arguments::parse(Parser::from_args(arguments))
    }

    #[test]
    fn takes_a_command_with_arguments_of_its_own() {
        let parsed = parse(&["--", "server", "--url", "-x"]).unwrap().unwrap();
        let server = Server::Command("server".into(), vec!["--url".into(), "-x".into()]);
        assert_eq!((parsed.server, parsed.protocol), (server, None));
    }

    #[test]
    fn takes_a_url_and_a_version() {
        let arguments = ["--url", "http://localhost/mcp", "--protocol=2025-11-25"];
        assert_eq!(
            parse(&arguments).unwrap(),
            Some(Arguments {
                server: Server::Url("http://localhost/mcp".into()),
                protocol: Some(ProtocolVersion::V_2025_11_25),
            })
        );
    }

    #[test]
    fn says_how_to_use_it() {
        assert_eq!(parse(&["--help"]).unwrap(), None);
        for (arguments, message) in [
            (&[][..], "expected a command or `--url`"),
            (&["--url", "x", "--", "y"], "expected a command or `--url`"),
            (&["--colour", "x"], "invalid option '--colour'"),
            (&["--protocol", "1"], "unknown protocol version `1`"),
        ] {
            let error = parse(arguments).unwrap_err().to_string();
            assert_eq!(error, format!("{message}\n\n{USAGE}"));
        }
    }
}

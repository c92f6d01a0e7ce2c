//! `bouton serve`: the page, and the interface for programs.

use std::io::{ErrorKind, Write};
use std::net::SocketAddr;
use std::time::Duration;

use bouton_server::{Program, Settings};

use crate::args::ServeArgs;
use crate::failure::{Failure, Finish, Run};
use crate::job::memory;
use crate::out;

pub fn run(args: &ServeArgs) -> Run {
    // Every client takes a file descriptor, and a thousand clients should not keep others out.
    #[cfg(unix)]
    let _ = rlimit::increase_nofile_limit(1 << 16);
    let address = SocketAddr::new(args.address, args.port);
    let ready = |at: SocketAddr| {
        let page = format!("http://{at}/");
        let mut out = out::stdout();
        // If nobody reads the output, the address need not be printed.
        let _ = writeln!(out, "Bouton is at {page}").and_then(|()| out.flush());
        if args.open && open::that_detached(&page).is_err() {
            let _ = out::note(&format!("no browser could be opened; the page is at {page}"));
        }
    };
    let serve = || {
        let settings = Settings {
            memory: memory(&args.job),
            time: Duration::from_secs(args.time),
            web: args.web.clone(),
            origins: args.allow_origin.clone(),
            frames: args.allow_frame.clone(),
            worker: Program::this(&["work"])?,
        };
        bouton_server::run(address, settings, ready)
    };
    serve().map_err(|error| {
        let help = match error.kind() {
            ErrorKind::AddrInUse => "; `--port 0` takes a free one",
            _ => "",
        };
        Failure::new("E0076", &format!("cannot serve at {address}: {error}{help}"))
    })?;
    Ok(Finish::Done)
}

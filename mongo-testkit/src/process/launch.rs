//! Starts mongod in its folder and waits until it listens.

use std::{
    fs,
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    os::unix::process::CommandExt,
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::{
    error::{Error, ErrorKind, IoContext, Result},
    instance::Instance,
    options::ServerOptions,
};

/// Writes its own process id, then becomes the server. When the supervisor has taken the folder away in between, the
/// write fails and no server starts.
const LAUNCHER: &str = r#"echo $$ >"$0" && exec "$@""#;

/// A cold disk and a busy machine were seen to need 20 s.
const MAX_WAIT: Duration = Duration::from_secs(60);

/// A mongod that listens.
#[derive(Debug)]
pub(crate) struct Launched {
    pub(crate) child: Child,
    pub(crate) port: u16,
    pub(crate) instance: Instance,
}

/// Makes the folder `dir`, with a supervisor, and starts mongod in it on a port; 0 lets the system
/// choose one.
pub(crate) fn launch(
    dir: &Path,
    linger: Duration,
    program: &Path,
    port: u16,
    options: &ServerOptions,
) -> Result<Launched> {
    let instance = Instance::create(dir, linger)?;
    let db = dir.join("db");
    fs::create_dir(&db).at("create", &db)?;
    let (child, port) = spawn(dir, program, &options.args(), port)?;
    Ok(Launched { child, port, instance })
}

/// Starts mongod on the folder's data. Port 0 lets the system choose one.
pub(super) fn spawn(
    dir: &Path,
    program: &Path,
    args: &[String],
    port: u16,
) -> Result<(Child, u16)> {
    let log_path = dir.join("log");
    let log = File::options().create(true).append(true).open(&log_path).at("open", &log_path)?;
    // A restarted server goes on in the same log.
    let start = log.metadata().at("read", &log_path)?.len();
    let mut child = Command::new("sh")
        .args(["-c", LAUNCHER])
        .arg(dir.join("pid"))
        .arg(program)
        .arg("--dbpath")
        .arg(dir.join("db"))
        .arg(format!("--port={port}"))
        .args(args)
        .current_dir("/")
        .process_group(0)
        .stdin(Stdio::null())
        .stdout(log.try_clone().at("open", &log_path)?)
        .stderr(log)
        .spawn()
        .at("start", program)?;
    match wait_until_it_listens(&mut child, &log_path, start) {
        Ok(port) => Ok((child, port)),
        Err(err) => {
            let _ = child.kill();
            let _ = child.wait();
            Err(err)
        }
    }
}

fn wait_until_it_listens(child: &mut Child, log_path: &Path, start: u64) -> Result<u16> {
    let deadline = Instant::now() + MAX_WAIT;
    loop {
        // Asked before the log is read, so that the last words are in it.
        let ended = child.try_wait().at("ask for the state of the server of", log_path)?;
        let log = read_from(log_path, start).at("read", log_path)?;
        if let Some(port) = listening_port(&log) {
            return Ok(port);
        }
        if let Some(status) = ended {
            return Err(ended_early(status, &log));
        }
        if Instant::now() > deadline {
            let text = format!(
                "mongod must listen within {} s, its log is {}",
                MAX_WAIT.as_secs(),
                log_path.display()
            );
            return Err(Error::new(ErrorKind::Start, text));
        }
        thread::sleep(Duration::from_millis(5));
    }
}

fn read_from(path: &Path, start: u64) -> io::Result<String> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The log is one JSON object a line; message 23016 is "Waiting for connections".
fn listening_port(log: &str) -> Option<u16> {
    let line = log.lines().find(|line| line.contains(r#""id":23016,"#))?;
    let (_, after) = line.split_once(r#""port":"#)?;
    after.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

fn ended_early(status: ExitStatus, log: &str) -> Error {
    let missing = log.lines().find(|line| line.contains("error while loading shared libraries"));
    let text = match missing {
        Some(line) => format!(
            "mongod can't run here, a library is missing ({}); install it, for the fetched server libssl3 and \
             libcurl4, or set MONGOD_BIN to another mongod",
            line.rsplit_once("libraries: ").map_or(line, |(_, library)| library)
        ),
        None => format!("mongod ended before it listened, with {status}: {}", last_words(log)),
    };
    Error::new(ErrorKind::Start, text)
}

/// Errors and fatal messages of the log, or its end.
fn last_words(log: &str) -> String {
    let grave = |line: &&str| line.contains(r#""s":"E""#) || line.contains(r#""s":"F""#);
    let mut lines: Vec<&str> = log.lines().filter(grave).collect();
    if lines.is_empty() {
        lines = log.lines().collect();
    }
    let first = lines.len().saturating_sub(3);
    lines[first..].join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_port_is_read_from_the_line_that_says_so_and_no_other() {
        let log = concat!(
            r#"{"s":"I","id":23015,"msg":"Listening on","attr":{"port":1}}"#,
            "\n",
            r#"{"s":"I","c":"NETWORK","id":23016,"ctx":"listener","attr":{"port":40123,"ssl":"off"}}"#,
            "\n",
        );
        assert_eq!(listening_port(log), Some(40123));
        assert_eq!(listening_port(&log[..log.len() - 30]), None);
        assert_eq!(listening_port(""), None);
    }

    #[test]
    fn a_missing_library_is_named_with_what_to_install() {
        let log = "mongod: error while loading shared libraries: libcrypto.so.3: cannot open shared object file";
        let text = ended_early(ExitStatus::default(), log).to_string();
        assert!(
            text.contains("(libcrypto.so.3: cannot open") && text.contains("install it"),
            "{text}"
        );
    }
}

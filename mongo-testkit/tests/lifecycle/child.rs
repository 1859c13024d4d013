//! Test processes that a test starts, kills and looks after: the same test binary, run for one test.

use std::{
    fs,
    io::{self, BufRead, BufReader, Read, Write},
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{self, Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

const ROLE: &str = "TESTKIT_CHILD";
const PATIENCE: Duration = Duration::from_secs(30);

/// Whether this process was started by [`Sandbox::run`].
pub(crate) fn is_me() -> bool {
    std::env::var_os(ROLE).is_some()
}

/// Tells the test that this process has what it was started for.
pub(crate) fn say_up(what: &str) {
    // The print macros are captured by the test harness, the stream is not.
    io::stdout().write_all(format!("\nUP {what}\n").as_bytes()).unwrap();
}

/// Says so, then waits until the test lets this process end.
pub(crate) fn say_up_and_wait(what: &str) {
    say_up(what);
    io::stdin().read_to_end(&mut Vec::new()).unwrap();
}

/// A folder for servers that no other test uses.
pub(crate) struct Sandbox {
    dir: PathBuf,
}

impl Sandbox {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let n = COUNT.fetch_add(1, Ordering::Relaxed);
        // Memory where there is some: it is the faster place for a server.
        let base = if Path::new("/dev/shm").is_dir() {
            PathBuf::from("/dev/shm")
        } else {
            std::env::temp_dir()
        };
        let dir = base.join(format!("testkit-sandbox-{}-{n}", process::id()));
        fs::create_dir(&dir).unwrap();
        Self { dir }
    }

    /// Starts the named test of this binary in a process, and a process group, of its own.
    pub(crate) fn run(&self, test: &str) -> Running {
        self.run_with(test, &[])
    }

    /// The same with more of an environment.
    pub(crate) fn run_with(&self, test: &str, env: &[(&str, &str)]) -> Running {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args([test, "--exact", "--test-threads=1", "--nocapture"])
            .env(ROLE, "1")
            .env("MONGO_TESTKIT_DIR", &self.dir)
            .env("MONGO_TESTKIT_LINGER", "1")
            .env_remove("MONGODB_URI")
            .env_remove("MONGO_TESTKIT")
            .envs(env.iter().copied())
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take();
        Running { child, stdin }
    }

    /// The live processes that name the folder on their command line: mongod and supervisors.
    pub(crate) fn processes(&self) -> Vec<(u32, String)> {
        let dir = self.dir.to_str().unwrap();
        let numbers = fs::read_dir("/proc")
            .unwrap()
            .flatten()
            .filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        numbers
            .filter_map(|pid: u32| {
                let line = fs::read(format!("/proc/{pid}/cmdline")).ok()?;
                let line = String::from_utf8_lossy(&line).replace('\0', " ");
                line.contains(dir).then_some((pid, line))
            })
            .collect()
    }

    pub(crate) fn mongods(&self) -> Vec<u32> {
        self.processes()
            .into_iter()
            .filter(|(_, line)| line.contains("--dbpath"))
            .map(|(pid, _)| pid)
            .collect()
    }

    pub(crate) fn supervisors(&self) -> Vec<u32> {
        let is_one = |line: &str| line.contains("mongo-testkit-supervisor");
        self.processes().into_iter().filter(|(_, line)| is_one(line)).map(|(pid, _)| pid).collect()
    }

    /// The folders of servers; files for locks stay for good.
    pub(crate) fn folders(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.dir).unwrap().flatten().map(|entry| entry.path());
        entries.filter(|path| path.is_dir()).collect()
    }

    /// Waits until no process and no folder is left.
    #[track_caller]
    pub(crate) fn assert_gets_empty(&self) {
        let start = Instant::now();
        while !self.processes().is_empty() || !self.folders().is_empty() {
            assert!(
                start.elapsed() < PATIENCE,
                "left: {:?} {:?}",
                self.processes(),
                self.folders()
            );
            thread::sleep(Duration::from_millis(20));
        }
    }

    #[track_caller]
    pub(crate) fn wait_for(&self, what: &str, is_so: impl Fn(&Self) -> bool) {
        let start = Instant::now();
        while !is_so(self) {
            assert!(start.elapsed() < PATIENCE, "waited in vain until {what}");
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        // After a failed test there may be something.
        for (pid, _) in self.processes() {
            kill("KILL", &pid.to_string());
        }
        let _ = fs::remove_dir_all(&self.dir);
    }
}

/// A test process.
pub(crate) struct Running {
    child: Child,
    stdin: Option<ChildStdin>,
}

impl Running {
    /// Waits until the process has said what it has.
    #[track_caller]
    pub(crate) fn up(&mut self) -> String {
        let mut lines = BufReader::new(self.child.stdout.take().unwrap()).lines();
        let up = lines.find_map(|line| Some(line.unwrap().strip_prefix("UP ")?.to_owned()));
        // The rest is read as well, or the process would wait for it.
        thread::spawn(move || lines.count());
        up.unwrap_or_else(|| {
            let mut text = String::new();
            self.child.stderr.take().unwrap().read_to_string(&mut text).unwrap();
            panic!("the child ended before it was up: {text}");
        })
    }

    /// Lets the process end as it would.
    pub(crate) fn finish(mut self) -> (ExitStatus, String) {
        drop(self.stdin.take());
        let mut text = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut text).unwrap();
        (self.child.wait().unwrap(), text)
    }

    /// What `kill -9` does.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// What ctrl-c does: a signal to the whole process group.
    pub(crate) fn interrupt(mut self) {
        kill("INT", &format!("-{}", self.child.id()));
        assert!(!self.child.wait().unwrap().success());
    }
}

pub(crate) fn kill(signal: &str, target: &str) {
    let command = format!("kill -s {signal} -- {target}");
    Command::new("sh").args(["-c", &command]).stderr(Stdio::null()).status().unwrap();
}

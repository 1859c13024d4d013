//! The one server of a test run: the first process starts it, the others join.

use std::{
    fs::{self, File},
    net::TcpStream,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    sync::OnceLock,
    time::Duration,
};

use crate::{
    docker,
    error::{Error, ErrorKind, IoContext, Result},
    find::{self, Found},
    folder,
    instance::{self, Instance, Join},
    name,
    options::ServerOptions,
    process::{Launched, launch},
    replica_set,
    server::Server,
    settings::{self, Settings},
    uri::Uri,
};

/// Long enough for a machine that is busy with a build: giving up takes the server away from others.
const PATIENCE: Duration = Duration::from_secs(30);

/// A server of the user may be wrong in ways that nothing but waiting shows.
const FOREIGN_PATIENCE: Duration = Duration::from_secs(10);

/// The shared server of this process: found, joined or started by the first caller.
///
/// A failure is kept as well: a hundred tests shall not wait for a hundred downloads that fail.
pub(crate) fn shared() -> Result<Server> {
    static SHARED: OnceLock<Result<Server>> = OnceLock::new();
    SHARED.get_or_init(|| find_join_or_start(&Settings::from_env()?)).clone()
}

fn find_join_or_start(settings: &Settings) -> Result<Server> {
    let found = find::find(settings)?;
    if let Found::Running(uri) = &found {
        return running(uri);
    }
    let registry = Registry::new(folder::root(settings)?, &found)?;
    // Held until the server is ready, so that only one process starts it; the system frees it with the process.
    let lock = registry.lock()?;
    let server = match registry.join(settings)? {
        Some(server) => server,
        None => registry.start(&found, settings)?,
    };
    drop(lock);
    Ok(server)
}

/// A server that runs already must be able to do what tests ask for.
fn running(uri: &Uri) -> Result<Server> {
    let hello = block_on(replica_set::hello(uri, FOREIGN_PATIENCE))?.map_err(|err| {
        Error::because(
            ErrorKind::NoServer,
            format!("{} names {uri}, where no replica set with a primary answers", settings::URI),
            err,
        )
    })?;
    if hello.set.is_none() {
        let found =
            if hello.is_router { "a sharded cluster's router" } else { "a standalone server" };
        return Err(Error::new(
            ErrorKind::Unsuitable,
            format!(
                "{} must name a replica set, since a standalone has neither transactions nor change streams; found \
                 {found} at {uri}; start mongod with `--replSet rs0` and run `rs.initiate()` once",
                settings::URI
            ),
        ));
    }
    Ok(Server::foreign(uri.clone(), hello.version.parse()?))
}

/// Where the processes that want the same server meet.
struct Registry {
    root: PathBuf,
    key: String,
}

impl Registry {
    fn new(root: PathBuf, found: &Found) -> Result<Self> {
        let what = match found {
            Found::Program(program) => {
                let meta = program.metadata().at("read", program)?;
                format!("{} {} {}", program.display(), meta.ino(), meta.mtime())
            }
            Found::Image(image) => image.clone(),
            Found::Running(uri) => uri.to_string(),
        };
        let args = ServerOptions::default().args().join(" ");
        let key = name::stable(&format!("{} {what} {args}", env!("CARGO_PKG_VERSION")));
        Ok(Self { root, key })
    }

    fn lock(&self) -> Result<File> {
        let path = self.root.join(format!("{}.lock", self.key));
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .at("open", &path)?;
        file.lock().at("lock", &path)?;
        Ok(file)
    }

    /// Names the folder of the server that was started last.
    fn pointer(&self) -> PathBuf {
        self.root.join(format!("{}.current", self.key))
    }

    fn join(&self, settings: &Settings) -> Result<Option<Server>> {
        let Ok(name) = fs::read_to_string(self.pointer()) else { return Ok(None) };
        let dir = self.root.join(&name);
        // Whatever stands in the file, it names a folder beside it.
        if name.is_empty() || name.contains('/') || !dir.is_dir() {
            return Ok(None);
        }
        let answering = |instance: Instance| {
            let uri = fs::read_to_string(dir.join("ready"))
                .ok()
                .and_then(|text| Uri::parse(text.trim()).ok())?;
            // A server that is gone is known at once; one that is busy may take its time.
            TcpStream::connect(uri.single_host()?).ok()?;
            let hello = block_on(replica_set::hello(&uri, PATIENCE)).ok()?.ok()?;
            Some(Server::shared_with(uri, hello.version.parse().ok()?, instance))
        };
        match Instance::join(&dir) {
            Join::Joined(instance) => {
                if let Some(server) = answering(instance) {
                    return Ok(Some(server));
                }
            }
            Join::Unsupervised => {
                if let Some(server) =
                    Instance::supervise_again(&dir, settings.linger).ok().and_then(answering)
                {
                    return Ok(Some(server));
                }
            }
            Join::Gone => return Ok(None),
        }
        // It is there and does not answer.
        instance::purge(&dir)?;
        Ok(None)
    }

    fn start(&self, found: &Found, settings: &Settings) -> Result<Server> {
        folder::remove_stale(&self.root);
        let name = format!("{}-{}", self.key, name::suffix());
        let dir = self.root.join(&name);
        let (instance, uri) = match found {
            Found::Program(program) => start_program(&dir, program, settings.linger)?,
            Found::Image(image) => start_image(&dir, image, settings.linger)?,
            Found::Running(uri) => return running(uri),
        };
        let hello = block_on(replica_set::hello(&uri, PATIENCE))??;
        instance.set_ready(&uri.secret_text())?;
        fs::write(self.pointer(), name).at("write", &self.pointer())?;
        Ok(Server::shared_with(uri, hello.version.parse()?, instance))
    }
}

fn start_program(dir: &Path, program: &Path, linger: Duration) -> Result<(Instance, Uri)> {
    let Launched { port, instance, .. } =
        launch(dir, linger, program, 0, &ServerOptions::default())?;
    let address = format!("127.0.0.1:{port}");
    block_on(replica_set::initiate(std::slice::from_ref(&address)))??;
    Ok((instance, Uri::replica_set(&address, replica_set::SET)))
}

fn start_image(dir: &Path, image: &str, linger: Duration) -> Result<(Instance, Uri)> {
    let instance = Instance::create(dir, linger)?;
    let uri = docker::start(&instance, image)?;
    Ok((instance, uri))
}

/// Runs in a runtime of its own: the caller is a thread for blocking work, and a client must not outlive its runtime.
pub(crate) fn block_on<T>(job: impl Future<Output = T>) -> Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|err| Error::because(ErrorKind::Io, "can't start a runtime", err))?;
    Ok(runtime.block_on(job))
}

//! A server in a container, shared and ended like one that was fetched.
//!
//! Behind the feature `docker`, on by default, so that a machine with Docker and nothing else can run tests. It brings
//! 148 crates (306 instead of 158) and 40 s of a first build on two cores: without default features they are saved.

use std::{
    env,
    net::{Ipv4Addr, TcpListener},
    process::{Command, Stdio},
    time::Duration,
};

use testcontainers::{
    Image, ImageExt,
    bollard::models::HostConfig,
    core::{Mount, WaitFor, ports::IntoContainerPort},
    runners::AsyncRunner,
};

use crate::{
    error::{Error, ErrorKind, IoContext, Result},
    instance::Instance,
    replica_set,
    shared::block_on,
    uri::Uri,
};

/// The image may have to be pulled.
const MAX_WAIT: Duration = Duration::from_secs(600);

/// Whether there is a Docker engine. The supervisor removes the container through the `docker` command, so that is
/// what is asked.
pub(crate) fn engine_answers() -> bool {
    Command::new("docker")
        .args(["version", "--format", "{{.Server.Version}}"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Starts a container for this instance, makes a replica set of it, and gives its connection string.
pub(crate) fn start(instance: &Instance, image: &str) -> Result<Uri> {
    block_on(run(instance, image))?
}

async fn run(instance: &Instance, image: &str) -> Result<Uri> {
    if !engine_answers() {
        return Err(Error::new(
            ErrorKind::NoServer,
            "a container was asked for, the command `docker version` found no engine; install and start Docker",
        ));
    }
    let name = instance.dir().file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let container_name = format!("mongo-testkit-{name}");
    // Written first: from here on the supervisor removes the container, however this process ends.
    let note = instance.dir().join("container");
    std::fs::write(&note, format!("{container_name}\n")).at("write", &note)?;

    let port = free_port()?;
    let (name, tag) = split(image);
    let is_local = engine_is_local();
    let container = Mongod { name: name.to_owned(), tag: tag.to_owned() }
        .with_cmd(args(port))
        // The same number inside and outside: the member of the set is known by one address to all.
        .with_mapped_port(port, port.tcp())
        .with_mount(Mount::tmpfs_mount("/data/db"))
        .with_host_config_modifier(move |config| {
            if is_local {
                keep_from_the_network(config);
            }
        })
        .with_container_name(container_name)
        .with_startup_timeout(MAX_WAIT)
        .start()
        .await
        .map_err(|err| {
            Error::because(ErrorKind::Start, format!("can't start a container of {image}"), err)
        })?;
    let host = container.get_host().await.map_err(|err| {
        Error::because(ErrorKind::Start, "can't learn the address of the container", err)
    })?;
    // Its drop would remove the container, which belongs to all processes of the run: the supervisor removes it.
    std::mem::forget(container);

    let inside = format!("127.0.0.1:{port}");
    let outside = if is_local { inside.clone() } else { format!("{host}:{port}") };
    replica_set::initiate_through(&outside, std::slice::from_ref(&inside)).await?;
    // On another machine the address of the member leads nowhere from here, so discovery is off.
    Ok(if is_local { Uri::replica_set(&inside, replica_set::SET) } else { Uri::direct(&outside) })
}

fn engine_is_local() -> bool {
    env::var("DOCKER_HOST").map_or(true, |host| host.is_empty() || host.starts_with("unix:"))
}

/// The server has no password: without this, its port is open on every interface of the machine.
fn keep_from_the_network(config: &mut HostConfig) {
    let bindings = config.port_bindings.iter_mut().flat_map(|ports| ports.values_mut());
    for binding in bindings.flatten().flatten() {
        binding.host_ip = Some("127.0.0.1".to_owned());
    }
}

#[derive(Debug)]
struct Mongod {
    name: String,
    tag: String,
}

impl Image for Mongod {
    fn name(&self) -> &str {
        &self.name
    }

    fn tag(&self) -> &str {
        &self.tag
    }

    fn ready_conditions(&self) -> Vec<WaitFor> {
        vec![WaitFor::message_on_stdout("Waiting for connections")]
    }
}

/// Options only: the official image puts `mongod` before them, as does an image whose entry point is mongod.
fn args(port: u16) -> Vec<String> {
    let fixed = [
        "--replSet=rs0",
        "--oplogSize=16",
        "--wiredTigerCacheSizeGB=0.25",
        "--setParameter=diagnosticDataCollectionEnabled=false",
        "--setParameter=enableTestCommands=1",
        "--setParameter=ttlMonitorSleepSecs=1",
    ];
    let mut args: Vec<String> = fixed.map(str::to_owned).to_vec();
    args.push(format!("--port={port}"));
    args
}

fn free_port() -> Result<u16> {
    let free = |err| Error::because(ErrorKind::Io, "can't find a free port", err);
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(free)?;
    listener.local_addr().map(|address| address.port()).map_err(free)
}

/// A registry may have a port: only a colon after the last slash starts the tag.
fn split(image: &str) -> (&str, &str) {
    match image.rsplit_once(':') {
        Some((name, tag)) if !tag.contains('/') => (name, tag),
        _ => (image, "latest"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_has_a_tag_after_its_last_slash_or_none() {
        assert_eq!(split("mongo:8.0"), ("mongo", "8.0"));
        assert_eq!(split("mongo"), ("mongo", "latest"));
        assert_eq!(split("host:5000/mongo"), ("host:5000/mongo", "latest"));
        assert_eq!(split("host:5000/mongo:7"), ("host:5000/mongo", "7"));
    }
}

//! Nothing stays behind, however a test process ends; and one server serves all of them.
//!
//! Each test starts processes of this binary. In such a process the same function plays the other part.
#![cfg(target_os = "linux")]

use std::{
    collections::HashSet,
    fs::{self, File},
    thread,
    time::{Duration, SystemTime},
};

use mongo_testkit::{Cluster, ClusterOptions, Server, ServerOptions, TestDb};

use self::child::{Sandbox, is_me, kill, say_up, say_up_and_wait};

mod child;

fn block_on<T>(job: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(job)
}

/// The part of a child that uses the shared server.
fn use_the_shared_server() {
    block_on(async {
        let server = Server::shared().await.unwrap();
        let db = server.database("child").await.unwrap();
        db.database().list_collection_names().await.unwrap();
        db.close().await.unwrap();
    });
    say_up_and_wait("shared");
}

#[test]
fn a_process_that_ends_well_leaves_nothing_behind() {
    if is_me() {
        return use_the_shared_server();
    }
    let sandbox = Sandbox::new();
    let mut child = sandbox.run("a_process_that_ends_well_leaves_nothing_behind");
    child.up();
    assert_eq!((sandbox.mongods().len(), sandbox.supervisors().len()), (1, 1));
    assert!(child.finish().0.success());
    sandbox.assert_gets_empty();
}

#[mongo_testkit::test]
async fn a_panic_leaves_nothing_behind(_: TestDb) {
    if is_me() {
        say_up("about to panic");
        panic!("on purpose");
    }
    let sandbox = Sandbox::new();
    let mut child = sandbox.run("a_panic_leaves_nothing_behind");
    child.up();
    assert!(!child.finish().0.success());
    sandbox.assert_gets_empty();
}

#[test]
fn a_ctrl_c_leaves_nothing_behind() {
    if is_me() {
        return use_the_shared_server();
    }
    let sandbox = Sandbox::new();
    let mut child = sandbox.run("a_ctrl_c_leaves_nothing_behind");
    child.up();
    child.interrupt();
    sandbox.assert_gets_empty();
}

#[test]
fn a_kill_leaves_nothing_behind() {
    if is_me() {
        return use_the_shared_server();
    }
    let sandbox = Sandbox::new();
    let mut child = sandbox.run("a_kill_leaves_nothing_behind");
    child.up();
    child.kill();
    sandbox.assert_gets_empty();
}

#[test]
fn a_kill_at_any_moment_of_the_start_leaves_nothing_behind() {
    if is_me() {
        return use_the_shared_server();
    }
    let sandbox = Sandbox::new();
    let name = "a_kill_at_any_moment_of_the_start_leaves_nothing_behind";
    // The first milliseconds closely: the folder, the FIFO, the supervisor. Then the server and its replica set.
    for millis in (0..40).step_by(2).chain((40..400).step_by(30)) {
        let child = sandbox.run(name);
        thread::sleep(Duration::from_millis(millis));
        child.kill();
        // The next one meets what this one has left, which may be on its way out.
    }
    sandbox.assert_gets_empty();
}

#[test]
fn a_killed_process_takes_its_own_server_with_it() {
    if is_me() {
        let server = block_on(Server::start_own(&ServerOptions::new())).unwrap();
        say_up_and_wait("own");
        return drop(server);
    }
    let sandbox = Sandbox::new();
    let mut child = sandbox.run("a_killed_process_takes_its_own_server_with_it");
    child.up();
    assert_eq!(sandbox.mongods().len(), 1);
    child.kill();
    sandbox.assert_gets_empty();
}

#[test]
fn a_killed_process_takes_its_cluster_with_it_whatever_was_broken() {
    if is_me() {
        let cluster = block_on(Cluster::start(&ClusterOptions::new())).unwrap();
        let [first, second, third] = cluster.members() else { panic!("three members") };
        first.pause().unwrap();
        second.kill().unwrap();
        cluster.isolate(third);
        say_up_and_wait("a cluster");
        return drop(cluster);
    }
    let sandbox = Sandbox::new();
    let mut child = sandbox.run("a_killed_process_takes_its_cluster_with_it_whatever_was_broken");
    child.up();
    assert_eq!((sandbox.mongods().len(), sandbox.supervisors().len()), (2, 3));
    child.kill();
    sandbox.assert_gets_empty();
}

#[test]
fn a_kill_while_a_cluster_starts_leaves_nothing_behind() {
    if is_me() {
        block_on(Cluster::start(&ClusterOptions::new())).unwrap();
        return say_up_and_wait("a cluster");
    }
    let sandbox = Sandbox::new();
    for millis in [50, 300, 1000, 2500] {
        let child = sandbox.run("a_kill_while_a_cluster_starts_leaves_nothing_behind");
        thread::sleep(Duration::from_millis(millis));
        child.kill();
    }
    sandbox.assert_gets_empty();
}

#[test]
fn a_panic_leaves_nothing_of_a_shared_cluster_behind() {
    if is_me() {
        return block_on(async {
            let _cluster = Cluster::shared(&ClusterOptions::new()).await.unwrap();
            say_up("about to panic");
            panic!("on purpose");
        });
    }
    let sandbox = Sandbox::new();
    let mut child = sandbox.run("a_panic_leaves_nothing_of_a_shared_cluster_behind");
    child.up();
    assert!(!child.finish().0.success());
    sandbox.assert_gets_empty();
}

#[test]
fn processes_that_start_at_once_share_one_server() {
    if is_me() {
        return use_the_shared_server();
    }
    let sandbox = Sandbox::new();
    let mut children: Vec<_> =
        (0..6).map(|_| sandbox.run("processes_that_start_at_once_share_one_server")).collect();
    for child in &mut children {
        child.up();
    }
    assert_eq!((sandbox.mongods().len(), sandbox.supervisors().len()), (1, 1));
    for child in children {
        assert!(child.finish().0.success());
    }
    sandbox.assert_gets_empty();
}

#[test]
fn processes_one_after_another_share_one_server_even_when_the_first_is_killed() {
    if is_me() {
        return use_the_shared_server();
    }
    let sandbox = Sandbox::new();
    let mut seen = HashSet::new();
    for n in 0..4 {
        let mut child = sandbox.run_with(
            "processes_one_after_another_share_one_server_even_when_the_first_is_killed",
            // A busy machine may need more than the second that the other tests wait.
            &[("MONGO_TESTKIT_LINGER", "8")],
        );
        child.up();
        seen.extend(sandbox.mongods());
        if n % 2 == 0 {
            child.kill();
        } else {
            child.finish();
        }
    }
    assert_eq!(seen.len(), 1, "{seen:?}");
    sandbox.assert_gets_empty();
}

#[test]
fn a_process_that_comes_while_the_server_is_leaving_gets_one() {
    if is_me() {
        return use_the_shared_server();
    }
    let sandbox = Sandbox::new();
    let name = "a_process_that_comes_while_the_server_is_leaving_gets_one";
    // The server leaves one second after its last user: come just before, then, and just after.
    for millis in [970, 990, 1000, 1005, 1010, 1020, 1040, 1080] {
        let mut child = sandbox.run(name);
        child.up();
        child.kill();
        thread::sleep(Duration::from_millis(millis));
    }
    sandbox.assert_gets_empty();
}

#[test]
fn a_server_whose_supervisor_was_killed_gets_a_new_one_and_keeps_its_users() {
    if is_me() {
        return use_the_shared_server();
    }
    let sandbox = Sandbox::new();
    let name = "a_server_whose_supervisor_was_killed_gets_a_new_one_and_keeps_its_users";
    let mut first = sandbox.run(name);
    first.up();
    let server = sandbox.mongods();
    kill("KILL", &sandbox.supervisors()[0].to_string());
    sandbox.wait_for("the supervisor is gone", |sandbox| sandbox.supervisors().is_empty());

    let mut second = sandbox.run(name);
    second.up();
    assert_eq!(sandbox.mongods(), server);
    second.kill();
    thread::sleep(Duration::from_secs(2));
    assert_eq!(sandbox.mongods(), server, "the first process still uses it");
    first.kill();
    sandbox.assert_gets_empty();
}

#[test]
fn what_a_reboot_leaves_is_replaced_and_removed() {
    if is_me() {
        return use_the_shared_server();
    }
    let sandbox = Sandbox::new();
    let name = "what_a_reboot_leaves_is_replaced_and_removed";
    let mut first = sandbox.run(name);
    first.up();
    for (pid, _) in sandbox.processes() {
        kill("KILL", &pid.to_string());
    }
    first.kill();
    sandbox.wait_for("all processes are gone", |sandbox| sandbox.processes().is_empty());
    let left = sandbox.folders();
    assert_eq!(left.len(), 1);

    let mut second = sandbox.run(name);
    second.up();
    assert_eq!(sandbox.mongods().len(), 1);
    assert!(!left[0].exists());
    second.finish();
    sandbox.assert_gets_empty();
}

#[test]
fn what_another_server_left_long_ago_is_removed_by_the_next_start() {
    if is_me() {
        return use_the_shared_server();
    }
    let sandbox = Sandbox::new();
    let name = "what_another_server_left_long_ago_is_removed_by_the_next_start";
    let mut first = sandbox.run(name);
    first.up();
    kill("KILL", &sandbox.supervisors()[0].to_string());
    first.kill();
    // As if its supervisor was killed while it removed the folder; its server still runs.
    let left = &sandbox.folders()[0];
    let dying = left.with_extension("dying");
    fs::rename(left, &dying).unwrap();
    let long_ago = SystemTime::now() - Duration::from_secs(120);
    File::open(&dying).unwrap().set_modified(long_ago).unwrap();

    let mut second = sandbox.run(name);
    second.up();
    assert_eq!(sandbox.folders().len(), 1);
    assert_eq!(sandbox.mongods().len(), 1);
    second.finish();
    sandbox.assert_gets_empty();
}

#[test]
fn a_server_that_has_died_is_replaced() {
    if is_me() {
        return use_the_shared_server();
    }
    let sandbox = Sandbox::new();
    let name = "a_server_that_has_died_is_replaced";
    let mut first = sandbox.run(name);
    first.up();
    kill("KILL", &sandbox.mongods()[0].to_string());
    sandbox.wait_for("the server is gone", |sandbox| sandbox.mongods().is_empty());
    let mut second = sandbox.run(name);
    second.up();
    assert_eq!(sandbox.mongods().len(), 1);
    first.finish();
    second.finish();
    sandbox.assert_gets_empty();
}

#[test]
fn a_process_id_that_belongs_to_somebody_else_by_now_is_left_alone() {
    if is_me() {
        return use_the_shared_server();
    }
    let sandbox = Sandbox::new();
    let mut child = sandbox.run("a_process_id_that_belongs_to_somebody_else_by_now_is_left_alone");
    child.up();
    let server = sandbox.mongods()[0];
    let mut bystander = std::process::Command::new("sleep").arg("600").spawn().unwrap();
    fs::write(sandbox.folders()[0].join("pid"), format!("{}\n", bystander.id())).unwrap();
    child.kill();
    sandbox.wait_for("the folder is removed", |sandbox| sandbox.folders().is_empty());
    assert!(bystander.try_wait().unwrap().is_none(), "the bystander was killed");
    bystander.kill().unwrap();
    bystander.wait().unwrap();
    kill("KILL", &server.to_string());
    sandbox.assert_gets_empty();
}

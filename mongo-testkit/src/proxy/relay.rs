//! One connection: requests one way, replies the other, and the fault in between.

use std::io;

use tokio::{io::AsyncWriteExt, net::TcpStream, time::sleep};

use super::{State, fault::Effect, wire::Message};

/// Passes messages until one side closes or a fault does. Dropping the streams closes both sides.
pub(super) async fn relay(
    mut client: TcpStream,
    mut server: TcpStream,
    state: &State,
) -> io::Result<()> {
    // The driver does the same; else small messages would wait for each other.
    client.set_nodelay(true)?;
    server.set_nodelay(true)?;
    while let Some(request) = Message::read(&mut client).await? {
        let effect = state.meet(request.command());
        match &effect {
            Some(Effect::DropRequest) => continue,
            Some(Effect::CutRequest(n)) => {
                server.write_all(request.first(*n)).await?;
                return server.shutdown().await;
            }
            Some(Effect::CutEndOfRequest(n)) => {
                let n_passed = request.bytes().len().saturating_sub(*n);
                server.write_all(request.first(n_passed)).await?;
                return server.shutdown().await;
            }
            Some(Effect::Answer(reply)) => {
                client.write_all(&request.answered_with(reply)).await?;
                continue;
            }
            Some(Effect::DelayRequest(time)) => sleep(*time).await,
            _ => {}
        }
        server.write_all(request.bytes()).await?;
        if !request.more_to_come()
            && !pass_replies(&mut server, &mut client, effect.as_ref()).await?
        {
            return Ok(());
        }
    }
    Ok(())
}

/// Passes the reply, or the replies that the server announces; says whether the connection goes on.
async fn pass_replies(
    server: &mut TcpStream,
    client: &mut TcpStream,
    effect: Option<&Effect>,
) -> io::Result<bool> {
    loop {
        let Some(reply) = Message::read(server).await? else { return Ok(false) };
        match effect {
            Some(Effect::DropReply) => {}
            Some(Effect::CutReply(n)) => {
                client.write_all(reply.first(*n)).await?;
                client.shutdown().await?;
                return Ok(false);
            }
            Some(Effect::DelayReply(time)) => {
                sleep(*time).await;
                client.write_all(reply.bytes()).await?;
            }
            _ => client.write_all(reply.bytes()).await?,
        }
        if !reply.more_to_come() {
            return Ok(true);
        }
    }
}

//! One request and its answer, bounded in time, cancelled when nobody waits for it.

use std::pin::pin;
use std::task::{Context, Waker};

use rmcp::RoleClient;
use rmcp::model::{
    CancelledNotificationParam, ClientRequest, ErrorCode, RequestId, ResultType, ServerResult,
};
use rmcp::service::{Peer, PeerRequestOptions, ServiceError};

use super::error::{Error, ProtocolError};
use super::limits::Limits;

/// A request that can be sent.
pub(super) struct Call<'a> {
    pub(super) peer: &'a Peer<RoleClient>,
    pub(super) limits: &'a Limits,
    pub(super) method: &'static str,
}

impl Call<'_> {
    /// Sends the request past rmcp's cache of responses: a copy there may be older than the entry it
    /// is checked against, and is served again when a server fails.
    pub(super) async fn send(
        &self,
        request: impl Into<ClientRequest>,
    ) -> Result<ServerResult, Error> {
        let mut options = PeerRequestOptions::no_options();
        options.timeout = self.limits.request_time;
        let sent = self.peer.send_request_with_option(request.into(), options);
        let handle = sent.await.map_err(Error::Service)?;
        let mut guard = Abandoned {
            peer: self.peer,
            id: Some(handle.id.clone()),
        };
        let answer = handle.await_response().await;
        guard.id = None;
        answer.map_err(|error| self.failed(error))
    }

    fn failed(&self, error: ServiceError) -> Error {
        match error {
            ServiceError::McpError(error) if error.code == ErrorCode::METHOD_NOT_FOUND => {
                Error::Unsupported {
                    method: self.method,
                }
            }
            error => Error::Service(error),
        }
    }

    pub(super) fn refuse(&self, reason: ProtocolError) -> Error {
        Error::Protocol {
            method: self.method,
            reason,
        }
    }

    /// A result of any type but `complete` has members that say so, and those are not read here.
    pub(super) fn complete(&self, kind: Option<&ResultType>) -> Result<(), Error> {
        match kind {
            Some(kind) if !kind.is_complete() => Err(self.refuse(ProtocolError::UnexpectedResult)),
            _ => Ok(()),
        }
    }
}

/// The server's way to say that it serves nothing at `uri` (SEP-2640, "Error Handling"); -32002 was
/// that of 2025-11-25.
pub(super) fn not_found(uri: &str, error: Error) -> Error {
    match error {
        Error::Service(ServiceError::McpError(error))
            if matches!(
                error.code,
                ErrorCode::INVALID_PARAMS | ErrorCode::RESOURCE_NOT_FOUND
            ) =>
        {
            Error::NotFound {
                uri: uri.to_owned(),
                message: error.message.into_owned(),
            }
        }
        error => error,
    }
}

/// A request that is cancelled at the server when its future is dropped.
struct Abandoned<'a> {
    peer: &'a Peer<RoleClient>,
    id: Option<RequestId>,
}

impl Drop for Abandoned<'_> {
    fn drop(&mut self) {
        let Some(id) = self.id.take() else {
            return;
        };
        let reason = "the caller no longer waits".to_owned();
        let params = CancelledNotificationParam::new(Some(id), Some(reason));
        // The first poll puts the notification into rmcp's queue unless that is full; whether it was
        // sent is of no interest, and nothing can be awaited here.
        let notify = pin!(self.peer.notify_cancelled(params));
        let _queued = notify.poll(&mut Context::from_waker(Waker::noop()));
    }
}

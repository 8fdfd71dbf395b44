/// A transfer that was started, for those who stop it or let it go on.
package struct TransferTicket: Sendable {
    let job: TransferJob
    let mailbox: EngineMailbox

    /// Ends the transfer with ``TransferError/cancelled(url:)``, if it has not ended yet.
    package func cancel() {
        mailbox.cancel(job)
    }

    /// Lets a transfer go on whose sink was not ready.
    package func resume() {
        mailbox.resume(job)
    }
}

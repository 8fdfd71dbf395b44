/// The connection of a service with the worker that runs its downloads.
package struct WorkerConnection: Sendable {
    /// The progress of the running downloads, which the worker reports and the events pass on to clients.
    package var progress: ProgressMonitor
    /// Called when the queue has changed, so that the worker can look for work.
    package var onQueueChange: @Sendable () -> Void

    /// Creates a connection; by default, there is no worker.
    ///
    /// - Parameters:
    ///   - progress: The progress of the running downloads.
    ///   - onQueueChange: Called when the queue has changed.
    package init(
        progress: ProgressMonitor = ProgressMonitor(), onQueueChange: @escaping @Sendable () -> Void = {}
    ) {
        self.progress = progress
        self.onQueueChange = onQueueChange
    }
}

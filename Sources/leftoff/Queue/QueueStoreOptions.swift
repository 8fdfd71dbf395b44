import ArgumentParser

/// The option of all commands that use the queue.
struct QueueStoreOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Use the queue in this PostgreSQL database, or the local one: postgresql://…, local.", valueName: "url"))
    var queue: String?

    /// Opens the queue.
    ///
    /// - Parameter isDurable: False if a crash of the machine or the server may lose the last changes.
    /// - Returns: The queue.
    /// - Throws: The errors of ``QueueLocation`` and ``CommandQueue``.
    func open(isDurable: Bool = true) throws -> CommandQueue {
        try CommandQueue(QueueLocation(option: queue), isDurable: isDurable)
    }
}

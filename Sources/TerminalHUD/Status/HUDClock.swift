/// A clock for the frames of a display.
package protocol HUDClock: Sendable {
    /// The time since a fixed instant; never decreases.
    var now: Duration { get }

    /// Suspends the task until a deadline.
    ///
    /// - Parameter deadline: The end of the wait, on this clock.
    /// - Throws: `CancellationError` if the task is cancelled during the wait.
    func sleep(until deadline: Duration) async throws

    /// Sets the function to call after the size of the screen has changed or the process has been continued.
    ///
    /// - Parameter body: The function, called on any thread; it replaces an earlier one.
    func onScreenChange(_ body: @escaping @Sendable () -> Void)

    /// The preferred executor of a display's task; nil for none.
    var executor: (any TaskExecutor)? { get }
}

extension HUDClock {
    package var executor: (any TaskExecutor)? { nil }

    package func onScreenChange(_ body: @escaping @Sendable () -> Void) {}
}

/// The clock that frames are timed by.
package protocol HUDClock: Sendable {
    /// The time since some fixed instant; never goes back.
    var now: Duration { get }

    /// Waits.
    ///
    /// - Parameter deadline: Until when, on this clock.
    /// - Throws: `CancellationError` if the task is cancelled meanwhile.
    func sleep(until deadline: Duration) async throws

    /// Says when the screen has another size, or has been left and come back to.
    ///
    /// - Parameter body: Called then, on any thread; takes the place of an earlier one.
    func onScreenChange(_ body: @escaping @Sendable () -> Void)

    /// Where a display's task runs best; nil for anywhere.
    var executor: (any TaskExecutor)? { get }
}

extension HUDClock {
    package var executor: (any TaskExecutor)? { nil }

    package func onScreenChange(_ body: @escaping @Sendable () -> Void) {}
}

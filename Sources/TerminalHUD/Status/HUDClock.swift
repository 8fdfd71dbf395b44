/// The clock that frames are timed by.
package protocol HUDClock: Sendable {
    /// The time since some fixed instant; never goes back.
    var now: Duration { get }

    /// Waits.
    ///
    /// - Parameter deadline: Until when, on this clock.
    /// - Throws: `CancellationError` if the task is cancelled meanwhile.
    func sleep(until deadline: Duration) async throws
}

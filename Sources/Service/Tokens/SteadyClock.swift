/// A clock that advances evenly, also while the machine sleeps, and that nobody can set.
///
/// Secrets in memory end by this clock: a wall clock that is set back would prolong their lives.
typealias SteadyClock = @Sendable () -> ContinuousClock.Instant

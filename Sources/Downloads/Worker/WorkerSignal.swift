/// What makes a worker look at its work again.
enum WorkerSignal: Sendable {
    /// A second has passed.
    case tick
    /// Somebody has added or resumed items.
    case woken
    /// A claim has been answered.
    case claimed
    /// All bytes of an item are there; it is being brought to its end.
    case received(id: String)
    /// A try has ended.
    case ended(id: String, ItemAttempt.Outcome)
}

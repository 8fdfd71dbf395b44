/// A signal that makes a worker check its items again.
enum WorkerSignal: Sendable {
    /// A second has passed.
    case tick
    /// Items were added or resumed.
    case woken
    /// The pending claim has been processed.
    case claimed
    /// All bytes of an item have been received, and it is being finished.
    case received(id: String)
    /// An attempt has ended.
    case ended(id: String, ItemAttempt.Outcome)
}

/// What makes a worker look at its work again.
enum WorkerSignal: Sendable {
    /// A second has passed.
    case tick
    /// Somebody has added or resumed items.
    case woken
    /// A try has ended; nil when the item is not ours any more.
    case ended(id: String, QueueItem?)
}

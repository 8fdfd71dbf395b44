/// The result of an event: the item as it is now and what is to be done.
package struct QueueTransition: Sendable, Hashable {
    /// The item after the event.
    package var item: QueueItem

    /// What is to be done, in this order.
    package var actions: [QueueAction]

    /// Makes a transition.
    ///
    /// - Parameters:
    ///   - item: The item after the event.
    ///   - actions: What is to be done.
    package init(_ item: QueueItem, _ actions: [QueueAction] = []) {
        self.item = item
        self.actions = actions
    }
}

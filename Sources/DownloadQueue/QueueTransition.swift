/// The result of an event: the new item and the actions to perform.
package struct QueueTransition: Sendable, Hashable {
    /// The item after the event.
    package var item: QueueItem

    /// The actions to perform, in this order.
    package var actions: [QueueAction]

    /// Creates a transition.
    package init(_ item: QueueItem, _ actions: [QueueAction] = []) {
        self.item = item
        self.actions = actions
    }
}

import ArgumentParser
import Places

extension CompletionKind {
    /// The newest places, by id.
    static var places: CompletionKind { .custom { _, _, _ in [] } }
    /// The places in the trash, by id.
    static var trash: CompletionKind { .custom { _, _, _ in [] } }
    /// The downloads in the queue, by id.
    static var downloads: CompletionKind { .custom { _, _, _ in [] } }
    /// The windows that are set aside, by id.
    static var windows: CompletionKind { .custom { _, _, _ in [] } }
    /// The tags, each as `+name` and `-name`.
    static var tags: CompletionKind { .custom { _, _, _ in [] } }
    /// The sites of the places.
    static var sites: CompletionKind { .custom { _, _, _ in [] } }
    /// The hosts of the downloads in the queue.
    static var hosts: CompletionKind { .custom { _, _, _ in [] } }
    /// The states of pages.
    static var pageStates: CompletionKind { .list(PageState.allCases.map(\.rawValue)) }
}

import ArgumentParser
import Downloads
import FoundationEssentials
import Store

/// `leftoff queue retry`.
struct QueueRetryCommand: ParsableCommand, OperandTaking {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract:
            "Try failed, waiting or quarantined downloads again at once: all that are named, or none if one cannot be."
    )

    @Argument(help: ArgumentHelp("Ids or starts of ids.", valueName: "id"))
    var ids: [String]

    @OptionGroup var options: GlobalOptions

    var operands: [String] {
        get { ids }
        set { ids = newValue }
    }

    func run() throws {
        let transitions = try SQLiteQueueStore.standard().apply(.retry, to: ids, at: Date())
        for transition in transitions { transition.discardFiles() }
        guard !options.quiet else { return }
        // What is to be done all the same is not touched.
        let left = Dictionary(grouping: transitions.filter(\.actions.isEmpty).map(\.item), by: \.state)
        for (state, items) in left.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let what = items.count == 1 ? "\(items[0].id): it is" : "\(items.count) downloads are"
            StandardError.writeLine("leftoff: \(what) \(state.rawValue) already; nothing to try again")
        }
    }
}

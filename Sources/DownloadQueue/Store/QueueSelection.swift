package import FoundationEssentials
import Syntax
package import WHATWGURL

/// The downloads that a command selects by their state, host and age.
///
/// ```swift
/// let selection = QueueSelection(states: [.failed], host: HostPattern("*.example.org"), olderThan: .seconds(86_400))
/// let targets = try store.targets(of: .remove, in: selection, at: now)
/// let result = try store.apply(.remove, to: targets, at: now) { transitions in
///     for transition in transitions { print("removed \(transition.item.id)") }
/// }
/// print("\(result.changed) of \(targets.ids.count) downloads were removed")
/// ```
package struct QueueSelection: Sendable, Hashable {
    /// The states; nil for all.
    package var states: Set<QueueState>?

    /// The hosts; nil for all.
    package var host: HostPattern?

    /// The minimum time since the download ended, or since it was added if it has not ended; nil for any.
    package var olderThan: Duration?

    /// Creates a selection; without arguments, it contains all downloads.
    package init(states: Set<QueueState>? = nil, host: HostPattern? = nil, olderThan: Duration? = nil) {
        self.states = states
        self.host = host
        self.olderThan = olderThan
    }

    /// Returns true if the selection contains an item.
    ///
    /// - Parameters:
    ///   - item: The item as it is stored.
    ///   - now: The current time. An item whose time is later, because the clock was set back, has no age.
    /// - Returns: True if all conditions are met.
    package func matches(_ item: QueueItem, at now: Date) -> Bool {
        if let states, !states.contains(item.state) { return false }
        if let host, !host.matches(item.url) { return false }
        guard let olderThan else { return true }
        return now.timeIntervalSince(item.finishedAt ?? item.addedAt) >= olderThan.seconds
    }
}

/// A pattern of hosts: `example.org`, `example.org:8080`, or `*.example.org` for its subdomains.
///
/// A pattern without a port matches all ports.
package struct HostPattern: Sendable, Hashable {
    private let hostname: String
    private let port: UInt16?
    private let matchesSubdomains: Bool

    /// Parses a pattern.
    ///
    /// The result is nil for anything else than a host, with `*.` before it or a port after it.
    ///
    /// - Parameter text: A host in any spelling that a URL may contain.
    package init?(_ text: String) {
        matchesSubdomains = text.hasPrefix("*.")
        var host = matchesSubdomains ? text.dropFirst(2) : text[...]
        var port: UInt16?
        // The colons of an IPv6 address are in brackets.
        if let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") {
            let digits = host[host.index(after: colon)...]
            guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt16(digits)
            else { return nil }
            port = number
            host = host[..<colon]
        }
        // The URL Standard permits an asterisk in a host; here it would be taken for a pattern that matches nothing.
        guard !host.contains("*"), let hostname = WebURL.hostname(ofHost: String(host)) else { return nil }
        self.hostname = hostname
        self.port = port
    }

    /// Returns true if the pattern matches the host of a URL.
    ///
    /// - Parameter url: An http or https URL; without a port, its scheme determines the port.
    /// - Returns: True for a match.
    package func matches(_ url: WebURL) -> Bool {
        if let port, port != url.port ?? (url.scheme == "https" ? 443 : 80) { return false }
        return matchesSubdomains ? url.hostname.hasSuffix(".\(hostname)") : url.hostname == hostname
    }
}

/// The downloads of a selection that a command changes, and the others.
package struct QueueTargets: Sendable, Hashable {
    /// The number of items that are changed in one transaction.
    ///
    /// Workers wait for the whole transaction. Each further transaction costs a write to the disk.
    fileprivate static let batchSize = 1_000

    /// The ids of the items that the command changes, in the order of work.
    package var ids: [String]

    /// The number of items in each state that does not allow the command, or in which it changes nothing.
    package var skipped: [QueueState: Int]

    /// True if the selection is empty.
    package var isEmpty: Bool { ids.isEmpty && skipped.isEmpty }

    /// Creates targets.
    package init(ids: [String], skipped: [QueueState: Int] = [:]) {
        self.ids = ids
        self.skipped = skipped
    }
}

/// The result of a command for a selection of downloads.
package struct QueueBulkResult: Sendable, Equatable {
    /// The number of changed items.
    package var changed = 0

    /// The number of items in each state that does not allow the command, or in which it changes nothing.
    package var skipped: [QueueState: Int] = [:]

    /// The reasons why items were not changed although their state allows it, such as ``QueueError/duplicate(id:of:)``.
    package var refusals: [QueueError] = []
}

extension QueueStore {
    /// Returns the items of a selection that a command would change now.
    ///
    /// - Parameters:
    ///   - command: The change that the user requested.
    ///   - selection: The downloads to change.
    ///   - now: The current time.
    /// - Returns: The items that the command changes, and the others.
    /// - Throws: An error of the store.
    package func targets(
        of command: QueueCommand, in selection: QueueSelection, at now: Date
    ) throws -> QueueTargets {
        let machine = QueueMachine()
        var targets = QueueTargets(ids: [])
        for item in try items(in: selection.states) where selection.matches(item, at: now) {
            if let transition = try? machine.apply(command, to: item, at: now),
                transition.item != item || transition.actions.contains(.forget)
            {
                targets.ids.append(item.id)
            } else {
                targets.skipped[item.state, default: 0] += 1
            }
        }
        return targets
    }

    /// Applies a command to items of a selection.
    ///
    /// The items are changed in transactions of 1,000, so that workers do not wait. Items that no longer allow the
    /// command, or are gone, are skipped.
    ///
    /// - Parameters:
    ///   - command: The change that the user requested.
    ///   - targets: The items that the command would change a moment ago.
    ///   - now: The current time.
    ///   - didChange: Receives the transitions of each transaction after it has been committed, with the actions that
    ///     remain for the caller.
    /// - Returns: The result, which includes what `targets` skipped.
    /// - Throws: An error of the store; the transactions before it are committed.
    package func apply(
        _ command: QueueCommand, to targets: QueueTargets, at now: Date, didChange: ([QueueTransition]) -> Void
    ) throws -> QueueBulkResult {
        var result = QueueBulkResult(skipped: targets.skipped)
        var rest = targets.ids[...]
        while !rest.isEmpty {
            let batch = Array(rest.prefix(QueueTargets.batchSize))
            rest = rest.dropFirst(batch.count)
            do {
                let transitions = try apply(command, to: batch, at: now)
                result.changed += transitions.count
                didChange(transitions)
            } catch let error as QueueError where error.concernsOneItem {
                for id in batch {
                    try apply(command, toTarget: id, at: now, &result, didChange)
                }
            }
        }
        return result
    }

    /// Applies a command to one item of a transaction that another item has made fail.
    private func apply(
        _ command: QueueCommand, toTarget id: String, at now: Date, _ result: inout QueueBulkResult,
        _ didChange: ([QueueTransition]) -> Void
    ) throws {
        do {
            let transitions = try apply(command, to: [id], at: now)
            result.changed += transitions.count
            didChange(transitions)
        } catch QueueError.notAllowed(_, let state, _) {
            result.skipped[state, default: 0] += 1
        } catch QueueError.notFound {
            // Another process has removed it.
        } catch let error as QueueError where error.concernsOneItem {
            result.refusals.append(error)
        }
    }
}

extension QueueError {
    /// True if the error does not concern the other items of the same call.
    fileprivate var concernsOneItem: Bool {
        switch self {
        case .notFound, .notAllowed, .duplicate, .damaged, .ambiguous: true
        case .otherChecksum, .leaseLost, .nameTaken, .storeUnavailable, .malformedChecksum, .unsafeExport,
            .unsupportedAddress:
            false
        }
    }
}

package import DownloadQueue
package import Foundation
import QueueRows
import RecordIDs
import WHATWGURL

/// Users' commands.
extension PostgresQueueStore {
    package func apply(_ command: QueueCommand, to ids: [String], at now: Date) throws -> [QueueTransition] {
        try database.write { transaction in
            let moment = moment(transaction, now)
            let table = PostgresItems(transaction: transaction)
            // Complete ids, of which there may be many, are found in one statement.
            var current = try table.lock(ids: Set(ids.filter { $0.utf8.count == RecordID.length }))
                .mapValues(\.item)
            let stored = current
            var added: [String: QueueItem] = [:]
            var forgotten: Set<String> = []
            let transitions = try ids.compactMap { prefix -> QueueTransition? in
                var item = current[prefix]
                if item == nil {
                    let id: String
                    do {
                        id = try Self.item(prefix, transaction).item.id
                    } catch QueueError.damaged(let damagedID, _) where command == .remove {
                        forgotten.insert(damagedID)
                        return nil
                    }
                    if current[id] == nil, !forgotten.contains(id) {
                        current[id] = try table.lock(ids: [id])[id]?.item
                        added[id] = current[id]
                    }
                    item = current[id]
                }
                guard let item else { throw QueueError.notFound(id: prefix) }
                let transition = try machine.apply(command, to: item, at: moment.now)
                if transition.item.state.blocksDuplicates, !item.state.blocksDuplicates,
                    let other = try liveID(of: item, transaction)
                {
                    throw QueueError.duplicate(id: item.id, of: other)
                }
                if transition.actions.contains(.forget) {
                    current[item.id] = nil
                    forgotten.insert(item.id)
                } else {
                    current[item.id] = transition.item
                }
                return moment.shown(transition)
            }
            try table.delete(ids: forgotten)
            try table.update(
                stored.merging(added) { $1 }.compactMap { id, old in current[id].map { (old, $0) } }
                    .sorted { $0.0.id < $1.0.id })
            return transitions
        }
    }

    /// Returns the id of the unfinished item with the same URL, directory and name; nil if there is none.
    private func liveID(of item: QueueItem, _ transaction: PostgresTransaction) throws -> String? {
        let key = PostgresMigrations.destination(url: "$1::text", directory: "$2::text", name: "$3::text")
        return try transaction.execute(
            "SELECT id FROM leftoff_queue_item WHERE live = 1 AND destination = \(key)",
            [.text(item.url.href), .text(item.directory), PostgresValue(item.name)]
        ).first?.text(0)
    }

    package func move(id prefix: String, _ position: QueuePosition) throws -> QueueItem {
        try database.write { transaction in
            try PostgresMove.lock(transaction)
            let id = try Self.item(prefix, transaction).item.id
            guard let stored = try PostgresItems(transaction: transaction).lock(ids: [id])[id] else {
                throw QueueError.notFound(id: prefix)
            }
            let move = PostgresMove(item: stored, transaction: transaction)
            switch position {
            case .priority(let priority): try move.setPriority(priority)
            case .first: try move.moveToFront()
            case .last: try move.moveToBack()
            case .before(let other): try move.move(before: Self.item(other, transaction))
            case .after(let other): try move.move(after: Self.item(other, transaction))
            }
            return try Self.item(id, transaction).item
        }
    }
}

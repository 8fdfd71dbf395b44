package import DownloadQueue
import GRDB

extension SQLiteQueueStore: QueueTransferStore {
    package func itemsToTransfer(after position: Int64?, limit: Int) throws -> [QueueTransferItem] {
        try database.read { database in
            try QueueTable.fetch(
                database, where: "position > ?", [position ?? .min], order: "position", limit: max(0, limit),
                damaged: damagedRows
            ).map { QueueTransferItem(position: $0.position, item: $0.item) }
        }
    }

    package func insert(_ items: [QueueItem]) throws -> QueueTransferResult {
        try database.write { database in
            try ChangeSequence.using(database) { sequence in
                var result = QueueTransferResult()
                for item in items {
                    if try QueueTable.insert(item, sequence, database) {
                        result.copied += 1
                    } else if try String.fetchOne(
                        database, sql: "SELECT id FROM queue_item WHERE id = ?", arguments: [item.id]) != nil
                    {
                        result.existing += 1
                    } else {
                        result.duplicates.append(item.id)
                    }
                }
                return result
            }
        }
    }

    package func hostBackoffs() throws -> [String: HostBackoff] { try database.read { try HostBackoffTable.all($0) } }

    package func insert(_ backoffs: [String: HostBackoff]) throws {
        try database.write { database in
            let known = try HostBackoffTable.all(database)
            for (host, backoff) in backoffs where known[host] == nil {
                try HostBackoffTable.set(host, to: backoff, database)
            }
        }
    }
}

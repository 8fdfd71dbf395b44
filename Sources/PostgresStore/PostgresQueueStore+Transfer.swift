package import DownloadQueue

extension PostgresQueueStore: QueueTransferStore {
    package func itemsToTransfer(after position: Int64?, limit: Int) throws -> [QueueTransferItem] {
        try database.read { transaction in
            // The table has no index by position alone, since only this query needs one. It sorts the positions, which
            // takes half a second for a million items.
            try PostgresItems(transaction: transaction).fetch(
                where: "q.position > $1::bigint", [PostgresValue(position ?? .min)],
                "ORDER BY q.position LIMIT \(max(0, limit))"
            ).map { QueueTransferItem(position: $0.position, item: $0.item) }
        }
    }

    package func insert(_ items: [QueueItem]) throws -> QueueTransferResult {
        try database.write { transaction in
            var result = QueueTransferResult()
            guard let inserted = try PostgresItems(transaction: transaction).insert(items)
            else {
                result.copied = items.count
                return result
            }
            let missing = items.map(\.id).filter { !inserted.contains($0) }
            let existing = try transaction.execute(
                "SELECT id FROM leftoff_queue_item WHERE id = ANY($1::text[])", [PostgresValue(array: missing)])
            let ids = Set(existing.rows.compactMap { $0.text(0) })
            result.copied = inserted.count
            result.existing = ids.count
            result.duplicates = missing.filter { !ids.contains($0) }
            return result
        }
    }

    package func hostBackoffs() throws -> [String: HostBackoff] {
        try database.read { try PostgresHosts(transaction: $0).all() }
    }

    package func insert(_ backoffs: [String: HostBackoff]) throws {
        try database.write { transaction in
            let hosts = PostgresHosts(transaction: transaction)
            try hosts.lock(backoffs.keys)
            let known = try hosts.all()
            for (host, backoff) in backoffs.sorted(by: { $0.key < $1.key }) where known[host] == nil {
                try hosts.set(host, to: backoff)
            }
        }
    }
}

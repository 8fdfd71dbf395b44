import ArgumentParser
import Downloads
import Store
import WHATWGURL

/// `leftoff queue list`: the downloads.
struct QueueListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the downloads in the order of work."
    )

    @Option(help: "How to print: table, json or ndjson.")
    var format = ListFormat.table

    func run() throws {
        let items = try SQLiteQueueStore.standard().items(in: nil)
        var output = try OutputStream()
        switch format {
        case .table:
            for row in TextTable(rows: items.map(Self.row)).lines { try output.writeLine(row) }
        case .json:
            try output.write(JSONText.array(items.map(QueueItemJSON.init)))
        case .ndjson:
            for item in items { try output.write(JSONText.line(QueueItemJSON(item))) }
        }
        try output.finish()
    }

    private static func row(_ item: QueueItem) -> [String] {
        let size =
            switch (item.bytes, item.total) {
            case (let bytes, let total?) where bytes < total: "\(ByteText.size(bytes)) of \(ByteText.size(total))"
            case (0, nil): ""
            case (let bytes, _): ByteText.size(bytes)
            }
        return [item.id, item.state.rawValue, size, item.error?.message ?? item.path ?? item.directory, item.url.href]
    }
}

import FoundationEssentials
import HTTPTypes
import Hummingbird
import ImportExport
import NIOCore
import Snapshots

/// `/api/export` and `/api/import`: everything leaves, and comes back.
struct ImportExportRoutes: Sendable {
    let store: any BackupStore
    let now: @Sendable () -> Date
    /// Called when downloads were queued.
    let onQueueChange: @Sendable () -> Void

    /// The most bytes that are taken in: some ten thousand places; the command line takes more.
    static let bodyLimit = 64 << 20
    /// The media types that are taken in; none of them comes from a form of another page.
    private static let mediaTypes: Set<String> = [
        "application/json", "application/octet-stream", "text/csv", "text/html",
    ]

    private struct Receipt: Encodable {
        struct Places: Encodable {
            var added: Int
            var known: Int
        }
        struct Downloads: Encodable {
            var queued: Int
            var ended: Int
        }
        var places: Places
        var downloads: Downloads
        var omissions: [String]
    }

    /// Adds the routes.
    func add(to group: RouterGroup<ServiceContext>) {
        group.get("/api/export", use: export)
        group.post("/api/import", use: takeIn)
    }

    @Sendable
    private func export(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try request.expectParameters(["format"])
        let format = try Self.format(request) ?? .json
        let now = now()
        let name = "leftoff-\(RFC3339.string(now).prefix(10)).\(Self.nameExtension(of: format))"
        let fields: HTTPFields = [
            .contentType: Self.mediaType(of: format), .contentDisposition: "attachment; filename=\"\(name)\"",
        ]
        guard request.method == .get else { return Response(status: .ok, headers: fields) }
        // The first part is there before the answer begins, so that a broken store is told by the status.
        let (first, rest) = try await Self.next(BackupExport(format: format, of: store, at: now))
        return Response(
            status: .ok, headers: fields,
            body: ResponseBody { writer in
                var (part, export) = (first, rest)
                while let bytes = part {
                    try await writer.write(ByteBuffer(bytes: bytes))
                    (part, export) = try await Self.next(export)
                }
                try await writer.finish(nil)
            })
    }

    private static func next(_ export: BackupExport) async throws -> ([UInt8]?, BackupExport) {
        try await Blocking.run {
            var export = export
            let part = try export.next()
            return (part, export)
        }
    }

    @Sendable
    private func takeIn(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try request.expectParameters(["format"])
        let format = try Self.format(request)
        let body = try await request.body(
            limit: Self.bodyLimit, types: Self.mediaTypes, named: Self.mediaTypes.sorted().joined(separator: ", "))
        let (contents, receipt) = try await Blocking.run { [store, now] in
            let contents: BackupContents
            do { contents = try BackupContents(Array(body.readableBytesView), format: format) } catch {
                throw Problem(.unprocessableContent, "\(error)")
            }
            return (contents, try store.takeIn(contents, at: now()))
        }
        if receipt.queuedDownloads > 0 { onQueueChange() }
        return try .json(
            Receipt(
                places: Receipt.Places(added: receipt.addedPlaces, known: receipt.knownPlaces),
                downloads: Receipt.Downloads(queued: receipt.queuedDownloads, ended: contents.finishedCount),
                omissions: contents.omissions))
    }

    private static func format(_ request: Request) throws -> ImportExportFormat? {
        try request.queryValue("format").map { name in
            guard let format = ImportExportFormat(rawValue: name) else {
                let known = ImportExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem(.badRequest, "format must be one of \(known)")
            }
            return format
        }
    }

    /// The media type; bookmarks come as plain text, so that nothing of a page is ever shown as ours.
    private static func mediaType(of format: ImportExportFormat) -> String {
        switch format {
        case .json: "application/json"
        case .bookmarks: "text/plain; charset=utf-8"
        case .csv: "text/csv; charset=utf-8"
        }
    }

    private static func nameExtension(of format: ImportExportFormat) -> String {
        switch format {
        case .json: "json"
        case .bookmarks: "html"
        case .csv: "csv"
        }
    }
}

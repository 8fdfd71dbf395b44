import DownloadQueue
import FoundationEssentials
import HTTPTypes
import Hummingbird
import ImportExport
import NIOCore
import Snapshots
import Timestamps
import Transfer

/// `/api/export` and `/api/import`: all places and downloads as one file.
struct ImportExportRoutes: Sendable {
    let store: any BackupStore
    let settings: SettingsFile
    let now: @Sendable () -> Date
    /// Called when downloads have been added to the queue.
    let onQueueChange: @Sendable () -> Void

    /// The maximum size of an imported file, in bytes: enough for some ten thousand places.
    ///
    /// The command line accepts larger files.
    static let bodyLimit = 64 << 20
    /// The accepted media types, none of which an HTML form on another page can send.
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

    /// The routes.
    var routes: [Route] { [.get("/api/export", export), .post("/api/import", importFile)] }

    @Sendable
    private func export(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try request.expectParameters(["format"])
        let format = try Self.format(request) ?? .json
        let now = now()
        let name = "leftoff-\(RFC3339.string(now).prefix(10)).\(format.fileExtension)"
        let fields: HTTPFields = [
            .contentType: format.mediaType, .contentDisposition: "attachment; filename=\"\(name)\"",
        ]
        guard request.method == .get else { return Response(status: .ok, headers: fields) }
        // The first part is read before the response begins, so that an error of the store determines the status.
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
    private func importFile(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try request.expectParameters(["format"])
        let format = try Self.format(request)
        let body = try await request.body(
            limit: Self.bodyLimit, types: Self.mediaTypes,
            named: "one of " + Self.mediaTypes.sorted().joined(separator: ", "))
        let (contents, receipt) = try await Blocking.run { [store, settings, now] in
            var contents: BackupContents
            do { contents = try BackupContents(Array(body.readableBytesView), format: format) } catch {
                throw Problem(.unprocessableContent, "\(error)")
            }
            contents.restrict(to: .publicExcept(hosts: settings.allowedPrivateHosts))
            return (contents, try store.importContents(contents, at: now()))
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
}

extension BackupContents {
    /// Applies the service's address policy to the downloads, whose URLs may come from a hostile page.
    ///
    /// A download whose URL names a private host is left out. The others are checked again when they run.
    fileprivate mutating func restrict(to policy: IPAddressPolicy) {
        let refused = downloads.map(\.item.url).filter { !policy.allowsHost(of: $0) }
        omissions += refused.map { Problem.privateAddress($0).detail }
        downloads.removeAll { !policy.allowsHost(of: $0.item.url) }
        for index in downloads.indices { downloads[index].item.privateHosts = .none }
    }
}

import DownloadQueue
import FoundationEssentials
import HTTPTypes
import Hummingbird
import ImportExport
import Logging
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
        "application/json", "application/octet-stream", "application/zip", "text/csv", "text/html",
    ]

    private struct Receipt: Encodable {
        struct Places: Encodable {
            var added: Int
            var known: Int
            var highlights: Int
            var approximate: Int
        }
        struct Downloads: Encodable {
            var queued: Int
            var ended: Int
        }
        var format: String
        var places: Places
        var downloads: Downloads
        var windows: Int
        var copies: Int
        var unreadable: Int
        var omissions: [String]

        init(_ receipt: ImportReceipt, omissions others: [String]) {
            let stored = receipt.stored
            format = receipt.format.rawValue
            places = Places(
                added: stored.addedPlaces, known: stored.knownPlaces, highlights: receipt.highlights,
                approximate: receipt.approximate)
            downloads = Downloads(queued: stored.queuedDownloads, ended: receipt.endedDownloads)
            windows = stored.addedWindows
            copies = receipt.copies
            unreadable = receipt.unreadable
            omissions = receipt.omissions + others
        }
    }

    /// The routes.
    var routes: [Route] { [.get("/api/export", export), .post("/api/import", importFile)] }

    @Sendable
    private func export(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try request.expectParameters(["format", "copies"])
        let format = try Self.format(request, ImportExportFormat.self) ?? .json
        let copies = request.queryValue("copies") ?? "true"
        guard copies == "true" || copies == "false" else {
            throw Problem(.badRequest, "copies must be true or false")
        }
        let now = now()
        let name = "leftoff-\(RFC3339.string(now).prefix(10)).\(format.fileExtension)"
        let fields: HTTPFields = [
            .contentType: format.mediaType, .contentDisposition: "attachment; filename=\"\(name)\"",
        ]
        guard request.method == .get else { return Response(status: .ok, headers: fields) }
        // The first part is read before the response begins, so that an error of the store determines the status.
        let (first, rest) = try await Self.next(
            BackupExport(format: format, of: store, at: now, hasCopies: copies == "true"))
        return Response(
            status: .ok, headers: fields,
            body: ResponseBody { writer in
                var (part, export) = (first, rest)
                while let bytes = part {
                    try await writer.write(ByteBuffer(bytes: bytes))
                    (part, export) = try await Self.next(export)
                }
                for line in export.omissions {
                    context.logger.warning("the export is incomplete", metadata: ["reason": "\(line)"])
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
        let format = try Self.format(request, ImportFormat.self)
        let body = try await request.body(
            limit: Self.bodyLimit, types: Self.mediaTypes,
            named: "one of " + Self.mediaTypes.sorted().joined(separator: ", "))
        let (receipt, refusals) = try await Blocking.run { [store, settings, now] in
            do {
                var file = try FileImport(Array(body.readableBytesView), format: format)
                let refusals = file.restrictDownloads(to: .publicExcept(hosts: settings.allowedPrivateHosts))
                return (try file.store(in: store, at: now()), refusals)
            } catch let error as ImportExportError {
                throw Problem(.unprocessableContent, "\(error)")
            }
        }
        if receipt.stored.queuedDownloads > 0 { onQueueChange() }
        return try .json(Receipt(receipt, omissions: refusals))
    }

    private static func format<Format: RawRepresentable & CaseIterable>(
        _ request: Request, _: Format.Type
    ) throws -> Format? where Format.RawValue == String {
        try request.queryValue("format").map { name in
            guard let format = Format(rawValue: name) else {
                let known = Format.allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem(.badRequest, "format must be one of \(known)")
            }
            return format
        }
    }
}

extension FileImport {
    /// Applies the service's address policy to the downloads, whose URLs may come from a hostile page.
    ///
    /// A download whose URL names a private host is left out. The others are checked again when they run.
    ///
    /// - Returns: The messages about the downloads that were left out.
    fileprivate mutating func restrictDownloads(to policy: IPAddressPolicy) -> [String] {
        let refused = downloads.map(\.item.url).filter { !policy.allowsHost(of: $0) }
        var allowed = downloads.filter { policy.allowsHost(of: $0.item.url) }
        for index in allowed.indices { allowed[index].item.privateHosts = .none }
        downloads = allowed
        return refused.map { Problem.privateAddress($0).detail }
    }
}

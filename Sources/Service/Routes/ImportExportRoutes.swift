import DownloadQueue
import Fetching
import FoundationEssentials
import HTTPTypes
import Hummingbird
import ImportExport
import Logging
import NIOCore
import Places
import Syntax

/// `/api/export` and `/api/import`: all places and downloads as one file.
struct ImportExportRoutes: Sendable {
    let store: any BackupStore
    let settings: SettingsFile
    /// The directories below which the files of downloads are saved.
    let directories: ConfirmedDirectories
    let now: @Sendable () -> Date
    /// The imports that are received, read or waiting.
    let imports = Allowance(limit: Self.importLimit)
    /// Called when downloads have been added to the queue.
    let onQueueChange: @Sendable () -> Void

    /// The maximum size of an imported file, in bytes: enough for some ten thousand places.
    ///
    /// The command line accepts larger files.
    static let bodyLimit = 64 << 20
    /// The maximum number of entries of an imported file.
    ///
    /// They are stored in one transaction, for which all other requests and commands wait some seconds.
    private static let entryLimit = 100_000
    /// The maximum number of imports that are received, read or waiting.
    ///
    /// Each holds its whole file in memory.
    private static let importLimit = 2
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
        struct Loss: Encodable {
            var what: String
            var count: Int
        }
        var format: String
        var places: Places
        var downloads: Downloads
        var windows: Int
        var knownWindows: Int
        var copies: Int
        var tags: Int
        var marks: Int
        var unreadable: Int
        var omissions: [String]
        var losses: [Loss]

        init(_ receipt: ImportReceipt, omissions others: [String]) {
            let stored = receipt.stored
            format = receipt.format.rawValue
            places = Places(
                added: stored.addedPlaces, known: stored.knownPlaces, highlights: receipt.highlights,
                approximate: receipt.approximate)
            downloads = Downloads(queued: stored.queuedDownloads, ended: receipt.endedDownloads)
            windows = stored.addedWindows
            knownWindows = receipt.knownWindows
            copies = receipt.copies
            (tags, marks) = (receipt.tags, receipt.marks)
            unreadable = receipt.unreadable
            omissions = receipt.omissions + others
            losses = receipt.losses.map { Loss(what: $0.what, count: $0.count) }
        }
    }

    /// The downloads and the contents of a file that is not imported yet.
    private struct Preview: Encodable, Sendable {
        struct Plan: Encodable {
            struct Directory: Encodable {
                var path: String
                var count: Int
            }
            struct Kind: Encodable {
                var what: String
                var count: Int
            }
            var downloads: Int
            var directories: [Directory]
            var dropped: [Kind]
        }
        var plan: Plan
        var summary: JSONValue

        init(_ downloads: Downloads, _ summary: ImportSummary) {
            self.summary = summary.json
            var dropped = downloads.plan.omissions.kinds.map { Plan.Kind(what: $0.what, count: $0.count) }
            if !downloads.refused.isEmpty {
                dropped.append(Plan.Kind(what: "addresses that are not public", count: downloads.refused.count))
            }
            plan = Plan(
                downloads: downloads.plan.downloads.count,
                directories: downloads.plan.directories.map { Plan.Directory(path: $0.path, count: $0.count) },
                dropped: dropped)
        }
    }

    /// The downloads of a file that the service accepts, and those that it refuses.
    private struct Downloads: Sendable {
        var plan = DownloadPlan()
        /// A message about each download whose URL is not public.
        var refused: [String] = []
    }

    /// The outcome of a request.
    private enum Outcome: Sendable {
        case preview(Preview)
        case imported(ImportReceipt, Downloads)
    }

    /// The routes.
    var routes: [Route] { [.get("/api/export", acceptsTickets: true, export), .post("/api/import", importFile)] }

    @Sendable
    private func export(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try request.expectParameters(["format", "copies", "ticket"])
        let format = try Self.format(request, ImportExportFormat.self) ?? .json
        let copies = try Self.flag("copies", of: request, standard: true)
        let now = now()
        let name = "leftoff-\(RFC3339.string(now).prefix(10)).\(format.fileExtension)"
        let fields: HTTPFields = [
            .contentType: format.mediaType, .contentDisposition: "attachment; filename=\"\(name)\"",
        ]
        guard request.method == .get else { return Response(status: .ok, headers: fields) }
        // The first part is read before the response begins, so that an error of the store determines the status.
        let (first, rest) = try await Self.next(
            BackupExport(format: format, of: store, at: now, hasCopies: copies))
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
        try request.expectParameters(["format", "preview", "downloads"])
        let format = try Self.format(request, ImportFormat.self)
        let isPreview = try Self.flag("preview", of: request, standard: false)
        let hasDownloads = try Self.flag("downloads", of: request, standard: true)
        guard imports.reserve(1) else { throw Problem.busy("other files are being imported") }
        defer { imports.release(1) }
        let outcome = try await RequestCancellation.observe { cancellation in
            let body = try await request.body(
                limit: Self.bodyLimit, types: Self.mediaTypes,
                named: "one of " + Self.mediaTypes.sorted().joined(separator: ", "))
            return try await Blocking.runImport { [store, now] in
                do {
                    try cancellation.check()
                    var file = try FileImport(
                        Array(body.readableBytesView), format: format, entryLimit: Self.entryLimit, now: now(),
                        check: cancellation.check)
                    let downloads = hasDownloads ? try self.downloads(of: file) : Downloads()
                    if isPreview {
                        return Outcome.preview(Preview(downloads, try file.summary(check: cancellation.check)))
                    }
                    let receipt = try file.store(
                        in: store, downloads: downloads.plan, at: now(), check: cancellation.check)
                    return Outcome.imported(receipt, downloads)
                } catch let error as ImportExportError {
                    throw Problem(.unprocessableContent, "\(error)")
                }
            }
        }
        switch outcome {
        case .preview(let preview): return try .json(preview)
        case .imported(let receipt, let downloads):
            if receipt.stored.queuedDownloads > 0 { onQueueChange() }
            return try .json(Receipt(receipt, omissions: downloads.plan.omissions.notes + downloads.refused))
        }
    }

    /// Returns the downloads of a file, whose URLs may come from a hostile page.
    ///
    /// A download whose URL names a private host is refused. The others are checked again when they run.
    private func downloads(of file: FileImport) throws -> Downloads {
        guard file.hasDownloads else { return Downloads() }
        let destination = try directories.destination(choosing: settings.current.downloadDirectory)
        let rules = ListRules(
            directory: destination.directory, root: destination.root, allowsOwnPrivateHost: false)
        let policy = IPAddressPolicy.publicExcept(hosts: settings.allowedPrivateHosts)
        var downloads = Downloads(plan: file.plan(rules))
        downloads.refused = downloads.plan.downloads.map(\.item.url).filter { !policy.allowsHost(of: $0) }
            .map { Problem.privateAddress($0).detail }
        downloads.plan.downloads.removeAll { !policy.allowsHost(of: $0.item.url) }
        return downloads
    }

    private static func flag(_ name: String, of request: Request, standard: Bool) throws -> Bool {
        switch request.queryValue(name) {
        case nil: standard
        case "true": true
        case "false": false
        default: throw Problem(.badRequest, "\(name) must be true or false")
        }
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

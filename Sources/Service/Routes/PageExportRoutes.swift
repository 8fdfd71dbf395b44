import HTTPTypes
import Hummingbird
import ImportExport
import NIOCore
import Places
import Syntax

/// `/api/pages/export`: the highlights and notes of a page as a file.
struct PageExportRoutes: Sendable {
    let archive: any SnapshotArchive
    /// The maximum size of the places in an export, in bytes of JSON.
    private let byteLimit: Int
    /// The bytes of places that all exports hold in memory at the moment.
    private let held = Allowance(limit: 2 * Self.standardLimit)

    /// The maximum size of the places in an export by default: enough for some thousand highlights.
    private static let standardLimit = 32 << 20
    /// The number of places that are read at once; they occupy at most 6 MB.
    private static let batchLength = 100
    /// The maximum length of a file's name without its extension.
    private static let nameLength = 80

    /// Creates the routes.
    ///
    /// - Parameters:
    ///   - archive: The store of the places.
    ///   - byteLimit: The maximum size of the places in an export, in bytes of JSON. The command line has no such
    ///     limit.
    init(archive: any SnapshotArchive, byteLimit: Int = Self.standardLimit) {
        self.archive = archive
        self.byteLimit = byteLimit
    }

    /// The routes.
    var routes: [Route] { [.get("/api/pages/export", export)] }

    @Sendable
    private func export(_ request: Request, _ context: ServiceContext) async throws -> Response {
        try request.expectParameters(["page", "as"])
        let key = try PageParameter.pageKey(of: request)
        guard let format = request.queryValue("as").flatMap(HighlightFormat.init) else {
            let names = HighlightFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(.badRequest, "as must be one of \(names)")
        }
        let (name, bytes, damaged) = try await Blocking.run { try file(of: key, format) }
        context.report(damaged)
        return .text(
            ByteBuffer(bytes: bytes), type: format.mediaType,
            fields: [.contentDisposition: "attachment; filename=\"\(name)\""])
    }

    /// Returns the name and the content of a page's file, and the places that cannot be read.
    private func file(
        of key: String, _ format: HighlightFormat
    ) throws -> (name: String, bytes: [UInt8], damaged: [UnreadableRecord]) {
        var reserved = 0
        defer { held.release(reserved) }
        let (places, damaged) = try places(of: key, withNotes: format == .markdown) { byteCount in
            guard held.reserve(byteCount) else { throw Problem.busy("other pages are being exported") }
            reserved += byteCount
        }
        guard let first = places.first else { throw Problem(.notFound, "no place of this page is stored") }
        var export = HighlightExport(format: format)
        let bytes = export.opening + export.entry(of: places) + export.closing
        return ("\(Self.fileName(of: first.snapshot)).\(format.fileExtension)", bytes, damaged)
    }

    /// Returns the place to resume, and the places of its page with something to export, newest first.
    ///
    /// - Parameters:
    ///   - key: The key of the page.
    ///   - hasNotes: True to return places with tags or a note too, false for highlights only.
    ///   - reserve: Called with the size of each place, before it is kept in memory; its error ends the reading.
    /// - Returns: The places, and those that cannot be read.
    /// - Throws: `Problem` (422) if they are too large together, the archive's error, or that of `reserve`.
    func places(
        of key: String, withNotes hasNotes: Bool, reserve: (Int) throws -> Void = { _ in }
    ) throws -> (places: [StoredSnapshot], damaged: [UnreadableRecord]) {
        var listing = SnapshotListing(pageKey: key, limit: Self.batchLength)
        var places: [StoredSnapshot] = []
        var damaged: [UnreadableRecord] = []
        var byteCount = 0
        while true {
            let list = try archive.list(listing)
            damaged += list.damaged
            for place in list.snapshots {
                let isExported = place.isHighlight || hasNotes && place.metadata != SnapshotMetadata()
                // The place to resume can occur once more at its own position.
                guard places.isEmpty || isExported, place.id != places.first?.id else { continue }
                let size = place.snapshot.encoded().count + place.metadata.note.utf8.count
                byteCount += size
                guard byteCount <= byteLimit else {
                    throw Problem(
                        .unprocessableContent,
                        "the highlights of this page exceed \(byteLimit) bytes: use 'leftoff export'")
                }
                try reserve(size)
                places.append(place)
            }
            guard let next = list.next else { return (places, damaged) }
            listing.before = next
        }
    }

    /// Returns a name for the file of a page: its site and the words of its title.
    ///
    /// A title is the page's text. Therefore the name has only letters, digits, dots and hyphens of ASCII, begins with
    /// a letter or digit, and has the site first, so that it is never the name of a device.
    ///
    /// - Parameter snapshot: The place to resume.
    /// - Returns: The name without an extension.
    static func fileName(of snapshot: PageSnapshot) -> String {
        let site = snapshot.site.utf8.filter { ASCII.isAlphanumeric($0) || ".-".utf8.contains($0) }
        let words = (snapshot.title ?? "").utf8.split { !ASCII.isAlphanumeric($0) }.map { Array($0) }
        let parts = ([Array(site)] + words).filter { !$0.isEmpty }
        let whole = Array(parts.joined(separator: "-".utf8))
        let name = whole.drop { !ASCII.isAlphanumeric($0) }.prefix(nameLength)
        let end = name.lastIndex(where: ASCII.isAlphanumeric)
        return end.map { String(decoding: name[...$0], as: UTF8.self) } ?? "page"
    }
}

package import DownloadQueue
import FileFormats
import Syntax
import WHATWGURL

/// The queue in a format of another program.
///
/// ```swift
/// func printForAria2(_ items: [QueueItem]) throws {
///     let export = try QueueExportFormat.aria2.export(items)
///     print(export.text)
///     for note in export.notes {
///         print("note: \(note)")
///     }
/// }
/// ```
package struct QueueExport: Sendable, Hashable {
    /// The content of the file.
    package var text: String

    /// A message for the user about each kind of data that was omitted or that the format cannot represent.
    package var notes: [String]

    /// A message for the user about each download that was left out, because one of its fields would change the meaning
    /// of the file.
    package var problems: [String] = []
}

/// A format in which the queue can be exported.
package enum QueueExportFormat: String, Sendable, CaseIterable {
    /// An input file for `aria2c -i`.
    case aria2
    /// A list of URLs for `wget -i`.
    case wget
    /// A configuration file for `curl -K`.
    case curl
    /// A list of URLs for `yt-dlp -a`.
    case ytDLP = "yt-dlp"
    /// Metalink 4 (RFC 5854).
    case metalink
    /// One URL per line.
    case lines
    /// The queue's own JSON, which another queue can import without loss.
    case json

    /// The properties of the format.
    private var descriptor: QueueExportDescriptor {
        switch self {
        case .aria2: .aria2
        case .wget, .ytDLP, .lines: .addresses
        case .curl: .curl
        case .metalink: .metalink
        case .json: .json
        }
    }

    /// Writes downloads in this format.
    ///
    /// - Parameters:
    ///   - items: Downloads in the order in which they are to be written.
    ///   - includesCredentials: True to write user names, passwords, and header fields that may be secret
    ///     (``HeaderField/isHarmless``).
    /// - Returns: The text, and messages about what it does not contain. A download whose address is not http or https
    ///   is left out, and so is one with a line break or a NUL in a field, if the format consists of lines.
    /// - Throws: `EncodingError` if JSON cannot be written.
    package func export(_ items: [QueueItem], includesCredentials: Bool = false) throws -> QueueExport {
        let exported = items.map { ExportItem($0, includesCredentials: includesCredentials) }
        let problems = exported.compactMap(descriptor.problem)
        let safe = problems.isEmpty ? exported : exported.filter { descriptor.problem(with: $0) == nil }
        return QueueExport(
            text: try descriptor.text(of: safe), notes: notes(safe), problems: problems.map(\.description))
    }

    private func notes(_ items: [ExportItem]) -> [String] {
        var notes: [String] = []
        for field in ExportField.allCases where !descriptor.fields.contains(field) {
            let count = items.count { $0.hasValue(for: field) }
            guard count > 0 else { continue }
            notes.append("\(rawValue) cannot represent the \(field.rawValue) of \(Self.counted(count))")
        }
        let secret = items.count { $0.omitsCredentials }
        if secret > 0 { notes.append("credentials of \(Self.counted(secret)) were left out") }
        // curl looks up each host of a redirect by its name alone, and has the entry `default` for all.
        let passwords = self == .curl ? items.count { $0.netrcPath != nil } : 0
        if passwords > 0 {
            notes.append(
                "curl also looks for passwords in the netrc file of \(Self.counted(passwords)) after a redirect to "
                    + "another host or port")
        }
        return notes
    }

    private static func counted(_ count: Int) -> String { count == 1 ? "1 download" : "\(count) downloads" }
}

/// The description of an export format: the properties that it can express, and its writer.
///
/// To add a format, add its descriptor here and its case to ``QueueExportFormat``.
struct QueueExportDescriptor {
    /// The writer of a format.
    private enum Writer {
        /// A list of lines, in which no value can contain a line break.
        case list(any DownloadList, ExportNames)
        /// The queue's own JSON, which can escape every character.
        case json
    }

    /// The properties that the format can express, besides the URL.
    let fields: Set<ExportField>
    private let writer: Writer

    /// An input file of aria2.
    static let aria2 = QueueExportDescriptor(
        fields: [.directory, .name, .checksum, .referer, .headers, .userAgent, .proxy],
        writer: .list(Aria2List(), .aria2))
    /// One URL per line.
    static let addresses = QueueExportDescriptor(
        fields: [], writer: .list(AddressList(), ExportNames(naming: .never, hasDirectories: false)))
    /// A configuration file of curl.
    static let curl = QueueExportDescriptor(
        fields: [.directory, .name, .referer, .headers, .userAgent, .proxy, .netrcPath, .cookiesPath],
        writer: .list(CurlConfiguration(), ExportNames(naming: .always, hasDirectories: true)))
    /// A Metalink 4 document.
    static let metalink = QueueExportDescriptor(
        fields: [.name, .checksum],
        writer: .list(MetalinkDocument(), ExportNames(naming: .always, hasDirectories: false)))
    /// The queue's own JSON.
    static let json = QueueExportDescriptor(fields: Set(ExportField.allCases), writer: .json)

    /// Returns the reason why a download is not written in the format; nil if it is.
    func problem(with item: ExportItem) -> QueueError? {
        do throws(QueueError) {
            try item.checkAddress()
            if case .list = writer { try item.checkLines() }
            return nil
        } catch {
            return error
        }
    }

    /// Returns downloads in the format.
    ///
    /// - Parameter items: The downloads in the order in which they are to be written, each without a
    ///   ``problem(with:)``.
    /// - Returns: The content of a file.
    /// - Throws: `EncodingError` if JSON cannot be written.
    func text(of items: [ExportItem]) throws -> String {
        switch writer {
        case .list(let list, let names):
            return list.text(of: names.applied(to: items.map(\.entry)))
        case .json: return try JSONExport.text(items)
        }
    }
}

/// A download to export, without its credentials unless they are requested.
struct ExportItem {
    let item: QueueItem
    /// The URL without its fragment, which is not sent to servers.
    let url: WebURL
    /// The file name, chosen by the user or by a worker, and made safe, because a row may contain any text.
    private let name: String?
    let referer: String?
    let headers: [HeaderField]
    let proxy: String?
    let netrcPath: String?
    let cookiesPath: String?
    let omitsCredentials: Bool

    init(_ item: QueueItem, includesCredentials: Bool) {
        var item = item
        item.fileName = item.fileName.flatMap(FileName.chosen)
        self.item = item
        let whole = item.url.withoutFragment()
        url = includesCredentials ? whole : whole.withoutCredentials()
        name = item.fileName ?? item.name.flatMap(FileName.chosen)
        referer = includesCredentials ? item.referer : item.referer.flatMap(Self.plainReferer)
        headers = includesCredentials ? item.headers : item.headers.filter(\.isHarmless)
        let proxyURL = item.request.proxy.flatMap { WebURL($0) }
        // If a proxy URL cannot be parsed, it may contain a password anywhere.
        let isPlainProxy = proxyURL.map { !$0.hasCredentials } ?? false
        proxy = includesCredentials || isPlainProxy ? item.request.proxy : nil
        netrcPath = includesCredentials ? item.request.netrcPath : nil
        cookiesPath = includesCredentials ? item.request.cookiesPath : nil
        omitsCredentials =
            headers.count < item.headers.count || url != whole || referer != item.referer
            || proxy != item.request.proxy
            || netrcPath != item.request.netrcPath || cookiesPath != item.request.cookiesPath
    }

    /// Checks that the address is one that a queue accepts; other programs would read local files for some others.
    ///
    /// - Throws: ``QueueError/unsupportedAddress(id:)``.
    func checkAddress() throws(QueueError) {
        guard url.isHTTP else { throw .unsupportedAddress(id: item.id) }
    }

    /// Checks that no field would change the meaning of a line-based file.
    ///
    /// - Throws: ``QueueError/unsafeExport(id:field:)`` if a field contains a line break or a NUL.
    func checkLines() throws(QueueError) {
        try check("directory", item.directory)
        try check("name", name ?? "")
        try check("referer", referer ?? "")
        try check("user agent", item.request.userAgent ?? "")
        try check("proxy", proxy ?? "")
        try check("netrc file", netrcPath ?? "")
        try check("cookie file", cookiesPath ?? "")
        for field in headers { try check("header \(field.name.prefix(40))", field.name + field.value) }
    }

    /// The download as an entry of a download list.
    var entry: DownloadEntry {
        DownloadEntry(
            url: url,
            file: DownloadEntry.File(
                directory: item.directory, name: name,
                digest: item.checksum.map { DownloadEntry.Digest(type: $0.algorithm.listName, digits: $0.digest) },
                byteCount: item.total.flatMap { Int(exactly: $0) }),
            request: DownloadEntry.Request(
                referer: referer, headers: headers.map { "\($0.name): \($0.value)" },
                userAgent: item.request.userAgent, proxy: proxy, netrcPath: netrcPath, cookiesPath: cookiesPath))
    }

    /// Returns true if the download has a value for a field.
    func hasValue(for field: ExportField) -> Bool {
        switch field {
        case .directory: true
        case .name: item.name != nil
        case .checksum: item.checksum != nil
        case .referer: referer != nil
        case .headers: !headers.isEmpty
        case .userAgent: item.request.userAgent != nil
        case .proxy: proxy != nil
        case .netrcPath: netrcPath != nil
        case .cookiesPath: cookiesPath != nil
        }
    }

    /// Returns a referer without user name and password; nil if they cannot be removed.
    private static func plainReferer(_ referer: String) -> String? {
        guard let url = WebURL(referer), url.hasCredentials else { return referer }
        return url.isHTTP ? url.withoutCredentials().href : nil
    }

    private func check(_ field: String, _ value: String) throws(QueueError) {
        guard DownloadEntry.fitsLine(value) else {
            throw .unsafeExport(id: item.id, field: field.filter { !$0.isNewline && $0 != "\0" })
        }
    }
}

/// A property of a download that some export formats cannot represent; the raw value is its name in messages.
enum ExportField: String, CaseIterable {
    case directory
    case name
    case checksum
    case referer
    case headers = "header fields"
    case userAgent = "user agent"
    case proxy
    case netrcPath = "netrc file"
    case cookiesPath = "cookie file"
}

/// An assignment of unique file names to exported downloads, so that no file overwrites another.
struct ExportNames {
    /// The cases in which a download without a chosen name is given one.
    enum Naming {
        /// Names are never given, because the format cannot represent them.
        case never
        /// A name is given only if another file already has the name that the importing program would choose.
        case whereRepeated
        /// Names are always given, because the format requires them.
        case always
    }

    let naming: Naming
    /// True if the format specifies a directory for each file; otherwise all files share one directory.
    let hasDirectories: Bool

    /// The assignment for aria2, which derives a missing name from the URL or the response.
    static let aria2 = ExportNames(naming: .whereRepeated, hasDirectories: true)

    /// Assigns unique names to the downloads of a list.
    ///
    /// - Parameter entries: Downloads in export order, with or without names.
    /// - Returns: The downloads in the same order. Chosen names are assigned first, so that they are kept.
    func applied(to entries: [DownloadEntry]) -> [DownloadEntry] {
        guard naming != .never else { return entries }
        var names: [String: UniqueNames] = [:]
        func uniqueName(_ name: String, for entry: DownloadEntry) -> String {
            // Files without a directory all go to the same one.
            names[hasDirectories ? entry.file.directory ?? "" : "", default: UniqueNames()].insert(name)
        }
        var named = entries
        for (index, entry) in entries.enumerated() {
            if let name = entry.file.name { named[index] = entry.named(uniqueName(name, for: entry)) }
        }
        for (index, entry) in entries.enumerated() where entry.file.name == nil {
            if naming == .always {
                named[index] = entry.named(uniqueName(entry.anyName, for: entry))
            } else if entry.url.query == nil {
                // A URL with a query usually leads to a program, and its server sends a better name.
                let guess = FileName.inPath(of: entry.url) ?? "index.html"
                let name = uniqueName(guess, for: entry)
                if name != guess || FileName.isDangerous(inPathOf: entry.url) { named[index] = entry.named(name) }
            }
        }
        return named
    }
}

import DownloadQueue
import FileFormats
import FoundationEssentials
import Syntax
package import WHATWGURL

/// The JSON properties of an item that another queue needs to import it, in addition to those that `queue list` prints.
struct PortableItem: Codable {
    private struct Field: Codable {
        var name: String
        var value: String
    }

    /// A priority of any size, which is moved into the range of requests.
    private struct Priority: Codable {
        let number: Int

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let range = NewQueueItem.priorities
            if let number = try? container.decode(Double.self), abs(number) > Double(range.upperBound) {
                self.number = Int(clamping: number, to: range)
            } else {
                number = try container.decode(Int.self)
            }
        }

        func encode(to encoder: any Encoder) throws { try number.encode(to: encoder) }
    }

    /// The private hosts that the download may contact; see `PrivateHosts`.
    private struct Hosts: Codable {
        var own: Bool?
        var others: [String]?
    }

    var url: String
    var state: String?
    private var path: String?
    private var directory: String?
    private var name: String?
    private var suggestedName: String?
    /// True if an HTML page is accepted; missing otherwise.
    private var acceptsHTML: Bool?
    private var checksum: String?
    private var referer: String?
    private var headers: [Field]?
    private var userAgent: String?
    private var proxy: String?
    private var netrc: String?
    private var cookies: String?
    private var snapshot: String?
    private var startAt: String?
    private var priority: Priority?
    /// Missing if only the host of the URL may be private, as for a URL that the user named.
    private var privateHosts: Hosts?

    /// Creates the properties from an item whose credentials may have been removed.
    init(_ exported: ExportItem) {
        let request = exported.item.request
        url = exported.url.href
        directory = request.directory
        name = request.name
        suggestedName = request.suggestedName
        acceptsHTML = request.acceptsHTML ? true : nil
        checksum = request.checksum?.description
        referer = exported.referer
        headers = exported.headers.isEmpty ? nil : exported.headers.map { Field(name: $0.name, value: $0.value) }
        userAgent = request.userAgent
        proxy = exported.proxy
        netrc = exported.netrcPath
        cookies = exported.cookiesPath
        snapshot = request.snapshot
        startAt = request.startAt.map { RFC3339.string($0, includesMilliseconds: false) }
        if request.privateHosts != .own {
            privateHosts = Hosts(own: request.privateHosts.includesOwn, others: request.privateHosts.others.sorted())
        }
    }

    /// Returns the entry that the properties describe.
    ///
    /// - Parameter url: The URL of the file, already validated.
    /// - Returns: The entry of a list.
    /// - Throws: An error whose description is a message for the user.
    func listed(_ url: WebURL) throws -> ListedDownload {
        var listed = ListedDownload(url: url)
        listed.directory = directory
        listed.name = try name.map { name in
            guard let safe = FileName.safe(name) else {
                throw DownloadField.Refusal(description: "\(name): not a valid file name")
            }
            return safe
        }
        let slash = path?.utf8.lastIndex(of: UInt8(ascii: "/"))
        if directory == nil, let path, let slash, slash != path.startIndex {
            listed.directory = String(path[..<slash])
            listed.name = FileName.safe(path)
        }
        listed.suggestedName = suggestedName.flatMap(FileName.safe)
        listed.acceptsHTML = acceptsHTML ?? false
        listed.checksum = try checksum.map { try Checksum($0) }
        listed.headers = try (headers ?? []).map {
            try DownloadField.checked(HeaderField(name: $0.name, value: $0.value))
        }
        listed.referer = referer
        listed.userAgent = userAgent
        listed.proxy = proxy
        listed.netrcPath = netrc
        listed.cookiesPath = cookies
        listed.snapshot = snapshot
        listed.startAt = try startAt.map { text in
            guard let date = RFC3339.date(text) else {
                throw DownloadField.Refusal(description: "startAt is not a time")
            }
            return date
        }
        listed.priority = priority?.number ?? 0
        if let hosts = privateHosts {
            let others = try (hosts.others ?? []).map { host in
                guard let name = WebURL.hostname(ofHost: host) else {
                    throw DownloadField.Refusal(description: "privateHosts contains a value that is not a host")
                }
                return name
            }
            listed.privateHosts = PrivateHosts(includesOwn: hosts.own ?? false, others: Set(others))
        }
        for value in [listed.directory, referer, userAgent, proxy, netrc, cookies] {
            guard DownloadField.isText(value ?? "") else {
                throw DownloadField.Refusal(description: "a value contains a control character")
            }
        }
        return listed
    }
}

extension ListedDownload {
    /// Creates an entry from an object of the queue's JSON.
    ///
    /// - Parameters:
    ///   - json: The object, in UTF-8.
    ///   - url: The URL of the file, already validated; the URL in the object is ignored.
    /// - Throws: ``DownloadField/Refusal`` if a property is invalid; `DecodingError` if the object cannot be decoded.
    package init(json: [UInt8], url: WebURL) throws {
        do {
            let item = try JSONDecoder().decode(PortableItem.self, from: Data(json))
            self = try item.listed(url)
        } catch DecodingError.typeMismatch(_, let context) {
            throw DownloadField.Refusal(
                description: "\(context.codingPath.first?.stringValue ?? "the item") has the wrong type")
        }
    }
}

/// A writer of the queue's own JSON, with one item per line.
///
/// An item has the properties that `queue list` prints and those that another queue needs to import it.
enum JSONExport {
    private struct Item: Encodable {
        let exported: ExportItem

        func encode(to encoder: any Encoder) throws {
            try PortableItem(exported).encode(to: encoder)
            var item = exported.item
            item.request.url = exported.url
            // Credentials that are not to be included have already been removed from the item.
            try QueueItemJSON(item, includesCredentials: true).encode(to: encoder)
        }
    }

    static func text(_ items: [ExportItem]) throws -> String {
        let lines = try items.map(line)
        return lines.isEmpty ? "[]\n" : "[\n\(lines.joined(separator: ",\n"))\n]\n"
    }

    static func line(_ item: ExportItem) throws -> String {
        String(decoding: try JSONText.encode(Item(exported: item)), as: UTF8.self)
    }
}

extension QueueItem {
    /// Returns the item as JSON that another queue can import.
    ///
    /// - Parameter includesCredentials: True to include user names, passwords, and header fields, any of which may be a
    ///   secret.
    /// - Returns: A JSON object on one line.
    /// - Throws: `EncodingError`.
    func portableJSON(includesCredentials: Bool) throws -> String {
        var item = self
        if !includesCredentials { item.request.headers = [] }
        return try JSONExport.line(ExportItem(item, includesCredentials: includesCredentials))
    }
}

/// A parser of the queue's own JSON: an array of items, or one item per line.
enum JSONImport {
    /// The maximum size of an item in bytes; parsed, it takes 25 times as much memory.
    ///
    /// An item has some hundred bytes, unless it has thousands of header fields.
    private static let itemLimit = 16 << 20

    static func read(_ bytes: [UInt8], into result: inout QueueImport) {
        // Each item is parsed by itself, so that a list takes no more memory than its bytes and its items.
        let text = bytes.starts(with: TextLines.mark) ? Array(bytes.dropFirst(TextLines.mark.count)) : bytes
        let document = try? JSONOutline(text)
        let first = text.first { !TextLines.isBlank($0) && !TextLines.isEnd($0) }
        if first == UInt8(ascii: "[") {
            do { try readArray(document, into: &result) } catch {
                result.reject("", line: 1, "expected an array of downloads")
            }
            return
        }
        // A single item may span several lines.
        if let document, let item = try? item(text[document.root]) {
            add(item, line: 1, &result)
            return
        }
        for line in TextLines(text) where !result.isEnded {
            do {
                add(try item(line.text.utf8), line: line.number, &result)
            } catch DecodingError.dataCorrupted where result.items.isEmpty && result.problems.isEmpty {
                // If the first line is not JSON, the whole file is not, so one message is enough.
                result.reject(
                    "", line: line.number, "not JSON: expected an array of downloads, or one download per line")
                return
            } catch {
                result.reject(line.text, line: line.number, reason(of: error))
            }
        }
    }

    private static func readArray(_ document: JSONOutline?, into result: inout QueueImport) throws {
        guard let document else { throw ImportExportError.unknownFormat }
        var elements = try document.elementReader(of: document.root)
        var number = 0
        while !result.isEnded, let element = try elements.next() {
            number += 1
            do { add(try item(document.bytes[element]), line: number, &result) } catch {
                result.reject("", line: number, reason(of: error))
            }
        }
    }

    private static func item(_ json: some Collection<UInt8>) throws -> PortableItem {
        guard json.count <= itemLimit else {
            throw DownloadField.Refusal(description: "larger than \(itemLimit) bytes")
        }
        return try JSONText.decode(PortableItem.self, from: json)
    }

    private static func reason(of error: any Error) -> String {
        (error as? DownloadField.Refusal)?.description ?? "not a download"
    }

    private static func add(_ item: PortableItem, line: Int, _ result: inout QueueImport) {
        if let state = item.state, [QueueState.done, .cancelled].map(\.rawValue).contains(state) {
            return result.omissions.add("downloads that are \(state)")
        }
        guard let url = result.address(item.url, line: line) else { return }
        do {
            var listed = try item.listed(url)
            listed.isPaused = item.state == QueueState.paused.rawValue
            result.items.append(listed)
        } catch {
            result.reject(item.url, line: line, "\(error)")
        }
    }
}

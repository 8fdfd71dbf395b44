import Syntax
import WHATWGURL

/// The location of the archives in a list that contains only their names, such as Common Crawl's `warc.paths.gz`.
package struct ArchiveLocation: Sendable, Hashable {
    /// The scheme and the name of the only bucket that is read, through https, which needs no account.
    package static let bucket = "s3://commoncrawl/"

    /// The root of all names: a URL whose path ends with a slash, or a directory.
    private enum Root: Hashable {
        case server(WebURL)
        /// The path of the directory, with a slash at its end.
        case directory(String)
    }

    private let root: Root

    /// Creates a location.
    ///
    /// - Parameter text: An http or https URL without a query, an address that begins with `s3://commoncrawl/`, or the
    ///   path of a directory.
    /// - Throws: ``LinkPipelineError`` for an empty text, an invalid URL, and another scheme.
    package init(_ text: String) throws(LinkPipelineError) {
        let slashed = text.hasSuffix("/") ? text : text + "/"
        // The check is of the text, so that the error names the prefix.
        guard let url = try Self.source(text).url else {
            root = .directory(slashed)
            return
        }
        guard url.query == nil, url.fragment == nil, let url = WebURL(Self.onTheWeb(slashed)) else {
            throw .invalidURL(text)
        }
        root = .server(url)
    }

    /// Returns the archive with a name.
    ///
    /// - Parameter name: A relative path, such as `crawl-data/CC-MAIN-2026-04/…/x.warc.gz`.
    /// - Returns: The archive on the server, or the file.
    /// - Throws: ``LinkPipelineError`` if the name is empty, leads out of the location, or is that of a list.
    package func archive(named name: String) throws(LinkPipelineError) -> PageSource {
        guard !name.isEmpty else { throw .emptyInput }
        // By bytes: a slash before a combining character is one for the system too.
        let slash = UInt8(ascii: "/")
        let isRelative =
            name.utf8.first != slash && !name.utf8.split(separator: slash).contains { $0.elementsEqual("..".utf8) }
        guard isRelative, !name.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
            throw .invalidArchiveName(name)
        }
        guard !Self.isList(name) else { throw .unreadList(name) }
        switch root {
        case .directory(let path): return try PageSource(path + name)
        case .server(let root):
            guard let url = WebURL(root.href + Self.pathText(name)), Self.contains(root, url) else {
                throw .invalidArchiveName(name)
            }
            return .archive(RemoteArchive(url: url, name: name))
        }
    }

    /// Parses an input as ``PageSource/init(_:path:)`` does, or an address of Common Crawl's bucket.
    ///
    /// - Parameters:
    ///   - text: The input as the user wrote it.
    ///   - path: The same input as a path with its original bytes; nil if it comes from a list.
    /// - Returns: The source.
    /// - Throws: ``LinkPipelineError``, also for another bucket, and for a list on a server.
    package func input(_ text: String, path: InputPath? = nil) throws(LinkPipelineError) -> PageSource {
        if text.hasPrefix(Self.bucket) { return try archive(named: String(text.dropFirst(Self.bucket.count))) }
        let source = try Self.source(text, path: path)
        if let url = source.url, Self.isList(url.path) { throw .unreadList(text) }
        return source
    }

    /// Parses a line of a list: a name, or the address of an archive in the location.
    ///
    /// - Throws: ``LinkPipelineError``. An address elsewhere is an error: whoever wrote the list must not decide which
    ///   servers receive the user's requests.
    package func source(_ line: String) throws(LinkPipelineError) -> PageSource {
        guard line.contains("://") else { return try archive(named: line) }
        let source = try input(line)
        guard let url = source.url else { return source }
        guard case .server(let root) = root, Self.contains(root, url) else { throw .foreignArchive(line) }
        return .archive(RemoteArchive(url: url, name: source.name))
    }

    // MARK: Addresses

    /// Parses an input, of which only one bucket may be in S3.
    private static func source(_ text: String, path: InputPath? = nil) throws(LinkPipelineError) -> PageSource {
        guard !text.hasPrefix("s3://") || text.hasPrefix(bucket) else { throw .unsupportedBucket(text) }
        return try PageSource(onTheWeb(text), path: path)
    }

    /// Returns the https address of an address in Common Crawl's bucket, and another text unchanged.
    private static func onTheWeb(_ text: String) -> String {
        text.hasPrefix(bucket) ? "https://data.commoncrawl.org/" + text.dropFirst(bucket.count) : text
    }

    /// Escapes the characters that would not be part of a URL's path, or would separate its segments.
    private static func pathText(_ name: String) -> String {
        name.replacing("\\", with: "%5C").replacing("?", with: "%3F").replacing("#", with: "%23")
    }

    /// Returns true if a URL is below another one.
    ///
    /// URLs are compared after parsing, which resolves dot segments, also those that are percent-encoded.
    private static func contains(_ root: WebURL, _ url: WebURL) -> Bool {
        url.origin == root.origin && url.path.hasPrefix(root.path)
    }

    /// Returns true if a file is a list of archives, according to its name.
    package static func isList(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasSuffix(".paths") || name.hasSuffix(".paths.gz")
    }
}

/// The captures of an index in the format CDXJ, as the ranges of archives that contain them.
package struct CaptureIndex: Sendable {
    /// A capture: the gzip member of one record.
    private struct Capture: Hashable {
        var offset: Int64
        var length: Int64
    }

    /// The maximum length in bytes of a range that several captures share, so that ranges can be read side by side.
    private static let maximumLength: Int64 = 64 << 20

    /// The maximum length in bytes of the JSON object of a line.
    private static let maximumLineLength = 1 << 20

    private let location: ArchiveLocation
    private var captures: [String: Set<Capture>] = [:]
    private var archives: [PageSource] = []

    /// Creates an index without captures.
    package init(_ location: ArchiveLocation) { self.location = location }

    /// Adds a line.
    ///
    /// - Parameter line: A key, a time and a JSON object, or only the object, with the members `filename`, `offset` and
    ///   `length`. Common Crawl writes numbers as strings.
    /// - Throws: ``LinkPipelineError/malformedCapture``, and the errors of ``ArchiveLocation/archive(named:)``.
    package mutating func add(_ line: String) throws(LinkPipelineError) {
        guard let start = line.firstIndex(of: "{"),
            let object = try? JSONValue(json: line[start...].utf8, limit: Self.maximumLineLength),
            let name = object["filename"]?.string, !name.isEmpty,
            let offset = Self.number(object["offset"]), let length = Self.number(object["length"]), length > 0,
            ByteCount(offset + length) != nil
        else { throw .malformedCapture }
        if captures[name] == nil { archives.append(try location.archive(named: name)) }
        captures[name, default: []].insert(Capture(offset: offset, length: length))
    }

    private static func number(_ value: JSONValue?) -> Int64? {
        let number = value?.string.flatMap { ByteCount(digits: $0) } ?? value?.integer.flatMap { ByteCount($0) }
        return number?.bytes
    }

    /// Returns the ranges to read, in which neighbouring captures are combined.
    ///
    /// - Returns: The ranges of each archive in ascending order; the archives in the order of the index.
    /// - Throws: ``LinkPipelineError/localCaptures``.
    package func sources() throws(LinkPipelineError) -> [PageSource] {
        var sources: [PageSource] = []
        for source in archives {
            guard case .archive(var archive) = source else { throw .localCaptures }
            for range in ranges(of: captures[archive.name] ?? []) {
                archive.range = range
                sources.append(.archive(archive))
            }
        }
        return sources
    }

    private func ranges(of captures: Set<Capture>) -> [Range<Int64>] {
        var ranges: [Range<Int64>] = []
        for capture in captures.sorted(by: { ($0.offset, $0.length) < ($1.offset, $1.length) }) {
            let end = capture.offset + capture.length
            guard let last = ranges.last, capture.offset <= last.upperBound else {
                ranges.append(capture.offset..<end)
                continue
            }
            let isAfter = capture.offset == last.upperBound
            if isAfter, end - last.lowerBound > Self.maximumLength {
                ranges.append(capture.offset..<end)
            } else {
                // Captures that overlap contradict each other, and a member must not be read twice.
                ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, end)
            }
        }
        return ranges
    }
}

import WHATWGURL

/// The location of the archives in a list that contains only their names, such as Common Crawl's `warc.paths.gz`.
package struct ArchiveLocation: Sendable, Hashable {
    /// The location of the bucket `s3://commoncrawl/` on the web, which needs no account.
    package static let commonCrawl = ArchiveLocation(prefix: "https://data.commoncrawl.org/")

    /// The scheme and the name of the only bucket that is read.
    private static let bucket = "s3://commoncrawl/"

    /// A URL or the path of a directory, with a slash at its end.
    private let prefix: String

    private init(prefix: String) { self.prefix = prefix }

    /// Creates a location.
    ///
    /// - Parameter text: An http or https URL, or the path of a directory.
    /// - Throws: ``LinkPipelineError`` for an empty text, an invalid URL, and another scheme.
    package init(_ text: String) throws(LinkPipelineError) {
        // Checked here, so that the error names the prefix.
        _ = try PageSource(text)
        prefix = text.hasSuffix("/") ? text : text + "/"
    }

    /// Returns the archive with a name.
    ///
    /// - Parameter name: A relative path, such as `crawl-data/CC-MAIN-2026-04/…/x.warc.gz`.
    /// - Returns: The archive on the server, or the file.
    /// - Throws: ``LinkPipelineError`` if the name is empty, or leads out of the location.
    package func archive(named name: String) throws(LinkPipelineError) -> PageSource {
        guard !name.isEmpty else { throw .emptyInput }
        let isRelative = !name.hasPrefix("/") && !name.split(separator: "/").contains("..")
        guard isRelative, !name.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
            throw .invalidArchiveName(name)
        }
        switch try PageSource(prefix + name) {
        case .url(let url): return .archive(RemoteArchive(url: url, name: name))
        case .archive(var archive):
            archive.name = name
            return .archive(archive)
        case let local: return local
        }
    }

    /// Parses an input as ``PageSource/init(_:path:)`` does, or an address of Common Crawl's bucket.
    ///
    /// - Parameters:
    ///   - text: The input as the user wrote it.
    ///   - path: The same input as a path with its original bytes; nil if it comes from a list.
    /// - Returns: The source.
    /// - Throws: ``LinkPipelineError``, also for another bucket.
    package func input(_ text: String, path: InputPath? = nil) throws(LinkPipelineError) -> PageSource {
        guard text.hasPrefix("s3://") else { return try PageSource(text, path: path) }
        guard text.hasPrefix(Self.bucket) else { throw .unsupportedBucket(text) }
        return try archive(named: String(text.dropFirst(Self.bucket.count)))
    }

    /// Parses a line of a list: a name, or an input with a scheme of its own.
    ///
    /// - Throws: ``LinkPipelineError``.
    package func source(_ line: String) throws(LinkPipelineError) -> PageSource {
        line.contains("://") ? try input(line) : try archive(named: line)
    }

    /// Returns true if a file is a list of archives, according to its name.
    package static func isList(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasSuffix(".paths") || name.hasSuffix(".paths.gz")
    }
}

import Syntax

/// The files of an export, by what becomes of them.
///
/// Omnivore's export has a directory `content` with the saved pages beside `metadata_0_to_20.json`. Readeck's has
/// `container` with the saved page beside the `info.json` of a bookmark. Directories of these names elsewhere are
/// directories as any others.
package struct ArchivePaths: Sendable {
    /// The files whose entries become places, in their natural order.
    let entries: [String]
    /// The other files, except saved pages and what operating systems add; an entry may read one, such as the
    /// highlights of an article.
    let others: [String]

    private enum Kind {
        case entries, unneeded, other
    }

    /// The maximum number of components of a path; a file with a longer one is not read.
    package static let maximumDepth = 64

    private static let entrySuffixes = [".csv", ".json", ".jsonlz4"] + htmlSuffixes
    private static let htmlSuffixes = [".html", ".htm"]
    /// The name of Chromium's file, in lower case.
    private static let chromiumName = "bookmarks"
    /// The names of the files that operating systems add, in lower case.
    private static let systemNames: Set<String> = [".ds_store", "thumbs.db", "desktop.ini"]

    /// Sorts the files of an export.
    ///
    /// - Parameter paths: Their paths, with `/` between the components.
    init(_ paths: [String]) {
        // The directories with Omnivore's metadata and with bookmarks of Readeck; each ends with a slash.
        var (omnivore, readeck): (Set<Substring>, Set<Substring>) = ([], [])
        for path in paths {
            let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
            if Self.isOmnivoreMetadata(path[start...]) { omnivore.insert(path[..<start]) }
            if path[start...] == Self.readeckName { readeck.insert(path[..<start]) }
        }
        var found: [Kind: [String]] = [:]
        for path in paths { found[Self.kind(of: path, omnivore, readeck), default: []].append(path) }
        // metadata_40_to_60.json comes before metadata_100_to_120.json.
        entries = (found[.entries] ?? []).sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
        others = found[.other] ?? []
    }

    /// Returns true if a file may be a bookmark file, as opposed to a table or a JSON document.
    ///
    /// - Parameter path: The path of the file.
    /// - Returns: True for the names of HTML files.
    static func isHTML(_ path: String) -> Bool { htmlSuffixes.contains(where: path.lowercased().hasSuffix) }

    /// Returns true if a file with entries begins as its name says.
    ///
    /// - Parameters:
    ///   - path: One of ``entries``.
    ///   - content: The bytes of the file, or its beginning.
    /// - Returns: False for HTML that is no bookmark file, and for a file `Bookmarks` that is no JSON object. Tables
    ///   and documents are not compared.
    static func mayHaveEntries(_ path: String, _ content: [UInt8]) -> Bool {
        if isHTML(path) { return ImportExportFormat.sniff(content) == .bookmarks }
        let isNamed = entrySuffixes.contains(where: path.lowercased().hasSuffix)
        return isNamed || content.first { !JSONTokenizer.isBlank($0) } == UInt8(ascii: "{")
    }

    /// Returns true if a directory only contains saved pages.
    ///
    /// - Parameters:
    ///   - name: The name of the directory.
    ///   - siblings: The names of the files beside it.
    /// - Returns: True for Omnivore's `content` and Readeck's `container`, which may have thousands of files.
    package static func isSavedContent(_ name: String, beside siblings: [String]) -> Bool {
        switch name {
        case contentName: siblings.contains { isOmnivoreMetadata($0[...]) }
        case containerName: siblings.contains(readeckName)
        default: false
        }
    }

    private static let contentName = "content"
    private static let containerName = "container"
    private static let readeckName = "info.json"

    private static func isOmnivoreMetadata(_ name: Substring) -> Bool {
        name.hasPrefix("metadata_") && name.hasSuffix(".json")
    }

    private static func kind(of path: String, _ omnivore: Set<Substring>, _ readeck: Set<Substring>) -> Kind {
        let components = path.split(separator: "/", maxSplits: maximumDepth)
        guard let name = components.last?.lowercased(), components.count <= maximumDepth else { return .other }
        if components.first == "__MACOSX" || systemNames.contains(name) || name.hasPrefix("._") { return .unneeded }
        for component in components.dropLast() {
            let directory = path[..<component.startIndex]
            switch component {
            case contentName where omnivore.contains(directory): return .unneeded
            case containerName where readeck.contains(directory): return .unneeded
            default: break
            }
        }
        let isRead = name == chromiumName || entrySuffixes.contains(where: name.hasSuffix)
        return isRead && !name.hasPrefix(".") ? .entries : .other
    }
}

extension ArchivePaths {
    /// The maximum number of files that a line names.
    private static let listedCount = 10

    /// Returns the line that reports files which were not read.
    ///
    /// - Parameters:
    ///   - paths: The paths of the files.
    ///   - reason: The reason with a comma before it; empty if it is their kind.
    /// - Returns: The line with the first paths; nil if there are none.
    static func omission(of paths: [String], reason: String = "") -> String? {
        guard !paths.isEmpty else { return nil }
        let count = paths.count == 1 ? "1 file was" : "\(paths.count) files were"
        let names = paths.sorted().prefix(listedCount) + (paths.count > listedCount ? ["\u{2026}"] : [])
        return "\(count) not read\(reason): \(names.joined(separator: ", "))"
    }
}

import Places
import Syntax

/// A walk over the folders of a browser's bookmarks in JSON, which finds the bookmarks without parsing the folders.
///
/// A folder is an object with `children`. Each other element of such a list becomes an entry of its own, whose context
/// says in which folders it is.
struct BookmarkTree {
    /// An outermost folder, which the browser made.
    struct Root {
        var range: Range<Int>
        /// The kind of its elements in the plural, if they are counted instead of imported.
        var lost: String?
    }

    /// A folder, as its members describe it.
    struct Folder {
        /// The name; nil if the browser made the folder, so that its name is none of the path.
        var name: String?
        /// The data of the folder that Leftoff has no counterpart for.
        var losses = ImportLosses()
        /// The kind of the folder's elements in the plural, if they are counted instead of imported.
        var lost: String?
    }

    /// The maximum number of folders in the path of a bookmark; those that are deeper belong to the last one, as in
    /// bookmark files.
    private static let maximumPathCount = 64
    /// The maximum nesting of folders; an open one takes some 500 bytes.
    private static let maximumDepth = 10_000
    /// The number of times that the bytes of a document may be read to find the folders.
    ///
    /// Each level reads the bytes of the folders in it once more, so that a document would otherwise take a time that
    /// grows with the square of its size. In an ordinary one, each bookmark is in a few folders.
    private static let maximumReadCount = 64
    /// The number of bytes that may be read in the folders of any document, which takes less than a second.
    private static let minimumReadByteCount = 1 << 24
    /// The maximum number of bookmarks.
    ///
    /// Their positions are in memory together, and take some 80 bytes each.
    private static let maximumCount = 1_000_000
    private struct Level {
        var elements: JSONElements
        let path: [String]
        /// The path for the entries, which share it.
        let context: JSONValue
        let isNamed: Bool
        var isEmpty = true
    }

    private let document: JSONOutline
    private let describe: (_ members: [String: JSONValue]) -> Folder
    private var levels: [Level] = []
    private var lists: [DocumentList] = []
    private var losses = ImportLosses()
    /// The number of bytes in folders that may still be read.
    private var rest: Int

    private init(_ document: JSONOutline, _ describe: @escaping (_ members: [String: JSONValue]) -> Folder) {
        (self.document, self.describe) = (document, describe)
        rest = max(document.bytes.count * Self.maximumReadCount, Self.minimumReadByteCount)
    }

    /// Finds the bookmarks of a document.
    ///
    /// - Parameters:
    ///   - document: The whole document with all folders.
    ///   - roots: The outermost folders.
    ///   - describe: Returns the folder that an object in a root describes; `children` and very long members are left
    ///     out.
    /// - Returns: An entry for each bookmark, in the order of the document, and the losses of the folders.
    /// - Throws: ``ImportExportError/malformed(_:)`` if a list lacks its commas, or if there are too many bookmarks.
    static func lists(
        in document: JSONOutline, roots: [Root], describe: @escaping (_ members: [String: JSONValue]) -> Folder
    ) throws(ImportExportError) -> [DocumentList] {
        var tree = BookmarkTree(document, describe)
        for root in roots { try tree.walk(root) }
        return tree.lists + [DocumentList(losses: tree.losses)]
    }

    /// Returns the names of the folders around an entry, the outermost first.
    ///
    /// Of a path that is too long for a tag, only so much is kept that this is seen.
    static func folders(of entry: ImportEntry) -> [String] {
        ImportEntry.names(in: entry.context["folders"], key: "name")
    }

    private mutating func walk(_ root: Root) throws(ImportExportError) {
        guard document.start(of: root.range) == UInt8(ascii: "{") else { return }
        try enter(Folder(lost: root.lost), try document.members(of: root.range))
        while var level = levels.popLast() {
            guard let element = try level.elements.next() else {
                if level.isEmpty, level.isNamed { losses.add("empty folders") }
                continue
            }
            level.isEmpty = false
            levels.append(level)
            if let members = folder(in: element) {
                try enter(folder(members), members)
            } else {
                guard lists.count < Self.maximumCount else {
                    throw .malformed("it has more than \(Self.maximumCount) bookmarks")
                }
                lists.append(DocumentList(entry: element, context: level.context))
            }
        }
    }

    /// Returns the members of a folder; nil for other elements, also for those that cannot be read, and for a folder
    /// that is too deep.
    private mutating func folder(in element: Range<Int>) -> [String: Range<Int>]? {
        // The bytes of a bookmark are read once here, and not divided into members.
        guard document.start(of: element) == UInt8(ascii: "{"), levels.count < Self.maximumDepth,
            element.count <= rest, contains(Self.childrenKey, in: element),
            let members = try? document.members(of: element), let children = members["children"],
            document.start(of: children) == UInt8(ascii: "[")
        else { return nil }
        rest -= element.count
        return members
    }

    private static let childrenKey = Array("\"children\"".utf8)

    private func contains(_ text: [UInt8], in range: Range<Int>) -> Bool {
        document.bytes.withUnsafeBufferPointer { bytes in
            var index = range.lowerBound
            let end = range.upperBound - text.count
            while index <= end {
                if bytes[index] == text[0], bytes[index..<index + text.count].elementsEqual(text) { return true }
                index += 1
            }
            return false
        }
    }

    /// Returns the folder that the members of an object describe.
    private func folder(_ members: [String: Range<Int>]) -> Folder {
        let (values, skippedCount) = document.values(of: members, except: "children")
        var folder = describe(values)
        folder.losses.add(EntryFields.unknown, skippedCount)
        return folder
    }

    private mutating func enter(_ folder: Folder, _ members: [String: Range<Int>]) throws(ImportExportError) {
        guard let children = members["children"], document.start(of: children) == UInt8(ascii: "[") else { return }
        losses.add(folder.losses)
        let elements = try document.elementReader(of: children)
        if let lost = folder.lost {
            var rest = elements
            while try rest.next() != nil { losses.add(lost) }
            return
        }
        var path = levels.last?.path ?? []
        let name = folder.name.map { PlaceWriter.shortened(folder: ImportText.line($0)) } ?? ""
        if name.isEmpty || path.count < Self.maximumPathCount {
            if !name.isEmpty { path.append(name) }
        } else {
            losses.add("folders in more than \(Self.maximumPathCount) others")
        }
        levels.append(
            Level(elements: elements, path: path, context: Self.context(path), isNamed: folder.name != nil))
    }

    /// Returns the context of the entries in a folder, whose size has a limit.
    private static func context(_ path: [String]) -> JSONValue {
        path.isEmpty ? .null : ["folders": .array(shortened(path: path).map(JSONValue.string))]
    }

    /// Shortens a path that is too long for a tag.
    ///
    /// - Parameter path: The names of folders, the outermost first, as `PlaceWriter.shortened(folder:)` returns them.
    /// - Returns: The path, or two names from which the same tag is made.
    static func shortened(path: [String]) -> [String] {
        let limit = SnapshotMetadata.maximumTagLength
        var names = path
        if let last = path.last, path.reduce(path.count - 1, { $0 + $1.unicodeScalars.count }) > limit {
            // The path is too long for a tag. Its innermost name is used, if that is not too long itself.
            names = [path.dropLast().joined(separator: "/"), last].map(PlaceWriter.shortened(folder:))
        }
        return names
    }
}

import DownloadLists
import WHATWGURL

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

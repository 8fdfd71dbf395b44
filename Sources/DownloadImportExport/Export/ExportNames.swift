import DownloadLists
import WHATWGURL

/// Gives the files of an export names of their own, where two would be written over each other.
struct ExportNames {
    /// When a file gets a name that nobody has chosen.
    enum Naming {
        /// Never: the format has no names.
        case never
        /// Where the reading program would take one from the address that another file has.
        case whereRepeated
        /// Always: the format needs one.
        case always
    }

    let naming: Naming
    /// Whether the format says which directory a file goes to; otherwise all go to one.
    let hasDirectories: Bool

    /// aria2 names what has no name by its address or its server.
    static let aria2 = ExportNames(naming: .whereRepeated, hasDirectories: true)

    /// Names the downloads of a list.
    ///
    /// - Parameter entries: The downloads.
    /// - Returns: The same in the same order. Chosen names come first, so that they stay.
    func applied(to entries: [DownloadEntry]) -> [DownloadEntry] {
        guard naming != .never else { return entries }
        var names: [String: UniqueNames] = [:]
        func take(_ name: String, of entry: DownloadEntry) -> String {
            names[hasDirectories ? entry.directory ?? "" : "", default: UniqueNames()].insert(name)
        }
        var named = entries
        for (index, entry) in entries.enumerated() {
            if let name = entry.name { named[index] = entry.named(take(name, of: entry)) }
        }
        for (index, entry) in entries.enumerated() where entry.name == nil {
            if naming == .always {
                named[index] = entry.named(take(entry.anyName, of: entry))
            } else if entry.url.query == nil {
                // Behind a query stands a program, whose server knows a better name.
                let guess = FileName.inPath(of: entry.url) ?? "index.html"
                let name = take(guess, of: entry)
                if name != guess { named[index] = entry.named(name) }
            }
        }
        return named
    }
}

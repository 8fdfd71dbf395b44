import Service
import Store

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The names under which `leftoff doctor` advises to keep a file that Leftoff cannot use.
enum SetAsideFile {
    /// The files that may be set aside.
    private static let names = [LeftoffDatabase.fileName, SettingsFile.fileName, Configuration.fileName]
    private static let endings = [".old", ".damaged"]

    /// Returns the command that adds an ending to the name of a file, and renames its journals accordingly.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - ending: `.old` or `.damaged`; a number follows if there is such a file already.
    /// - Returns: The command, for a shell.
    static func command(_ path: String, _ ending: String) -> String {
        let journals = LeftoffDatabase.journalEndings.filter { journal in
            var status = stat()
            return stat(path + journal, &status) == 0 && status.st_size > 0
        }
        let kept = [""] + journals
        var target = path + ending
        var number = 1
        while kept.contains(where: { exists(target + $0) }) {
            number += 1
            target = "\(path)\(ending).\(number)"
        }
        return kept.map { "mv \(CommandWord.quoted(path + $0)) \(CommandWord.quoted(target + $0))" }
            .joined(separator: " && ")
    }

    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Returns true for the name of a file that was set aside.
    static func isName(_ name: String) -> Bool {
        names.contains { original in
            endings.contains { ending in
                guard name.hasPrefix(original + ending) else { return false }
                var rest = name.dropFirst((original + ending).count)
                if original == LeftoffDatabase.fileName,
                    let journal = LeftoffDatabase.journalEndings.first(where: { rest.hasSuffix($0) })
                {
                    rest = rest.dropLast(journal.count)
                }
                return rest.wholeMatch(of: #/(?:\.[0-9]+)?/#) != nil
            }
        }
    }
}

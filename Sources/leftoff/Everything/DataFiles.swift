import FoundationEssentials
import Service
import Store

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The files in the data directory.
struct DataFiles {
    /// The paths of the files that belong to Leftoff.
    let own: [String]
    /// The path of the directory of copies; nil if there is none.
    let copies: String?
    /// The paths of all other entries, which Leftoff does not delete.
    let other: [String]

    /// The names of Leftoff's files: the database comes first, so that no database is left with the journal of an
    /// earlier one.
    private static let names: [String] = [LeftoffDatabase.fileName] + journals + abandonedJournals + otherNames
    private static let journals: [String] = LeftoffDatabase.journalEndings.map { LeftoffDatabase.fileName + $0 }
    private static let abandonedJournals: [String] = journals.map { $0 + LeftoffDatabase.abandonedEnding }
    private static let otherNames: [String] = [
        "token", "capture-token", SessionFile.fileName, SessionFile.lockName, SettingsFile.fileName,
        SettingsFile.lockName, Configuration.fileName, ServiceRecord.fileName, BrowserRecord.fileName,
        NativeHostInstallation.launcherName, ServiceLock.fileName,
    ]

    /// Lists the files of a data directory, which need not exist.
    ///
    /// - Throws: `CommandFailure` if the directory cannot be read.
    init(home: DataHome) throws {
        let path = home.path
        guard access(path, F_OK) == 0 || errno != ENOENT else {
            (own, other, copies) = ([], [], nil)
            return
        }
        let entries: [String]
        do { entries = try FileManager.default.contentsOfDirectory(atPath: path) } catch {
            throw CommandFailure(what: path, why: "cannot be read as a directory", status: .ioError)
        }
        let isLeftoffs = Self.isDataDirectory(home, entries)
        let rank = { (name: String) in Self.names.firstIndex(of: name) ?? Self.names.count }
        let sorted = entries.sorted { (rank($0), $0) < (rank($1), $1) }
        let isOwn = { (name: String) in isLeftoffs && Self.isOwn(name, in: path) }
        // The copies are many files, which are listed as one directory.
        let copies = isLeftoffs ? Self.copies(in: path, entries) : nil
        self.copies = copies
        own = sorted.filter(isOwn).map { "\(path)/\($0)" }
        other = entries.sorted().filter { !isOwn($0) && "\(path)/\($0)" != copies }.map { "\(path)/\($0)" }
    }

    /// Returns the directory of copies, unless it is a symbolic link or something else.
    private static func copies(in home: String, _ entries: [String]) -> String? {
        var status = stat()
        let path = "\(home)/\(LeftoffDatabase.copiesName)"
        guard entries.contains(LeftoffDatabase.copiesName), lstat(path, &status) == 0,
            status.st_mode & S_IFMT == S_IFDIR
        else { return nil }
        return path
    }

    /// Returns true if a directory has a file that only Leftoff writes.
    ///
    /// Other programs use names such as `token` and `settings.json` too.
    private static func isDataDirectory(_ home: DataHome, _ entries: [String]) -> Bool {
        entries.contains { $0.hasPrefix(LeftoffDatabase.fileName) || $0.hasPrefix("capture-token") }
            || ServiceRecord.load(from: home) != nil || !BrowserRecord.load(from: home).isEmpty
            || NativeHostInstallation(home: home).hasLauncher
    }

    /// Returns true for a regular file with the name of a file that Leftoff writes, of its draft, or of its copy.
    private static func isOwn(_ name: String, in home: String) -> Bool {
        var status = stat()
        guard lstat("\(home)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        return names.contains(name) || SetAsideFile.isName(name) || isDraft(name)
    }

    /// Returns true for the name of a draft, which a killed process has left.
    private static func isDraft(_ name: String) -> Bool {
        let endings = [""] + LeftoffDatabase.journalEndings
        return endings.contains { name == "\(LeftoffDatabase.fileName).new\($0)" }
            || name == "\(SettingsFile.fileName).new"
            || name.wholeMatch(of: #/(?:token|capture-token|sessions\.json|settings\.json)\.[A-Za-z0-9_-]{12}/#) != nil
            || name.wholeMatch(of: #/(?:service\.json|browsers\.json|native-host)\.\d+/#) != nil
            || name.wholeMatch(of: #/leftoff-sign-in-\d+\.html/#) != nil
    }
}

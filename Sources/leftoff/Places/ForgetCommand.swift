import ArgumentParser
import FoundationEssentials
import Glibc
import Places
import Service
import Store
import Syntax
import TerminalHUD

/// `leftoff forget`: moves places to the trash, puts them back, or erases them.
struct ForgetCommand: AsyncParsableCommand, OperandListCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Move places to the trash, put them back, or erase them.",
        discussion: """
            Places stay in the trash for 30 days, with their copies. `leftoff list --trash` lists them, --put-back \
            takes them out, and `leftoff undo` takes back the newest change. --erase and --empty-trash ask for \
            confirmation, because nothing takes them back. If one of several ids does not exist, \
            nothing is changed.

            Downloads that were added from a place stay in the queue and keep its address as their referer. A message \
            on standard error reports how many there are.

            With --everything, the command lists all files of Leftoff's data directory, asks for confirmation and \
            deletes them: places, downloads in the queue, tokens and settings. Downloaded files stay.
            """
    )

    @OptionGroup var selection: PlaceSelection

    @Flag(help: "Forget all places on the pages of these places.")
    var page = false

    @Flag(help: "Erase the places for good instead of moving them to the trash, after asking for confirmation.")
    var erase = false

    @Flag(help: "Take the places with these ids out of the trash.")
    var putBack = false

    @Flag(help: "Erase all places in the trash for good, after asking for confirmation.")
    var emptyTrash = false

    @Flag(help: "Delete the copies of the places, and keep the places.")
    var copies = false

    @Flag(help: "Delete copies that are damaged or missing, and files that belong to no copy.")
    var damagedCopies = false

    @Flag(help: "Delete all data of Leftoff instead of places, after asking for confirmation.")
    var everything = false

    @OptionGroup var options: PlaceChangeOptions

    static var operands: WritableKeyPath<Self, [String]> { \.selection.ids }

    func validate() throws {
        let modes = [
            (putBack, "--put-back"), (emptyTrash, "--empty-trash"), (copies, "--copies"),
            (damagedCopies, "--damaged-copies"), (everything, "--everything"),
        ].filter(\.0).map(\.1)
        if modes.count > 1 { throw ValidationError("\(modes[0]) and \(modes[1]) exclude each other") }
        if let mode = modes.first {
            if page || erase { throw ValidationError("\(mode) and \(page ? "--page" : "--erase") exclude each other") }
            if putBack {
                guard selection.query == nil, !selection.ids.isEmpty else {
                    throw ValidationError("--put-back requires the ids of places in the trash")
                }
                return
            }
            guard copies || selection.isEmpty else { throw ValidationError("\(mode) takes no ids and no query") }
            guard copies else { return }
        }
        _ = try selection.selection()
    }

    func run() async throws {
        if everything {
            try await forgetEverything()
        } else if damagedCopies {
            try forgetDamagedCopies()
        } else if emptyTrash {
            try eraseTrash()
        } else if putBack {
            try putPlacesBack()
        } else if copies {
            try forgetCopies()
        } else if erase {
            try erasePlaces()
        } else {
            try forgetPlaces()
        }
    }

    // MARK: Everything and copies

    private func forgetEverything() async throws {
        let removal = try EverythingRemoval(home: DataHome())
        guard !removal.isEmpty else { return StandardError.writeLine("leftoff: there is nothing to delete") }
        try await removal.checkUnused()
        guard options.yes || StandardDescriptors.inputIsTerminal else {
            throw CommandFailure.usage("forget --everything asks for confirmation: run it in a terminal, or add --yes")
        }
        StandardError.write(removal.description)
        if !options.yes {
            StandardError.write("leftoff: type yes to delete them: ")
            guard readLine() == "yes" else {
                throw CommandFailure(what: "forget", why: "not confirmed, so nothing was deleted", status: .refused)
            }
        }
        try await removal.run()
        StandardError.writeLine("leftoff: deleted")
    }

    private func forgetCopies() throws {
        let home = try DataHome()
        let database = try home.existingDatabase()
        let archive = SQLiteSnapshotArchive(database: database, now: { .now })
        let places: [String]
        if case .matchingPlaces(let listing) = try selection.selection() {
            places = try archive.snapshots(listing).map(\.id)
            guard !places.isEmpty else { throw CommandFailure.noPlaceMatches }
        } else {
            try NewestPlaceNotice.show(for: selection.ids, in: archive, isQuiet: options.quiet)
            places = try selection.ids.map { try archive.completeID($0) }
        }
        try Confirmation.require(
            "delete the copies of them", of: "forget", predicate: selection.predicate, count: places.count,
            isConfirmed: options.yes)
        let count = try SQLiteCopyArchive(database: database, home: home).removeAll(of: places)
        report("deleted \(counted(count, "copy", plural: "copies"))")
    }

    private func forgetDamagedCopies() throws {
        let home = try DataHome()
        let removed = try SQLiteCopyArchive(database: home.existingDatabase(), home: home).removeDamaged()
        report(
            "deleted \(counted(removed.copies, "copy", plural: "copies")) and \(counted(removed.files, "stray file"))")
    }

    private func report(_ result: String) {
        if !options.quiet { StandardError.writeLine("leftoff: \(result)") }
    }

    // MARK: Trash

    private func forgetPlaces() throws {
        let home = try DataHome()
        let database = try home.existingDatabase()
        let change = PlaceChange(
            change: .forget, command: "forget", question: "forget them", result: { "forgot \($0)" })
        let receipt = try change.apply(to: try selectedPlaces(database), in: database, options: options)
        deleteFiles(home, database)
        try reportDownloads(of: receipt.placeIDs, database)
    }

    /// Returns the places that the command line selects.
    private func selectedPlaces(_ database: LeftoffDatabase) throws -> ShelfSelection {
        let selection = try selection.selection()
        guard page else { return selection }
        if case .matchingPlaces(let listing) = selection { return .matchingPages(listing) }
        let archive = SQLiteSnapshotArchive(database: database, now: { .now })
        try NewestPlaceNotice.show(for: self.selection.ids, in: archive, isQuiet: options.quiet)
        return .pages(Array(Set(try self.selection.ids.map { try archive.snapshot(id: $0).snapshot.pageKey })))
    }

    private func putPlacesBack() throws {
        let database = try DataHome().existingDatabase()
        let places = try SQLiteShelf(database: database, now: { .now }).putBack(ids: selection.ids)
        try OutputStream.print(lines: places.map(\.id))
        report("put back \(counted(places.count, "place"))")
    }

    private func eraseTrash() throws {
        let home = try DataHome()
        let database = try home.existingDatabase()
        let shelf = SQLiteShelf(database: database, now: { .now })
        let count = try shelf.trashCount()
        guard count > 0, let newest = try shelf.newestRemoval() else { return report("the trash is empty") }
        try Confirmation.require(
            "erase the places in the trash for good", of: "forget --empty-trash", effect: "erase",
            predicate: ("is in the trash", "are in the trash"), count: count, above: 0, isConfirmed: options.yes)
        // What another process has removed until the answer stays.
        let erased = try shelf.eraseTrash(upTo: newest)
        deleteFiles(home, database)
        report("erased \(counted(erased, "place"))")
    }

    private func erasePlaces() throws {
        let database = try DataHome().existingDatabase()
        let selection = try selectedPlaces(database)
        let shelf = SQLiteShelf(database: database, now: { .now })
        if case .places(let ids) = selection {
            let archive = SQLiteSnapshotArchive(database: database, now: { .now })
            try NewestPlaceNotice.show(for: ids, in: archive, isQuiet: options.quiet)
        }
        // Until the answer, `@` may come to denote another place, and more places may match.
        let ids = try shelf.placeIDs(of: selection)
        guard !ids.isEmpty else { throw CommandFailure.noPlaceMatches }
        try Confirmation.require(
            "erase \(ids.count == 1 ? "it" : "them") for good", of: "forget --erase", effect: "erase",
            predicate: selection.predicate, count: ids.count, above: 0, isConfirmed: options.yes)
        let erased = try shelf.erasePlaces(ids: ids)
        if erased.isEmpty { throw SnapshotArchiveError.notFound(ids[0]) }
        report("erased \(counted(erased.count, "place"))")
        try reportDownloads(of: Array(erased.prefix(ShelfReceipt.placeLimit)), database)
    }

    /// Deletes the files of copies whose places were erased, also of earlier ones and where no service runs.
    private func deleteFiles(_ home: DataHome, _ database: LeftoffDatabase) {
        try? SQLiteCopyArchive(database: database, home: home).updateIndex()
    }

    private func reportDownloads(of places: [String], _ database: LeftoffDatabase) throws {
        let queue = SQLiteQueueStore(database: database)
        for place in places {
            let count = try queue.liveCount(ofSnapshot: place)
            guard count > 0, !options.quiet else { continue }
            let subject = count == 1 ? "1 download in the queue keeps" : "\(count) downloads in the queue keep"
            StandardError.writeLine("leftoff: \(place): \(subject) the address of this place as referer")
        }
    }
}

/// The deletion of all data of a data directory, which `leftoff forget --everything` asks to confirm.
private struct EverythingRemoval {
    private let home: DataHome
    private let files: DataFiles
    private let nativeHost: NativeHostInstallation

    /// Lists what would be deleted.
    ///
    /// - Throws: `CommandFailure` if the data directory cannot be read, or if it is one in which other programs have
    ///   files with the same names.
    init(home: DataHome) throws {
        try Self.checkPlace(home)
        self.home = home
        files = try DataFiles(home: home)
        nativeHost = NativeHostInstallation(home: home)
    }

    /// Checks that the data directory neither is the user's home directory nor contains it.
    private static func checkPlace(_ home: DataHome) throws {
        guard let directory = SystemPath.resolved(home.path),
            let user = ProcessInfo.processInfo.environment["HOME"].flatMap(SystemPath.resolved),
            "\(user)/".hasPrefix(directory == "/" ? directory : "\(directory)/")
        else { return }
        throw CommandFailure(
            what: "forget",
            why: "\(home.path) is or contains your home directory, where other programs may use the same file names: "
                + "set LEFTOFF_HOME to the directory of Leftoff's data",
            status: .refused)
    }

    /// True if there is nothing to delete.
    var isEmpty: Bool { files.own.isEmpty && files.copies == nil && nativeHost.installedFiles.isEmpty }

    /// A description of what would be deleted and of what stays, in lines.
    var description: [String] {
        var lines = ["leftoff: these files will be deleted:"]
        lines += files.own.map { path in
            path.hasSuffix("/\(LeftoffDatabase.fileName)") ? "  \(path) (\(contents))" : "  \(path)"
        }
        if let copies = files.copies { lines.append("  \(copies) (all copies of pages)") }
        lines += nativeHost.installedFiles.filter { !files.own.contains($0) }.map { "  \($0)" }
        if !files.other.isEmpty {
            lines.append("leftoff: these files are not Leftoff's and stay:")
            lines += files.other.map { "  \($0)" }
        }
        lines.append("leftoff: downloaded files stay where they are")
        return lines
    }

    /// The number of places and downloads in the database.
    private var contents: String {
        guard let health = try? LeftoffDatabase.health(home: home.path), let places = health.placeCount,
            let items = health.itemCount
        else { return "its contents cannot be read" }
        return "\(counted(places, "place")), \(counted(items, "download"))"
    }

    /// Checks that no service and no queue run uses the store.
    ///
    /// - Throws: `CommandFailure` that says how to stop it.
    func checkUnused() async throws {
        if let user = StoreUser.all(of: home).first {
            throw Self.inUse("\(user)", stop: ServiceLock.stopCommand(user.pid))
        }
        if let process = ServiceLock.holder(in: home) {
            throw Self.inUse("leftoff serve (process \(process))", stop: ServiceLock.stopCommand(process))
        }
        if let service = await RunningService.find(home: home, port: nil) {
            throw Self.inUse("the service on port \(service.port)", stop: "kill \(service.pid)")
        }
    }

    private static func inUse(_ user: String, stop command: String) -> CommandFailure {
        CommandFailure(
            what: "forget", why: "\(user) uses the data: stop it with '\(command)', then try again",
            status: .unavailable)
    }

    /// Deletes the files, and the directory if nothing else is in it.
    ///
    /// - Throws: `CommandFailure` for the first file that cannot be deleted, or if the store is used by now.
    func run() async throws {
        // The lock that a process holds while it creates or migrates the store.
        let directory = open(home.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if directory >= 0 { close(directory) } }
        guard directory < 0 || flock(directory, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
            throw CommandFailure(
                what: "forget", why: "another process changes \(home.path): try again", status: .unavailable)
        }
        // A service may have been started since the question was asked; from now on none can be.
        try await checkUnused()
        guard try files.own.isEmpty || ServiceLock.acquireIfFree(in: home) else {
            throw CommandFailure(what: "forget", why: "a service is starting: try again", status: .unavailable)
        }
        // A file may have appeared, such as a journal, which would damage a later store.
        let current = try DataFiles(home: home).own
        if let copies = files.copies {
            let left = CopyRemoval.removeAll(in: copies)
            if let first = left.first {
                throw CommandFailure(what: first, why: "cannot be deleted", status: .ioError)
            }
        }
        // The manifests come first, so that no browser starts the native host meanwhile.
        for path in nativeHost.installedFiles + current {
            guard unlink(path) == 0 || errno == ENOENT else {
                throw CommandFailure(what: path, why: SystemError.text(errno), status: .ioError)
            }
        }
        // This fails if there are files that are not Leftoff's.
        rmdir(home.path)
    }
}

/// The files in the data directory.
private struct DataFiles {
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
        let isDataDirectory = Self.isDataDirectory(home, entries)
        let rank = { (name: String) in Self.names.firstIndex(of: name) ?? Self.names.count }
        let sorted = entries.sorted { (rank($0), $0) < (rank($1), $1) }
        let isOwn = { (name: String) in isDataDirectory && Self.isOwn(name, in: path) }
        // The copies are many files, which are listed as one directory.
        let copies = isDataDirectory ? Self.copies(in: path, entries) : nil
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

    /// Returns true for a regular file with the name of a file that Leftoff writes, of its temporary file or of its
    /// copy.
    private static func isOwn(_ name: String, in home: String) -> Bool {
        var status = stat()
        guard lstat("\(home)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        return names.contains(name) || SetAsideFile.isName(name) || isTemporaryName(name)
    }

    /// Returns true for the name of a temporary file, which a killed process has left.
    private static func isTemporaryName(_ name: String) -> Bool {
        let endings = [""] + LeftoffDatabase.journalEndings
        return endings.contains { name == "\(LeftoffDatabase.fileName).new\($0)" }
            || name == "\(SettingsFile.fileName).new"
            || name.wholeMatch(of: #/(?:token|capture-token|sessions\.json|settings\.json)\.[A-Za-z0-9_-]{12}/#) != nil
            || name.wholeMatch(of: #/(?:service\.json|browsers\.json|native-host)\.\d+/#) != nil
            || name.wholeMatch(of: #/leftoff-sign-in-\d+\.html/#) != nil
    }
}

/// A program that uses the store of a data directory.
struct StoreUser: CustomStringConvertible {
    let pid: pid_t
    /// The first words of its command line, such as `leftoff serve`; later ones may contain passwords.
    let command: String

    var description: String { "\(command) (process \(pid))" }

    /// Finds the programs of this user that have the database open, except this one and native hosts.
    ///
    /// A native host notices that the database was deleted. Only Linux reports the files of other programs.
    ///
    /// - Parameter home: The data directory.
    /// - Returns: The programs.
    static func all(of home: DataHome) -> [StoreUser] {
        var database = stat()
        guard stat("\(home.path)/\(LeftoffDatabase.fileName)", &database) == 0 else { return [] }
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return processes.compactMap(pid_t.init).filter { $0 != getpid() }.compactMap { pid in
            let directory = "/proc/\(pid)/fd"
            let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
            let isOpen = descriptors.contains { descriptor in
                var file = stat()
                return stat("\(directory)/\(descriptor)", &file) == 0 && file.st_ino == database.st_ino
                    && file.st_dev == database.st_dev
            }
            guard isOpen else { return nil }
            let words = commandLine(of: pid)
            guard words.dropFirst().first != NativeHostCommand.name else { return nil }
            let name = words.first?.split(separator: "/").last.map(String.init) ?? "a program"
            return StoreUser(pid: pid, command: ([name] + words.dropFirst().prefix(1)).joined(separator: " "))
        }
    }

    private static func commandLine(of pid: pid_t) -> [String] {
        // Foundation reads a file of the size that the system reports, which is 0 here.
        let descriptor = open("/proc/\(pid)/cmdline", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &bytes, bytes.count)
        return bytes.prefix(max(0, count)).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}

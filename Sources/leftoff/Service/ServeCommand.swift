import ArgumentParser
import CPlatform
import FoundationEssentials
import Glibc
import Service
import Syntax

/// `leftoff serve`: runs the service and its web page on the loopback interface.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the service and its web page on 127.0.0.1 and ::1.",
        discussion: """
            Prints a one-time address that signs a browser in. The service also runs the download queue. Files that \
            are queued on the web page go to $XDG_DOWNLOAD_DIR, or to ~/Downloads if that is not set. The web page can \
            choose another directory only below these, the "downloadDirectories" of config.json, and those of \
            --download-dir; never a hidden one.
            """
    )

    @Option(help: "The port to listen on; 0 for a free one.")
    var port = ServiceConfiguration.defaultPort

    @Flag(name: .customLong("no-worker"), help: "Do not run the download queue.")
    var hasNoWorker = false

    @Option(
        help: ArgumentHelp("Trust the certificates in this PEM file instead of the system's.", valueName: "file"))
    var caFile: String?

    @Option(
        help: ArgumentHelp(
            "Allow the web page to save downloads below this directory too; repeatable.", valueName: "dir"))
    var downloadDir: [String] = []

    @OptionGroup var privateHosts: QueuePrivateHostOptions
    @OptionGroup var options: GlobalOptions

    @Option(help: ArgumentHelp("The form of the log; json writes one object per line.", valueName: "form"))
    var log = ServiceLog.Format.text

    /// True if another command has started the service, which then writes to no stream once it is ready.
    @Flag(help: .hidden)
    var background = false

    func run() async throws {
        OpenFileLimit.raise()
        if (try? QueueLocation(option: nil)) != .local, !options.quiet {
            StandardError.writeLine("leftoff: serve runs the local queue; the shared queue is only for queue and get")
        }
        leftoff_library_keep_running()
        let settings = ServeComposition.Settings(
            port: port, runsWorker: !hasNoWorker, certificatePath: try CertificateFile.readable(caFile),
            privateHosts: privateHosts.hosts, downloadDirectories: try downloadDir.map(Self.directory), log: log,
            options: options, isInBackground: background)
        try await ServiceLock.acquire(in: try DataHome())
        let composition = try ServeComposition(settings: settings)
        do { try await composition.run() } catch ServiceError.addressInUse(let port) {
            throw await Self.failure(ofPortInUse: port)
        }
    }

    private static func directory(_ path: String) throws -> String {
        guard let absolute = RealPath.resolved(path) else {
            throw CommandFailure(what: "--download-dir", why: "must be the path of a directory", status: .usage)
        }
        return absolute
    }

    /// Returns the failure for a port that another program uses, which may be Leftoff itself.
    ///
    /// Another user's program could identify itself as Leftoff too, so the message does not suggest signing in to it.
    private static func failure(ofPortInUse port: UInt16) async -> any Error {
        guard PortOwners.owner(ofPort: port) != .otherUser else {
            endSessions(takenPort: port)
            return ServiceError.addressInUse(port: port)
        }
        guard let (status, json) = try? await ServiceClient(port: port, token: nil).get("/healthz"),
            status == 200, json["service"]?.string == "leftoff"
        else { return ServiceError.addressInUse(port: port) }
        return CommandFailure(
            what: "serve",
            why: "port \(port) is in use by a service that identifies itself as Leftoff: use that service if it is "
                + "yours, or choose another port with --port",
            status: .unavailable)
    }
}

extension ServeCommand {
    /// Ends all sessions, because a program of another user has the port.
    ///
    /// It has the origin of the web page too, and receives the cookies and secrets of browsers that open the page.
    private static func endSessions(takenPort port: UInt16) {
        guard let home = try? DataHome().path, (try? TokenFiles(home: home).exist()) == true,
            let token = try? TokenFiles(home: home).load().full
        else { return }
        let file = SessionFile(home: home)
        guard !file.load(token: token, at: Date()).sessions.isEmpty else { return }
        do {
            try file.end(nil, token: token, at: Date())
            StandardError.writeLine(
                "leftoff: a program of another user listens on port \(port): all browsers were signed out")
        } catch {
            StandardError.writeLine("leftoff: \(error)")
        }
    }
}

extension ServiceLog.Format: ExpressibleByArgument {}

/// The limit on the number of files that the process may have open.
private enum OpenFileLimit {
    /// Raises the limit to 8,192, or to the system's maximum, because every connection is an open file.
    static func raise() {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 8_192))
        // A failure is ignored: the service also works with a lower limit.
        _ = setrlimit(resource, &limit)
    }
}

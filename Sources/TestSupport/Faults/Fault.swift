/// A fault of a server or of the destination, and the outcome that a download must have.
///
/// ``Fault/all`` is the table of all faults. Tests run them in process and against the binary, the benchmark runs other
/// downloaders against the same server, and `docs/faults.md` contains the table.
package struct Fault: Sendable, CustomStringConvertible {
    /// The subject of a fault, which is a heading of the table.
    package enum Group: String, Sendable, CaseIterable {
        case body = "The body"
        case chunks = "Chunks"
        case head = "The head"
        case resume = "Resuming after a cut"
        case status = "Statuses and Retry-After"
        case redirect = "Redirects"
        case name = "Names"
        case destination = "The destination"
        case digest = "Digests"
        case connection = "Connections"
    }

    /// An entry that exists in the destination before the download.
    package enum Planted: Sendable, Hashable {
        /// A file with these bytes.
        case file(String, [UInt8])
        /// A symbolic link to the file `victim` beside the destination.
        case link(String)
        /// A directory.
        case directory(String)
        /// A named pipe, which would block a careless `open` forever.
        case pipe(String)
    }

    /// A function that creates the responder of one run, with its own state.
    package typealias MakeResponder = @Sendable (FaultRun) -> ScriptedResponder

    /// The fault's short name in URLs and tables.
    package let slug: String

    /// A description of the fault: a sentence without its full stop.
    package let title: String

    /// The subject of the fault.
    package let group: Group

    /// The required outcomes of the fault's downloads; most faults have one.
    package var outcomes: [FaultOutcome]

    /// The entries that exist in the destination before the download.
    package var planted: [Planted] = []

    /// The header fields with which the download is added.
    package var headers: [String] = []

    /// The name with which the download is added.
    package var name: String?

    /// The checksum with which the download is added.
    package var checksum: String?

    /// The header fields that must not be sent to `localhost`, whose origin differs from that of `127.0.0.1`.
    package var secrets: [String] = []

    /// True if a client that does not retry must be started a second time.
    package var isInTwoRuns: Bool { group == .resume }

    /// True if the server sends nothing until the client's timeout.
    package var isSlow = false

    private let responders: [String: MakeResponder]

    /// Creates a fault of one download.
    ///
    /// - Parameters:
    ///   - group: The heading in the table.
    ///   - slug: The short name in URLs and tables.
    ///   - title: A sentence without its full stop.
    ///   - outcome: The required outcome.
    ///   - others: The responders for names other than the download's.
    ///   - responder: The responder for the download's name.
    init(
        _ group: Group, _ slug: String, _ title: String, _ outcome: FaultOutcome,
        others: [String: MakeResponder] = [:], _ responder: @escaping MakeResponder
    ) {
        self.group = group
        self.slug = slug
        self.title = title
        outcomes = [outcome]
        responders = others.merging([outcome.requestedName: responder]) { first, _ in first }
    }

    /// Creates a fault of several downloads, one after another.
    ///
    /// - Parameters:
    ///   - group: The heading in the table.
    ///   - slug: The short name in URLs and tables.
    ///   - title: A sentence without its full stop.
    ///   - outcomes: The required outcome of each download.
    ///   - responders: The responders by name.
    init(
        _ group: Group, _ slug: String, _ title: String, outcomes: [FaultOutcome],
        _ responders: [String: MakeResponder]
    ) {
        self.group = group
        self.slug = slug
        self.title = title
        self.outcomes = outcomes
        self.responders = responders
    }

    package var description: String { slug }

    /// Returns the responders of a run by their paths.
    package func routes(_ run: FaultRun) -> [String: ScriptedResponder] {
        var routes: [String: ScriptedResponder] = [:]
        for (name, makeResponder) in responders { routes[run.path(name)] = makeResponder(run) }
        return routes
    }

    /// Returns a copy of the fault that a closure has changed.
    func with(_ change: (inout Fault) -> Void) -> Fault {
        var fault = self
        change(&fault)
        return fault
    }
}

/// One way in which a server, or what lies in the directory, misbehaves, and what must come of a download then.
///
/// The table of all of them is ``Fault/all``. Tests run it in process and against the binary, the benchmark runs other
/// downloaders against the same server, and `docs/faults.md` prints it.
package struct Fault: Sendable, CustomStringConvertible {
    /// What the fault is about; the table's headings.
    package enum Group: String, Sendable, CaseIterable {
        case body = "The body"
        case chunks = "Chunks"
        case head = "The head"
        case resume = "Going on after a cut"
        case status = "Statuses and Retry-After"
        case redirect = "Redirects"
        case name = "Names"
        case place = "The destination"
        case digest = "Digests"
        case connection = "Connections"
    }

    /// What lies in the destination before the download begins.
    package enum Planted: Sendable, Hashable {
        /// A file with these bytes.
        case file(String, [UInt8])
        /// A symbolic link to the file `victim` beside the destination.
        case link(String)
        /// A directory.
        case directory(String)
        /// A named pipe, at which a careless open waits for ever.
        case pipe(String)
    }

    /// Makes what answers the requests for one run, with its own memory of what was asked before.
    package typealias Answer = @Sendable (FaultRun) -> ScriptedResponder

    /// The fault's short name in addresses and tables.
    package let slug: String

    /// What happens, as a sentence without its full stop.
    package let title: String

    /// What the fault is about.
    package let group: Group

    /// What must come of each download; most faults have one.
    package let outcomes: [FaultOutcome]

    /// What lies in the destination before.
    package var planted: [Planted] = []

    /// The request fields that the download is added with.
    package var headers: [String] = []

    /// The name that the download is added with.
    package var name: String?

    /// The checksum that the download is added with.
    package var checksum: String?

    /// Request fields that must not reach the host `localhost`, which is another origin than `127.0.0.1`.
    package var secrets: [String] = []

    /// True when a client that does not go on by itself has to be started a second time.
    package var isInTwoRuns: Bool { group == .resume }

    /// True when the outcome takes a server that stays silent for as long as the client's patience lasts.
    package var isSlow = false

    private let answers: [String: Answer]

    /// Makes a fault of one download, `file.bin`.
    ///
    /// - Parameters:
    ///   - group: What it is about.
    ///   - slug: Its short name.
    ///   - title: What happens.
    ///   - outcome: What must come of it.
    ///   - answers: What answers the requests for other names.
    ///   - answer: What answers the requests for the file.
    init(
        _ group: Group, _ slug: String, _ title: String, _ outcome: FaultOutcome,
        others answers: [String: Answer] = [:], _ answer: @escaping Answer
    ) {
        self.group = group
        self.slug = slug
        self.title = title
        outcomes = [outcome]
        self.answers = answers.merging([outcome.asked: answer]) { first, _ in first }
    }

    /// Makes a fault that takes several downloads, one after the other.
    ///
    /// - Parameters:
    ///   - group: What it is about.
    ///   - slug: Its short name.
    ///   - title: What happens.
    ///   - outcomes: What must come of each.
    ///   - answers: What answers the requests for each name.
    init(_ group: Group, _ slug: String, _ title: String, outcomes: [FaultOutcome], _ answers: [String: Answer]) {
        self.group = group
        self.slug = slug
        self.title = title
        self.outcomes = outcomes
        self.answers = answers
    }

    package var description: String { slug }

    /// The paths of a run, each with what answers there.
    ///
    /// - Parameter run: The run.
    /// - Returns: The responders by path.
    package func routes(_ run: FaultRun) -> [String: ScriptedResponder] {
        var routes: [String: ScriptedResponder] = [:]
        for (name, answer) in answers { routes[run.path(name)] = answer(run) }
        return routes
    }

    /// Returns the fault with a change.
    func with(_ change: (inout Fault) -> Void) -> Fault {
        var fault = self
        change(&fault)
        return fault
    }
}

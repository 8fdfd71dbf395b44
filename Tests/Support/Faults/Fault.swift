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

/// The required outcome of one download of a ``Fault``.
package struct FaultOutcome: Sendable {
    /// The final state of a download.
    package enum End: String, Sendable {
        case done, failed, quarantined, waiting
    }

    /// The name that is requested, percent-encoded.
    package var requestedName = Fault.fileName

    /// The URL that is requested instead of the run's own; `{port}` and `{prefix}` are replaced by the run's values.
    package var address: String?

    /// The final state.
    package var end: End

    /// The class of the error; nil if the download is done.
    package var errorClass: String?

    /// The final name of the file; nil if there is none.
    package var fileName: String?

    /// The bytes that the file must have.
    package var content: [UInt8] = Fault.content

    /// True if a part file remains, from which a later attempt can resume.
    package var keepsPart = false

    /// The number of requests.
    package var requests: ClosedRange<Int>

    /// The time from the first request to the last, in seconds by the queue's clock; nil for any.
    package var wait: ClosedRange<Double>?

    /// The description in the table.
    package var words: String

    /// Returns the outcome of a download whose file is complete and correct.
    ///
    /// - Parameters:
    ///   - words: The description after "done".
    ///   - requests: The number of requests.
    ///   - name: The final name of the file.
    /// - Returns: An outcome without an error.
    static func done(
        _ words: String = "", requests: ClosedRange<Int> = 1...1, as name: String = Fault.fileName
    ) -> FaultOutcome {
        FaultOutcome(end: .done, fileName: name, requests: requests, words: words.isEmpty ? "done" : "done: \(words)")
    }

    /// Returns the outcome of an error that is not retried.
    ///
    /// - Parameters:
    ///   - kind: The class of the error.
    ///   - requests: The number of requests.
    ///   - words: The description after the class.
    /// - Returns: An outcome without a file.
    static func refused(_ kind: String, requests: ClosedRange<Int> = 1...1, _ words: String = "") -> FaultOutcome {
        FaultOutcome(
            end: .failed, errorClass: kind, requests: requests,
            words: "fails at once: \(kind)" + (words.isEmpty ? "" : ", \(words)"))
    }

    /// Returns the outcome of an error that occurs in every attempt.
    ///
    /// - Parameters:
    ///   - kind: The class of the error.
    ///   - requests: The number of requests.
    ///   - keepsPart: True if a part file remains.
    /// - Returns: An outcome without a file.
    static func givenUp(_ kind: String, requests: ClosedRange<Int> = 5...5, keepsPart: Bool = false) -> FaultOutcome {
        FaultOutcome(
            end: .failed, errorClass: kind, keepsPart: keepsPart, requests: requests,
            words: "fails after 5 attempts: \(kind)" + (keepsPart ? "; the part file stays" : ""))
    }

    /// Returns the outcome of responses that violate HTTP.
    ///
    /// Such a download is retried once, because the violation may be an accident.
    static func malformed(requests: ClosedRange<Int> = 2...2) -> FaultOutcome {
        FaultOutcome(
            end: .failed, errorClass: "protocol", requests: requests, words: "fails after 2 attempts: protocol")
    }

    /// Returns the outcome of a file with the wrong digest.
    static func quarantined() -> FaultOutcome {
        FaultOutcome(
            end: .quarantined, errorClass: "checksum", fileName: Fault.fileName + ".leftoff-quarantined",
            requests: 1...1, words: "quarantined: checksum")
    }

    /// Returns a copy of the outcome that a closure has changed.
    func with(_ change: (inout FaultOutcome) -> Void) -> FaultOutcome {
        var outcome = self
        change(&outcome)
        return outcome
    }

    /// Returns the outcome for a file with bytes other than ``Fault/content``.
    func bytes(_ content: [UInt8]) -> FaultOutcome { with { $0.content = content } }

    /// Returns the outcome for a name other than `file.bin`.
    func requesting(_ name: String) -> FaultOutcome { with { $0.requestedName = name } }
}

extension Fault {
    /// The table of all faults, in the order of its headings.
    package static let all: [Fault] = {
        let faults =
            ofTheBody + ofChunks + ofTheHead + ofResuming + ofVersions + ofStatuses + ofRedirects + ofNames
            + ofTheDestination
            + ofDigests + ofConnections
        return Group.allCases.flatMap { group in faults.filter { $0.group == group } }
    }()

    /// Returns the fault with a slug; nil if there is none.
    package static func named(_ slug: String) -> Fault? { all.first { $0.slug == slug } }
}

extension Fault {
    /// The file name that most faults use.
    package static let fileName = "file.bin"

    /// The contents of the file that most faults use.
    ///
    /// 300 kB are more than a socket buffers, but few enough for a hundred servers at the same time.
    package static let content = ScriptedFile.bytes(300_000, seed: 1)

    /// Another version of the file, of the same size.
    package static let changed = ScriptedFile.bytes(300_000, seed: 2)

    /// The number of bytes that are sent before a cut.
    static let cut = 100_000

    /// Returns a responder that writes the given bytes and closes the connection.
    ///
    /// - Parameters:
    ///   - head: The head with its line endings and the empty line.
    ///   - body: The bytes that follow it.
    /// - Returns: A responder for one response per connection.
    static func raw(_ head: String, _ body: [UInt8] = content) -> ScriptedResponder {
        ScriptedResponder { _, connection in
            try connection.write(Array(head.utf8) + body)
            connection.close()
        }
    }

    /// A responder that serves the file without faults.
    static var whole: ScriptedResponder { .file(ScriptedFile(content)) }

    /// Returns a responder that cuts off the first response.
    ///
    /// - Parameters:
    ///   - file: The file of the first response.
    ///   - next: The responder for all further requests.
    /// - Returns: A responder that counts its requests.
    static func cut(_ file: ScriptedFile = ScriptedFile(content), then next: ScriptedResponder) -> ScriptedResponder {
        var file = file
        file.cutAfter = cut
        return .sequence([.file(file), next])
    }

    /// Returns a responder that uses `first` once, and then serves the file without faults.
    static func once(_ first: ScriptedResponder) -> ScriptedResponder { .sequence([first, whole]) }
}

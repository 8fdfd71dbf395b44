import ArgumentParser
import LinkPipeline

/// The options of `leftoff links` for web archives.
struct ArchiveOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The address or directory of the archives that lists and indexes name. (default: Common Crawl's)",
            valueName: "url|dir"),
        transform: { try ArchiveLocation($0) })
    private var prefix: ArchiveLocation?

    /// The location of the archives that lists and indexes name.
    var location: ArchiveLocation {
        get throws { try prefix ?? ArchiveLocation(ArchiveLocation.bucket) }
    }

    @Option(
        help: ArgumentHelp(
            "Read the captures in this CDXJ index, or on standard input if it is -; repeatable.", valueName: "file"))
    var cdx: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Exit with 0 if at most this many records of web archives are damaged, or any number.", valueName: "n|any"))
    var maxFailedRecords = FailedRecordLimit(count: 0)

    @Option(help: ArgumentHelp("The form of the messages about damaged records.", valueName: "form"))
    var errors = MessageForm.text

    /// The form of messages on standard error.
    enum MessageForm: String, ExpressibleByArgument, CaseIterable {
        /// Lines for people.
        case text
        /// One JSON object per line.
        case json
    }
}

/// The maximum number of damaged records as an argument: a number, or `any`.
struct FailedRecordLimit: ExpressibleByArgument, Sendable, CustomStringConvertible {
    /// The number; nil for any number.
    let count: Int?

    init(count: Int?) { self.count = count }

    init?(argument: String) {
        if argument == "any" {
            count = nil
        } else {
            guard let number = Int(argument), number >= 0 else { return nil }
            count = number
        }
    }

    var description: String { count.map { "\($0)" } ?? "any" }
    var defaultValueDescription: String { description }

    /// Returns true if a number of damaged records is acceptable.
    func allows(_ failedRecords: Int) -> Bool { count.map { failedRecords <= $0 } ?? true }
}

import ArgumentParser
import FoundationEssentials
import Places
import Store

/// `leftoff tag`: adds and removes tags.
struct TagCommand: ParsableCommand, OperandListCommand {
    static let configuration = CommandConfiguration(
        commandName: "tag",
        abstract: "Add and remove tags of places, or list all tags.",
        discussion: """
            An operand that begins with + is a tag to add, and one that begins with a single - is a tag to remove: \
            `leftoff tag @ +recipes -unsorted`. -h, -q and -y are options, and tags only after --. The options --add \
            and --remove accept any tag.

            An automatic place that gets a tag is kept for good. Without operands and options, the command lists all \
            tags with the number of places, the most frequent first.
            """
    )

    @OptionGroup var selection: PlaceSelection

    @Option(help: ArgumentHelp("Add this tag; the same as +name. Repeatable.", valueName: "name"), completion: .tags)
    var add: [String] = []

    @Option(
        help: ArgumentHelp("Remove this tag; the same as -name. Repeatable.", valueName: "name"), completion: .tags)
    var remove: [String] = []

    @Option(help: "The output format of the list of tags.")
    var format: ListFormat?

    @OptionGroup var options: PlaceChangeOptions

    static var operands: WritableKeyPath<Self, [String]> { \.selection.ids }

    /// True if the command line names neither places nor tags.
    private var lists: Bool { selection.isEmpty && add.isEmpty && remove.isEmpty }

    func validate() throws {
        if lists { return }
        if format != nil { throw ValidationError("--format is only for the list of tags") }
        if add.isEmpty, remove.isEmpty { throw ValidationError("name a tag to add (+name) or remove (-name)") }
        _ = try selection.selection()
        let (added, removed) = (try Self.key(of: add), try Self.key(of: remove))
        if let both = added.intersection(removed).min() {
            throw ValidationError("the tag '\(both)' cannot be both added and removed")
        }
    }

    func run() throws {
        if lists { return try listTags() }
        let change = PlaceChange(
            change: .tags(add: add, remove: remove), command: "tag", question: "change their tags",
            result: { add.isEmpty ? "removed tags of \($0)" : "tagged \($0)" })
        try change.apply(to: try selection.selection(), in: try DataHome().existingDatabase(), options: options)
    }

    /// Returns tags in the form by which they are compared.
    ///
    /// - Throws: `ValidationError` for a tag that is empty or too long.
    private static func key(of tags: [String]) throws -> Set<String> {
        Set(
            try tags.map { tag in
                guard tag.unicodeScalars.count <= SnapshotMetadata.maximumTagLength else {
                    throw ValidationError("a tag has at most \(SnapshotMetadata.maximumTagLength) characters")
                }
                guard let clean = try? SnapshotMetadata(tags: [tag], note: "").tags.first else {
                    throw ValidationError("a tag must not be empty")
                }
                return clean.lowercased()
            })
    }

    private func listTags() throws {
        let counts = try SQLiteSnapshotArchive.forReading().counts(of: .tags)
        try (format ?? .table).write(counts.lazy.map(TagSummary.init)) {
            PlaceCells.lines(counts.map { [$0.name, String($0.count)] }, rightAligned: [1])
        }
        if counts.isEmpty, !options.quiet {
            StandardError.writeLine("leftoff: no place has a tag yet: 'leftoff tag @ +NAME' adds one")
        }
    }
}

extension TagCommand {
    /// The options of the command that take a value.
    private static let valueOptions: Set<String> = [
        "--query", "--tag", "--site", "--state", "--kind", "--add", "--remove", "--format",
    ]
    /// The options of one character, which are no tags before `--`.
    private static let shortOptions: Set<String> = ["-h", "-q", "-y"]

    /// Replaces the operands `+name` and `-name` by options.
    ///
    /// The argument parser takes `-history` for short options, of which it obeys those that exist: it would print help.
    ///
    /// - Parameter arguments: The arguments after the program's name.
    /// - Returns: The same arguments if they are those of another command. Otherwise, tags come first, so that a long
    ///   list of ids is at the end.
    static func rewritten(_ arguments: [String]) -> [String] {
        guard let name = arguments.first, name == configuration.commandName else { return arguments }
        var tags: [String] = []
        var others: [String] = []
        var isValue = false
        var isAfterTerminator = false
        for argument in arguments.dropFirst() {
            if isValue {
                others.append(argument)
                isValue = false
            } else if argument == "--", !isAfterTerminator {
                isAfterTerminator = true
            } else if argument == "+" {
                // The argument parser takes the next argument as the value of `--add=`.
                tags += ["--add", ""]
            } else if argument.hasPrefix("+") {
                tags.append("--add=\(argument.dropFirst())")
            } else if isAfterTerminator ? argument.hasPrefix("-") : isRemoval(argument) {
                tags.append("--remove=\(argument.dropFirst())")
            } else {
                others.append(argument)
                isValue = !isAfterTerminator && valueOptions.contains(argument)
            }
        }
        return [name] + tags + others
    }

    /// Returns true for `-name`, and false for options and for `-` alone.
    private static func isRemoval(_ argument: String) -> Bool {
        argument.hasPrefix("-") && !argument.hasPrefix("--") && argument != "-" && !shortOptions.contains(argument)
    }
}

/// A tag as `leftoff tag` prints it as JSON.
private struct TagSummary: Encodable {
    let tag: String
    let count: Int

    init(_ count: SnapshotCount) {
        tag = count.name
        self.count = count.count
    }
}

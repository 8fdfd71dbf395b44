/// The sections of a manual page that describe its commands and their options.
///
/// Options that several commands share are described once, after the commands: those in a group with a title if two
/// commands have them, others if half of the commands have them.
struct ManualOptions {
    /// The page.
    let page: ManualPage
    /// The commands of the page.
    let entries: [CommandReference.Entry]

    private typealias Argument = CommandReference.Argument

    /// The title of options that are in no group.
    private static let commonTitle = "Common options"

    /// The length of a help text and its note up to which they form one paragraph.
    private static let maximumParagraphLength = 320

    /// A group of options that at least two commands share.
    private struct SharedGroup {
        var title: String
        var options: [(option: CommandReference.Argument, commands: [String])] = []

        /// The commands that accept at least one option of the group, in order.
        func commands(in entries: [CommandReference.Entry]) -> [String] {
            entries.map(\.name).filter { name in options.contains { $0.commands.contains(name) } }
        }
    }

    /// Appends the sections to a page.
    ///
    /// - Parameter roff: The page up to its examples.
    func append(to roff: inout RoffText) {
        if entries.count == 1, !page.name.isEmpty {
            roff.heading("SH", "OPTIONS")
            appendOnly(entries[0], to: &roff)
            return
        }
        guard !entries.isEmpty else { return }
        let groups = sharedGroups()
        if !page.name.isEmpty { roff.heading("SH", "COMMANDS") }
        for entry in entries { append(entry, groups, to: &roff) }
        guard !groups.isEmpty else { return }
        roff.heading("SH", "SHARED OPTIONS")
        for group in groups { append(group, to: &roff) }
    }

    /// Appends the only command of a page, whose options are all described in groups.
    private func appendOnly(_ entry: CommandReference.Entry, to roff: inout RoffText) {
        let arguments = entry.command.visibleArguments
        for argument in arguments where !argument.isNamed { append(argument, entry, to: &roff) }
        let named = arguments.filter(\.isNamed)
        var titles: [String] = []
        for title in named.compactMap(\.sectionTitle) where !titles.contains(title) { titles.append(title) }
        for title in titles + [Self.commonTitle] {
            roff.heading("SS", title)
            for option in named where (option.sectionTitle ?? Self.commonTitle) == title {
                append(option, entry, to: &roff)
            }
        }
    }

    private func append(_ entry: CommandReference.Entry, _ groups: [SharedGroup], to roff: inout RoffText) {
        roff.heading("SS", "leftoff \(entry.name)")
        roff.append([.paragraph(HelpMarkup.spans(entry.command.abstract ?? ""))], isFirst: true)
        if let discussion = entry.command.discussion {
            roff.append(HelpMarkup(discussion).sections.flatMap(\.blocks))
        }
        if let note = page.notes[entry.name] { roff.append(HelpMarkup(note).sections.flatMap(\.blocks)) }
        for argument in entry.command.visibleArguments where !isShared(argument) { append(argument, entry, to: &roff) }
        // The common options are so common that they are mentioned only where they are described.
        let titles = groups.filter { $0.title != Self.commonTitle && $0.commands(in: entries).contains(entry.name) }
            .map(\.title)
        guard !titles.isEmpty else { return }
        let list = Self.list(titles.map { "*\($0)*" })
        roff.append([
            .paragraph(HelpMarkup.spans("It also accepts the options under \(list) in SHARED OPTIONS below."))
        ])
    }

    private func append(_ group: SharedGroup, to roff: inout RoffText) {
        let commands = group.commands(in: entries)
        roff.heading("SS", group.title)
        let names = Self.list(commands.map { "`\($0)`" })
        roff.append(
            [
                .paragraph(
                    HelpMarkup.spans(
                        commands.count == entries.count ? "All commands accept these options." : "Accepted by \(names)."
                    ))
            ], isFirst: true)
        for (option, accepting) in group.options {
            var blocks = explanation(of: option, in: accepting)
            if accepting.count < commands.count, case .paragraph(let spans)? = blocks.last {
                let only = HelpMarkup.spans(" Only for \(Self.list(accepting.map { "`\($0)`" })).")
                blocks[blocks.count - 1] = .paragraph(spans + only)
            }
            roff.append(term: option.label, definition: blocks)
        }
    }

    private func append(_ argument: Argument, _ entry: CommandReference.Entry, to roff: inout RoffText) {
        roff.append(term: argument.label, definition: explanation(of: argument, in: [entry.name]))
    }

    /// Returns the help text of an option together with the page's own note on it.
    private func explanation(of argument: Argument, in commands: [String]) -> [HelpMarkup.Block] {
        // The name of an argument may be that of a command.
        let keys = commands.map { "\($0) \(argument.name)" } + (argument.isNamed ? [argument.name] : [])
        let note = keys.compactMap { page.notes[$0] }.first ?? ""
        let isShort = note.count + argument.explanation().count <= Self.maximumParagraphLength
        let text = argument.explanation(note: isShort ? note : "").markingOptions()
        return [.paragraph(HelpMarkup.spans(text))] + (isShort ? [] : HelpMarkup(note).sections.flatMap(\.blocks))
    }

    /// Returns true for an option that is described together with those of other commands.
    private func isShared(_ argument: Argument) -> Bool {
        guard argument.isNamed else { return false }
        let count = entries.count { $0.command.visibleArguments.contains(argument) }
        return count >= 2 && (argument.sectionTitle != nil || count * 2 >= entries.count)
    }

    private func sharedGroups() -> [SharedGroup] {
        var groups: [SharedGroup] = []
        for entry in entries {
            for option in entry.command.visibleArguments where isShared(option) {
                let title = option.sectionTitle ?? Self.commonTitle
                let index = groups.firstIndex { $0.title == title } ?? groups.count
                if index == groups.count { groups.append(SharedGroup(title: title)) }
                if let known = groups[index].options.firstIndex(where: { $0.option == option }) {
                    groups[index].options[known].commands.append(entry.name)
                } else {
                    groups[index].options.append((option, [entry.name]))
                }
            }
        }
        // The common options are last, as in the help of each command.
        return groups.filter { $0.title != Self.commonTitle } + groups.filter { $0.title == Self.commonTitle }
    }

    /// Returns words as a list for a sentence: `a, b and c`.
    private static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}

extension String {
    /// Returns the text with backquotes around each option, such as `--base`.
    fileprivate func markingOptions() -> String {
        split(separator: " ", omittingEmptySubsequences: false).map { word in
            guard word.hasPrefix("--"), word.count > 2 else { return String(word) }
            let end = word.firstIndex { !($0.isLetter || $0.isNumber || $0 == "-") } ?? word.endIndex
            return "`\(word[..<end])`\(word[end...])"
        }.joined(separator: " ")
    }
}

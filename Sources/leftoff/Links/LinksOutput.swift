import Crawling
import LinkFormats
import LinkHarvest
import LinkSelection
import TerminalHUD
import WHATWGURL

/// Prints the links that are wanted, in the order and up to the number that was asked for, and counts the rest.
final class LinksOutput {
    private var stream: OutputStream
    private var format: any LinkFormat
    private let choice: LinkFormatChoice
    private let order: LinkOrder
    private let limit: Int
    private let isExplained: Bool
    private let display: any StatusDisplay
    private var bytes: [UInt8]
    /// Links that wait until all are there and can be sorted.
    private var waiting: [(link: HarvestedLink, checked: CheckedLink??)] = []
    private var judge: PageSelection?
    private var omissions: [LinkOmission: Int] = [:]

    /// How many links were printed.
    private(set) var count = 0
    /// Whether there were more links than are remembered, so that some may have been printed twice.
    private(set) var hasForgotten = false
    /// How many of the links that were printed are broken.
    private(set) var brokenCount = 0
    /// Tells ahead which links the format will print, so that no others are checked.
    private var ahead: (format: any LinkFormat, count: Int)

    /// Opens the output.
    ///
    /// - Parameters:
    ///   - format: How to print, and where to.
    ///   - selection: In which order and how many.
    ///   - repeats: Whether an address that was printed before may be printed again.
    ///   - display: Gets the lines of `--explain`.
    /// - Throws: `CommandFailure` if the output cannot be made or an option does not fit.
    init(
        format: LinkFormatOptions, selection: LinkSelectionOptions, repeats: Bool, display: any StatusDisplay
    ) throws {
        let writer = try format.makeFormat(repeats: repeats)
        stream = try OutputStream(path: format.output)
        self.format = writer
        ahead = (try format.makeFormat(repeats: repeats), 0)
        choice = format.format
        order = selection.sort
        limit = selection.limit ?? .max
        isExplained = selection.explain
        self.display = display
        bytes = writer.opening()
    }

    /// Whether no further link can be printed or explained.
    var isFull: Bool { count >= limit && !isExplained }

    /// Begins with the links of one page.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - choice: Which of its links are wanted; nil for all.
    func begin(_ page: LinkPage, choice: LinkSelection?) {
        noteForgetting()
        judge = choice?.begin(page)
    }

    /// Takes the next links of the page.
    ///
    /// - Parameter batch: The links.
    func add(_ batch: LinkBatch) {
        judge?.follow(batch)
        for index in 0..<batch.count {
            if judge == nil, order == .document, !isExplained, count < limit {
                note(format.write(batch, at: index, into: &bytes))
            } else if judge != nil {
                guard let verdict = judge?.judge(batch[index]) else { continue }
                add(verdict)
            } else {
                add(batch[index])
            }
        }
        noteForgetting()
    }

    /// The links of a page that are wanted, without printing them; those that are not are explained.
    ///
    /// - Parameter batch: The next of its links.
    /// - Returns: Those that are wanted, up to the last one that will be printed.
    func chosen(of batch: LinkBatch) -> [HarvestedLink] {
        judge?.follow(batch)
        var chosen: [HarvestedLink] = []
        for index in 0..<batch.count {
            guard !isChosen || isExplained else { break }
            switch judge?.judge(batch[index]) ?? .selected(batch[index]) {
            case .dropped(let link, let drop): explain(link, drop)
            case .selected(let link):
                guard !isChosen else {
                    explainLimit(link)
                    continue
                }
                chosen.append(link)
                guard order == .document, limit < .max else { continue }
                var written: [UInt8] = []
                if ahead.format.write(link, into: &written) == nil { ahead.count += 1 }
            }
        }
        noteForgetting()
        return chosen
    }

    /// Whether as many links were chosen as will be printed.
    private var isChosen: Bool { ahead.count >= limit }

    /// Takes a link that is wanted.
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - checked: What a check found; nil without one.
    func add(_ link: HarvestedLink, checked: CheckedLink?? = nil) {
        if order == .document { write(link, checked: checked) } else { waiting.append((link, checked)) }
    }

    /// Takes what was decided about a link.
    ///
    /// - Parameter verdict: The link, or why it was dropped.
    func add(_ verdict: LinkVerdict) {
        switch verdict {
        case .selected(let link): add(link)
        case .dropped(let link, let drop): explain(link, drop)
        }
    }

    /// Hands the next tool of a pipe what there is.
    ///
    /// - Throws: `CommandFailure` (I/O error) if it cannot be written.
    func flush() throws {
        guard !bytes.isEmpty else { return }
        try stream.write(bytes)
        bytes.removeAll(keepingCapacity: true)
        try display.whileHidden { try stream.flush() }
    }

    /// Hands on what there is, if that is much.
    ///
    /// - Throws: `CommandFailure` (I/O error) if it cannot be written.
    func flushIfLarge() throws {
        if bytes.count >= 1 << 16 { try flush() }
    }

    /// Prints what waits for its order.
    func sort() {
        for (link, checked) in order.sorted(waiting, by: { $0.link }) { write(link, checked: checked) }
        waiting = []
        noteForgetting()
    }

    /// Prints what waits and what stands at the end.
    ///
    /// - Parameter publishes: False leaves the file of `-o` as it was.
    /// - Returns: A line for people about the links that the format cannot carry; nil if there are none.
    /// - Throws: `CommandFailure` (I/O error) if it cannot be written.
    func finish(publishes: Bool) throws -> String? {
        sort()
        bytes += format.closing()
        try stream.write(bytes)
        try display.whileHidden { try stream.finish(publishes: publishes) }
        let counted = LinkOmission.allCases.compactMap { omission in
            omissions[omission].map { "\($0) \($0 == 1 ? "link" : "links") (\(omission.why))" }
        }
        return counted.isEmpty ? nil : "left out of \(choice): \(counted.joined(separator: ", "))"
    }

    private func write(_ link: HarvestedLink, checked: CheckedLink??) {
        guard count < limit else { return explainLimit(link) }
        let start = bytes.count
        let omission = format.write(link, into: &bytes)
        note(omission)
        if let checked { CheckedLinkText.add(checked, format: choice, from: start, to: &bytes) }
        if let omission, isExplained { explain(link, LinkDrop(by: "format", why: omission.why)) }
        guard omission == nil, case .some(.some(let found)) = checked, found.isBroken else { return }
        brokenCount += 1
        guard !CheckedLinkText.isShown(in: choice) else { return }
        let complaint = CheckedLinkText.complaint(about: found)
        display.log("leftoff: \(link.source): \(link.url?.withoutCredentials().href ?? link.raw): \(complaint)")
    }

    /// Says once that addresses may come twice from now on.
    private func noteForgetting() {
        guard !hasForgotten, format.hasForgotten || judge?.hasForgotten == true else { return }
        hasForgotten = true
        display.log("leftoff: more than \(LinkLimits.rememberedLinkCount) addresses: later ones may be printed twice")
    }

    private func note(_ omission: LinkOmission?) {
        guard let omission else {
            count += 1
            return
        }
        // Each address once is what such a format is for; nothing is lost.
        if omission != .repeated { omissions[omission, default: 0] += 1 }
    }

    private func explainLimit(_ link: HarvestedLink) {
        explain(link, LinkDrop(by: "limit", why: "\(limit) links are printed"))
    }

    private func explain(_ link: HarvestedLink, _ drop: LinkDrop) {
        if isExplained { display.log(DroppedLink(link, by: drop.by, why: drop.why).line) }
    }
}

import Markup

/// A scanner for the fragment targets of a page that is read in parts: the `id` of any element and the `name` of an
/// `a`.
final class FragmentTargetScanner: MarkupHandler {
    private static let interest = TagInterest(elements: [], triggers: ["id", "name"], attributes: [])

    /// The targets found so far.
    private(set) var targets = FragmentTargets()

    private var reader: HTMLReader?

    /// Creates a scanner for one page.
    ///
    /// - Parameter contentType: The value of the response's `Content-Type`, which may specify the encoding.
    init(contentType: String? = nil) {
        reader = HTMLReader(
            interest: Self.interest, handler: self, contentType: contentType, isLocal: false, countsLines: false)
    }

    /// Scans the next bytes of the page.
    ///
    /// - Parameter bytes: Bytes that are valid during the call.
    /// - Throws: `MarkupError`.
    func receive(_ bytes: UnsafeRawBufferPointer) throws {
        try reader?.receive(bytes.bindMemory(to: UInt8.self))
    }

    /// Ends the page.
    ///
    /// - Throws: `MarkupError`.
    func finish() throws {
        try reader?.finish()
        // The reader refers to the scanner, so a reference cycle is broken here.
        reader = nil
    }

    var wantsText: Bool { false }

    func startTag(_ tag: StartTag) -> Bool {
        for index in 0..<tag.attributeCount {
            let number = tag.attributeNumber(at: index)
            guard number == 0 || tag.element == .a, let name = tag.value(of: number), !name.isEmpty else { continue }
            targets.insert(name.utf8)
        }
        return false
    }

    func endTag(_ element: ElementName) {}
    func text(_ text: UnsafeBufferPointer<UInt8>) {}

    func restart() { targets = FragmentTargets() }
}

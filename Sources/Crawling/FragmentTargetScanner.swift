import Markup

/// Finds the places of a page that comes in parts: `id` of any element and `name` of `a`.
final class FragmentTargetScanner: MarkupHandler {
    private static let interest = TagInterest(elements: [], triggers: ["id", "name"], attributes: [])

    /// The places found so far.
    private(set) var places = FragmentTargets()

    private var reader: HTMLReader?

    /// Begins a page.
    ///
    /// - Parameter contentType: The value of Content-Type, which may tell the encoding.
    init(contentType: String? = nil) {
        reader = HTMLReader(
            interest: Self.interest, handler: self, contentType: contentType, isLocal: false, countsLines: false)
    }

    /// Takes in the next bytes.
    ///
    /// - Parameter bytes: The bytes.
    /// - Throws: `MarkupError`.
    func receive(_ bytes: UnsafeRawBufferPointer) throws {
        try reader?.receive(bytes.bindMemory(to: UInt8.self))
    }

    /// Ends the page.
    ///
    /// - Throws: `MarkupError`.
    func finish() throws {
        try reader?.finish()
        // The reader knows the scan.
        reader = nil
    }

    var wantsText: Bool { false }

    func startTag(_ tag: StartTag) -> Bool {
        for index in 0..<tag.attributeCount {
            let number = tag.attributeNumber(at: index)
            guard number == 0 || tag.element == .a, let name = tag.value(of: number), !name.isEmpty else { continue }
            places.insert(name.utf8)
        }
        return false
    }

    func endTag(_ element: ElementName) {}
    func text(_ text: UnsafeBufferPointer<UInt8>) {}

    func restart() { places = FragmentTargets() }
}

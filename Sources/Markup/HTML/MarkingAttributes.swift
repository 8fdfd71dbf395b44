/// A sink that finds the attributes that make `font` end foreign content, `annotation-xml` contain HTML, and `input`
/// hidden.
struct MarkingAttributes: TagPartSink {
    let window: UnsafePointer<UInt8>
    let element: ElementName
    private(set) var isMarked = false
    private var hasType = false

    init(window: UnsafePointer<UInt8>, element: ElementName) {
        self.window = window
        self.element = element
    }

    mutating func beginTag(name: Range<Int>, hash: UInt64) {}

    mutating func attribute(name: Range<Int>, hash: UInt64, value: Range<Int>) {
        func lowercased(_ range: Range<Int>) -> String {
            let bytes = UnsafeBufferPointer(start: window + range.lowerBound, count: range.count)
            return ASCII.lowercase(CharacterReferences.decode(bytes, inAttribute: true))
        }
        switch element {
        case .font: isMarked = isMarked || ["color", "face", "size"].contains(lowercased(name))
        case .input where !hasType && lowercased(name) == "type":
            hasType = true
            isMarked = lowercased(value) == "hidden"
        case .annotationXML where lowercased(name) == "encoding":
            isMarked = isMarked || ["text/html", "application/xhtml+xml"].contains(lowercased(value))
        default: break
        }
    }
}

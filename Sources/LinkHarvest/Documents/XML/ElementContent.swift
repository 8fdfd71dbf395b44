import Markup
import WHATWGURL

/// The content of an element of a feed while it is being collected.
struct ElementContent {
    /// The purpose of the content.
    enum Purpose: Equatable {
        case address(LinkKind)
        case html
        case title

        /// The maximum length in bytes, which no real URL or item exceeds.
        var byteLimit: Int {
            switch self {
            case .address: 1 << 16
            case .html: 1 << 23
            case .title: 1 << 10
            }
        }
    }

    let purpose: Purpose
    let name: XMLElementName
    let base: WebURL?
    let position: SourcePosition?
    /// The number of open elements when the element started.
    let depth: Int
    /// True if the element is outside of the selected elements.
    let isOutOfScope: Bool
    private var bytes: [UInt8] = []
    /// True if the content was truncated.
    private(set) var isCut = false

    init(
        purpose: Purpose, name: XMLElementName, base: WebURL?, position: SourcePosition?, depth: Int, isOutOfScope: Bool
    ) {
        self.purpose = purpose
        self.name = name
        self.base = base
        self.position = position
        self.depth = depth
        self.isOutOfScope = isOutOfScope
    }

    /// The text collected so far.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func append(_ part: UnsafeBufferPointer<UInt8>) {
        let available = purpose.byteLimit - bytes.count
        if part.count > available { isCut = true }
        bytes.append(contentsOf: part.prefix(available))
    }
}

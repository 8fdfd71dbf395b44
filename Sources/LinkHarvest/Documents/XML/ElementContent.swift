import Markup
import WHATWGURL

/// The content of an element of a feed, while it is being collected.
struct ElementContent {
    /// What it is taken for.
    enum Purpose: Equatable {
        case address(LinkKind)
        case html
        case title

        /// How many bytes are taken at most: more than any address or item has, little enough to keep.
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
    /// How many elements were open when it began.
    let depth: Int
    /// Whether it stands outside of the elements that are wanted.
    let isOutOfScope: Bool
    private var bytes: [UInt8] = []
    /// Whether it is longer than what is taken.
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

    /// What was collected.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func append(_ part: UnsafeBufferPointer<UInt8>) {
        let room = purpose.byteLimit - bytes.count
        if part.count > room { isCut = true }
        bytes.append(contentsOf: part.prefix(room))
    }
}

import Syntax
import WHATWGURL

/// Validation against schema 1, and migration of older formats to it.
enum SnapshotValidation {
    /// Validates a snapshot and migrates it to the current schema.
    ///
    /// - Parameters:
    ///   - value: A snapshot, or a Web Annotation.
    ///   - isNew: False to move each number that is out of range into its range.
    /// - Returns: The snapshot in the current schema with `schema` and `url` set, and the page's URL.
    /// - Throws: ``SnapshotError`` with the first invalid key.
    static func migrate(_ value: JSONValue, isNew: Bool) throws(SnapshotError) -> (json: JSONValue, url: WebURL) {
        guard case .object(var members) = value else { throw .notAnObject(found: value.kindName) }
        if let annotation = WebAnnotationReader(members) { members = try annotation.snapshot() }
        try checkSchema(members["schema"])
        if mismatch(of: members, with: SnapshotSchema.snapshot) != nil {
            members = clamped(members, to: SnapshotSchema.snapshot, isNew: isNew)
            if let mismatch = mismatch(of: members, with: SnapshotSchema.snapshot) {
                throw .invalidValue(key: mismatch.key, expected: mismatch.expected, found: mismatch.found)
            }
        }
        let url = try address(in: members)
        members["schema"] = .number(Double(PageSnapshot.currentSchema))
        members["url"] = .string(url.href)
        if let base = members["baseURI"]?.string.flatMap({ WebURL($0) }), base.hasCredentials {
            members["baseURI"] = .string(base.withoutCredentials().href)
        }
        return (.object(members), url)
    }

    /// Checks the schema version.
    ///
    /// A snapshot without a version is accepted, because schema 1 contains the original four fields.
    private static func checkSchema(_ schema: JSONValue?) throws(SnapshotError) {
        guard let schema, !schema.isNull else { return }
        guard let number = schema.integer, number >= 1 else {
            throw .invalidValue(key: "schema", expected: "a whole number from 1", found: schema.excerpt)
        }
        guard number <= PageSnapshot.currentSchema else { throw .unsupportedSchema(String(number)) }
    }

    private static func address(in members: [String: JSONValue]) throws(SnapshotError) -> WebURL {
        for key in ["url", "baseURI"] {
            guard let text = members[key]?.string else { continue }
            guard let url = WebURL(text), url.isHTTP || url.scheme == "file" else {
                throw .refusedAddress(key: key, value: text)
            }
            return url.withoutCredentials()
        }
        throw .missingAddress
    }

    /// A value that does not have the expected shape.
    private struct Mismatch {
        var key: String
        let expected: String
        let found: String
    }

    /// Returns the first mismatch within a value; nil if it is valid.
    ///
    /// The key path is built only for a mismatch, because nearly all values are valid.
    private static func mismatch(of value: JSONValue, with shape: SnapshotSchema) -> Mismatch? {
        switch (shape, value) {
        case (.string, .string), (.bool, .bool):
            return nil
        case (.number(let range), .number(let number)) where range.range.contains(number):
            return nil
        case (.count, .number(let number))
        where SnapshotRange.count.range.contains(number) && number == number.rounded():
            return nil
        case (.name, .string(let text)) where text.unicodeScalars.count <= SnapshotSchema.maximumNameLength:
            return nil
        case (.date, .string(let text)) where RFC3339.date(text) != nil:
            return nil
        case (.list(let element), .array(let elements)):
            for (index, item) in elements.enumerated() {
                guard var mismatch = mismatch(of: item, with: element) else { continue }
                mismatch.key =
                    "[\(index)]" + (mismatch.key.isEmpty || mismatch.key.hasPrefix("[") ? "" : ".") + mismatch.key
                return mismatch
            }
            return nil
        case (.members(let shapes), .object(let members)):
            return mismatch(of: members, with: shapes)
        case (.number(let range), .number):
            return Mismatch(key: "", expected: "a number \(range.description)", found: value.excerpt)
        case (.count, .number(let number)) where number > SnapshotRange.count.range.upperBound:
            return Mismatch(
                key: "", expected: "a whole number \(SnapshotRange.count.description)", found: value.excerpt)
        default:
            let found = shape.kindName == value.kindName ? value.excerpt : value.kindName
            return Mismatch(key: "", expected: shape.expectation, found: found)
        }
    }

    /// Returns members whose numbers are moved into their ranges where that is allowed.
    ///
    /// Members without a number out of range are copied, so this is called only for a snapshot with a mismatch.
    private static func clamped(
        _ members: [String: JSONValue], to shapes: [String: SnapshotSchema], isNew: Bool
    ) -> [String: JSONValue] {
        var members = members
        for (key, shape) in shapes {
            if let member = members[key] { members[key] = clamped(member, to: shape, isNew: isNew) }
        }
        return members
    }

    private static func clamped(_ value: JSONValue, to shape: SnapshotSchema, isNew: Bool) -> JSONValue {
        switch (shape, value) {
        case (.number(let range), .number(let number)):
            return .number(range.number(number, isNew: isNew) ?? number)
        case (.count, .number(let number)) where !isNew:
            return .number(SnapshotRange.count.number(number.rounded(), isNew: false) ?? number)
        // A place that an earlier version has stored may have anything as a key that was unknown to it.
        case (.name, _) where !isNew:
            return mismatch(of: value, with: shape) == nil ? value : .null
        case (.list(let element), .array(let elements)):
            return .array(elements.map { clamped($0, to: element, isNew: isNew) })
        case (.members(let shapes), .object(let members)):
            return .object(clamped(members, to: shapes, isNew: isNew))
        default:
            return value
        }
    }

    /// Returns the mismatch of the member that is first by name; nil if all members are valid.
    private static func mismatch(of members: [String: JSONValue], with shapes: [String: SnapshotSchema]) -> Mismatch? {
        var first: Mismatch?
        var name = ""
        for (key, member) in members where !member.isNull {
            guard first == nil || key < name, let shape = shapes[key], var mismatch = mismatch(of: member, with: shape)
            else { continue }
            mismatch.key = key + (mismatch.key.isEmpty || mismatch.key.hasPrefix("[") ? "" : ".") + mismatch.key
            (first, name) = (mismatch, key)
        }
        return first
    }
}

/// The expected type of a known key of a snapshot.
///
/// Null counts as absent except in arrays. Unknown keys may have any value.
indirect enum SnapshotSchema: Sendable {
    case string, bool
    /// A text of at most 32 Unicode scalars.
    case name
    /// A number in a range.
    case number(SnapshotRange)
    /// A whole number in ``SnapshotRange/count``.
    case count
    /// A time in RFC 3339 format.
    case date
    case list(SnapshotSchema)
    case members([String: SnapshotSchema])

    /// The description of the expected value in error messages, apart from the upper end of a range.
    var expectation: String {
        switch self {
        case .count: "a whole number from 0"
        case .name: "a text of at most \(Self.maximumNameLength) characters"
        case .date: "a time in RFC 3339 format"
        default: kindName
        }
    }

    /// The kind of JSON value; see ``JSONValue/kindName``.
    var kindName: String {
        switch self {
        case .string, .name, .date: "a string"
        case .number, .count: "a number"
        case .bool: "a boolean"
        case .list: "an array"
        case .members: "an object"
        }
    }

    /// The maximum length of a name, in Unicode scalars.
    static let maximumNameLength = 32

    private static let length = number(.length)
    private static let box = number(.box)
    private static let scale = number(.scale)
    private static let fraction = number(.fraction)
    private static let mediaTime = number(.mediaTime)
    private static let rect = members(["x": box, "y": box, "width": box, "height": box])
    private static let quote: [String: SnapshotSchema] = ["exact": .string, "prefix": .string, "suffix": .string]

    private static let anchor: [String: SnapshotSchema] = [
        "role": .string, "quote": .members(quote),
        "reach": .members(["before": .count, "exact": .count, "after": .count]), "selector": .string,
        "path": .list(.string), "rect": rect,
        "image": .members(["src": .string, "alt": .string, "key": .string, "width": box, "height": box]),
        "offset": .members(["character": .count, "x": box, "y": box, "start": box]),
        "line": box, "hash": .string, "occurrences": .count, "ordinal": .count, "scroller": .count,
        "position": .count,
    ]

    /// The keys that describe the position in one document, of the page and of a frame in it.
    private static let position: [String: SnapshotSchema] = [
        "title": .string, "lang": .string, "dir": .string, "writingMode": .string,
        "pageXOffset": length, "pageYOffset": length,
        "viewport": .members([
            "width": length, "height": length, "documentWidth": length, "documentHeight": length,
            "devicePixelRatio": scale,
        ]),
        "scrollers": .list(
            .members([
                "path": .list(.string), "x": length, "y": length, "fractionX": fraction, "fractionY": fraction,
                "width": length, "height": length, "scrollWidth": length, "scrollHeight": length, "rect": rect,
            ])),
        "anchors": .list(.members(anchor)),
        // In a page with columns, the line may be far outside of the blocks around it.
        "bracket": .members(["above": .count, "below": .count, "fraction": box]),
        "progress": .members(["px": fraction, "text": fraction, "length": .count]),
        "stickyTop": box,
        "sketch": .string,
        "shape": .members([
            "block": .count, "blocks": .count, "size": .count, "share": fraction, "marks": .list(.string),
            "links": .list(.string),
        ]),
        "pictures": .members([
            "at": .count, "ordinal": .count, "count": .count,
            "list": .list(.members(["key": .string, "width": box, "height": box, "alt": .string])),
        ]),
        "motion": .members([
            "path": .list(.string), "selector": .string, "kind": .string, "axis": .string, "x": box, "y": box,
            "extent": box, "slide": .count, "slides": .count,
        ]),
        "lock": .members(["kind": .string, "x": length, "y": length]),
        "unread": .members([
            "kind": .string, "path": .list(.string), "selector": .string, "rect": rect, "share": fraction,
            "within": fraction,
        ]),
    ]

    /// A frame, which the extension captures if its document cannot be read from the page.
    private static let frame: [String: SnapshotSchema] = [
        "path": .list(
            .members([
                "selector": .string, "path": .list(.string), "index": .count, "name": .string, "src": .string,
                "width": box, "height": box,
            ])),
        "url": .string,
        "place": .members(position),
    ]

    /// The keys that only a page has.
    private static let page: [String: SnapshotSchema] = [
        "pageScale": scale,
        "baseURI": .string, "url": .string, "canonical": .string,
        "capturedAt": .date, "purpose": .name,
        "visualViewport": .members([
            "scale": scale, "offsetLeft": length, "offsetTop": length, "pageLeft": length, "pageTop": length,
            "width": length, "height": length,
        ]),
        "middle": .members(anchor),
        "selection": .members(quote),
        "media": .list(
            .members([
                "src": .string, "url": .string, "selector": .string, "path": .list(.string),
                "currentTime": mediaTime, "duration": mediaTime, "paused": .bool, "main": .bool,
            ])),
        "links": .list(.members(["url": .string, "text": .string, "rect": rect])),
        "frame": .members(frame),
    ]

    /// The known keys of a snapshot, except `schema`.
    static let snapshot = position.merging(page) { _, own in own }
}

/// The range of a number in a snapshot.
///
/// `Resources/openapi.json` documents the ranges. A stored number out of range is moved into it when it is read. In a
/// new snapshot it is an error, except where a browser can measure such a number: there one damaged number must not
/// cost the place.
struct SnapshotRange: Sendable, Hashable {
    /// The numbers that are stored.
    let range: ClosedRange<Double>
    /// True if the number of a new snapshot is moved into the range instead of refused.
    let isMeasured: Bool

    /// A scroll offset, or the size of a viewport, a document or a scroller, in CSS px.
    ///
    /// Browsers lay out at most 2^25 px. An offset is negative in right-to-left text, and while a page is dragged
    /// beyond its start.
    static let length = SnapshotRange(range: -1e8...1e8, isMeasured: false)
    /// An edge or a size of a box, in CSS px, or a quotient of such lengths.
    ///
    /// CSS transforms move and scale boxes without a limit.
    static let box = SnapshotRange(range: -1e8...1e8, isMeasured: true)
    /// A ratio of lengths: a zoom factor, or the widths of the page and the window.
    ///
    /// A page of 10,000,000 px in a narrow window has a larger one.
    static let scale = SnapshotRange(range: 0...1000, isMeasured: true)
    /// A share of a text or a distance.
    ///
    /// It is negative while a page is dragged beyond its start, and the sum of rounded lengths may exceed the whole.
    static let fraction = SnapshotRange(range: 0...1, isMeasured: true)
    /// A time in a medium, in seconds.
    ///
    /// The time of a live stream may be the time since 1970, and players set the largest number as its duration.
    static let mediaTime = SnapshotRange(range: 0...1e12, isMeasured: true)
    /// A count, an index or an offset in text, in UTF-16 units; sums of several fit into 64 bits.
    static let count = SnapshotRange(range: 0...Double(Int32.max), isMeasured: false)

    /// Returns a number within the range.
    ///
    /// - Parameters:
    ///   - number: A number; NaN becomes the nearest number to 0.
    ///   - isNew: True for a new snapshot, whose numbers are moved only if they were measured.
    /// - Returns: nil if the number must be refused.
    func number(_ number: Double, isNew: Bool) -> Double? {
        guard isNew else { return number.isNaN ? 0.clamped(to: range) : number.clamped(to: range) }
        guard number.isFinite, isMeasured || range.contains(number) else { return nil }
        return number.clamped(to: range)
    }

    /// The range in error messages.
    var description: String {
        // The ends are whole numbers.
        "from \(Int64(clamping: range.lowerBound)) to \(Int64(clamping: range.upperBound))"
    }
}

import JSON

/// The expected type of a known key of a snapshot.
///
/// Null counts as absent except in arrays. Unknown keys may have any value.
indirect enum SnapshotSchema: Sendable {
    case string, number, bool
    /// A whole number from 0.
    case count
    /// A time in RFC 3339 format.
    case time
    case list(SnapshotSchema)
    case members([String: SnapshotSchema])

    /// The description of the expected value in error messages.
    var expectation: String {
        switch self {
        case .count: "a whole number from 0"
        case .time: "a time in RFC 3339 format"
        default: kindName
        }
    }

    /// The kind of JSON value; see ``JSONValue/kindName``.
    var kindName: String {
        switch self {
        case .string, .time: "a string"
        case .number, .count: "a number"
        case .bool: "a boolean"
        case .list: "an array"
        case .members: "an object"
        }
    }

    private static let rect = members(["x": .number, "y": .number, "width": .number, "height": .number])
    private static let quote: [String: SnapshotSchema] = ["exact": .string, "prefix": .string, "suffix": .string]

    private static let anchor: [String: SnapshotSchema] = [
        "role": .string, "quote": .members(quote),
        "reach": .members(["before": .count, "exact": .count, "after": .count]), "selector": .string,
        "path": .list(.string), "rect": rect, "image": .members(["src": .string, "alt": .string]),
        "offset": .members(["character": .count, "x": .number, "y": .number, "start": .number]),
        "line": .number, "hash": .string, "occurrences": .count, "ordinal": .count, "scroller": .count,
        "position": .count,
    ]

    /// The known keys of a snapshot, except `schema`.
    static let snapshot: [String: SnapshotSchema] = [
        "pageXOffset": .number, "pageYOffset": .number, "pageScale": .number,
        "baseURI": .string, "url": .string, "canonical": .string,
        "title": .string, "lang": .string, "dir": .string, "writingMode": .string,
        "capturedAt": .time,
        "viewport": .members([
            "width": .number, "height": .number, "documentWidth": .number, "documentHeight": .number,
            "devicePixelRatio": .number,
        ]),
        "visualViewport": .members([
            "scale": .number, "offsetLeft": .number, "offsetTop": .number, "pageLeft": .number, "pageTop": .number,
            "width": .number, "height": .number,
        ]),
        "scrollers": .list(
            .members([
                "path": .list(.string), "x": .number, "y": .number, "fractionX": .number, "fractionY": .number,
                "width": .number, "height": .number, "scrollWidth": .number, "scrollHeight": .number, "rect": rect,
            ])),
        "anchors": .list(.members(anchor)), "middle": .members(anchor),
        "bracket": .members(["above": .count, "below": .count, "fraction": .number]),
        "progress": .members(["px": .number, "text": .number, "length": .count]),
        "stickyTop": .number,
        "sketch": .string,
        "selection": .members(quote),
        "media": .list(
            .members([
                "src": .string, "url": .string, "selector": .string, "path": .list(.string),
                "currentTime": .number, "duration": .number, "paused": .bool,
            ])),
        "links": .list(.members(["url": .string, "text": .string, "rect": rect])),
    ]
}

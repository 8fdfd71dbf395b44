import JSON

/// The expected type of a known key of a snapshot.
///
/// Null counts as absent except in arrays. Unknown keys may have any value.
indirect enum SnapshotSchema: Sendable {
    case string, bool
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
        case .date: "a time in RFC 3339 format"
        default: kindName
        }
    }

    /// The kind of JSON value; see ``JSONValue/kindName``.
    var kindName: String {
        switch self {
        case .string, .date: "a string"
        case .number, .count: "a number"
        case .bool: "a boolean"
        case .list: "an array"
        case .members: "an object"
        }
    }

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
        "path": .list(.string), "rect": rect, "image": .members(["src": .string, "alt": .string]),
        "offset": .members(["character": .count, "x": box, "y": box, "start": box]),
        "line": box, "hash": .string, "occurrences": .count, "ordinal": .count, "scroller": .count,
        "position": .count,
    ]

    /// The known keys of a snapshot, except `schema`.
    static let snapshot: [String: SnapshotSchema] = [
        "pageXOffset": length, "pageYOffset": length, "pageScale": scale,
        "baseURI": .string, "url": .string, "canonical": .string,
        "title": .string, "lang": .string, "dir": .string, "writingMode": .string,
        "capturedAt": .date,
        "viewport": .members([
            "width": length, "height": length, "documentWidth": length, "documentHeight": length,
            "devicePixelRatio": scale,
        ]),
        "visualViewport": .members([
            "scale": scale, "offsetLeft": length, "offsetTop": length, "pageLeft": length, "pageTop": length,
            "width": length, "height": length,
        ]),
        "scrollers": .list(
            .members([
                "path": .list(.string), "x": length, "y": length, "fractionX": fraction, "fractionY": fraction,
                "width": length, "height": length, "scrollWidth": length, "scrollHeight": length, "rect": rect,
            ])),
        "anchors": .list(.members(anchor)), "middle": .members(anchor),
        // In a page with columns, the line may be far outside of the blocks around it.
        "bracket": .members(["above": .count, "below": .count, "fraction": box]),
        "progress": .members(["px": fraction, "text": fraction, "length": .count]),
        "stickyTop": box,
        "sketch": .string,
        "selection": .members(quote),
        "media": .list(
            .members([
                "src": .string, "url": .string, "selector": .string, "path": .list(.string),
                "currentTime": mediaTime, "duration": mediaTime, "paused": .bool,
            ])),
        "links": .list(.members(["url": .string, "text": .string, "rect": rect])),
    ]
}

import JSON
import WHATWGURL

/// The captures of an index in the format CDXJ, as the ranges of archives that contain them.
package struct CaptureIndex: Sendable {
    /// A capture: the gzip member of one record.
    private struct Capture: Hashable {
        var offset: Int64
        var length: Int64
    }

    /// The maximum length in bytes of a range that several captures share, so that ranges can be read side by side.
    private static let maximumLength: Int64 = 64 << 20

    /// The maximum length in bytes of the JSON object of a line.
    private static let maximumLineLength = 1 << 20

    private var captures: [String: Set<Capture>] = [:]
    private var names: [String] = []

    /// Creates an index without captures.
    package init() {}

    /// Adds a line.
    ///
    /// - Parameter line: A key, a time and a JSON object, or only the object, with the members `filename`, `offset` and
    ///   `length`. Common Crawl writes numbers as strings.
    /// - Throws: ``LinkPipelineError/malformedCapture``.
    package mutating func add(_ line: String) throws(LinkPipelineError) {
        guard let start = line.firstIndex(of: "{"),
            let object = try? JSONValue(json: line[start...].utf8, limit: Self.maximumLineLength),
            let name = object["filename"]?.string, !name.isEmpty,
            let offset = Self.number(object["offset"]), let length = Self.number(object["length"]), length > 0,
            !offset.addingReportingOverflow(length).overflow
        else { throw .malformedCapture }
        if captures[name] == nil { names.append(name) }
        captures[name, default: []].insert(Capture(offset: offset, length: length))
    }

    private static func number(_ value: JSONValue?) -> Int64? {
        let number = value?.string.flatMap { Int64($0) } ?? value?.integer.map { Int64($0) }
        return number.flatMap { $0 >= 0 ? $0 : nil }
    }

    /// Returns the ranges to read, in which neighbouring captures are combined.
    ///
    /// - Parameter location: The location of the archives.
    /// - Returns: The ranges of each archive in ascending order; the archives in the order of the index.
    /// - Throws: ``LinkPipelineError`` for a name that is invalid, or is that of a local file.
    package func sources(at location: ArchiveLocation) throws(LinkPipelineError) -> [PageSource] {
        var sources: [PageSource] = []
        for name in names {
            guard case .archive(var archive) = try location.archive(named: name) else { throw .localCaptures }
            for range in ranges(of: captures[name] ?? []) {
                archive.range = range
                sources.append(.archive(archive))
            }
        }
        return sources
    }

    private func ranges(of captures: Set<Capture>) -> [Range<Int64>] {
        var ranges: [Range<Int64>] = []
        for capture in captures.sorted(by: { ($0.offset, $0.length) < ($1.offset, $1.length) }) {
            let end = capture.offset + capture.length
            if let last = ranges.last, last.upperBound == capture.offset, end - last.lowerBound <= Self.maximumLength {
                ranges[ranges.count - 1] = last.lowerBound..<end
            } else if ranges.last.map({ $0.upperBound < end }) ?? true {
                ranges.append(capture.offset..<end)
            }
        }
        return ranges
    }
}

import JSON
import Numbers
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

    private let location: ArchiveLocation
    private var captures: [String: Set<Capture>] = [:]
    private var archives: [PageSource] = []

    /// Creates an index without captures.
    ///
    /// - Parameter location: The location of the archives.
    package init(_ location: ArchiveLocation) { self.location = location }

    /// Adds a line.
    ///
    /// - Parameter line: A key, a time and a JSON object, or only the object, with the members `filename`, `offset` and
    ///   `length`. Common Crawl writes numbers as strings.
    /// - Throws: ``LinkPipelineError/malformedCapture``, and the errors of ``ArchiveLocation/archive(named:)``.
    package mutating func add(_ line: String) throws(LinkPipelineError) {
        guard let start = line.firstIndex(of: "{"),
            let object = try? JSONValue(json: line[start...].utf8, limit: Self.maximumLineLength),
            let name = object["filename"]?.string, !name.isEmpty,
            let offset = Self.number(object["offset"]), let length = Self.number(object["length"]), length > 0,
            ByteCount(offset + length) != nil
        else { throw .malformedCapture }
        if captures[name] == nil { archives.append(try location.archive(named: name)) }
        captures[name, default: []].insert(Capture(offset: offset, length: length))
    }

    private static func number(_ value: JSONValue?) -> Int64? {
        let number = value?.string.flatMap { ByteCount(digits: $0) } ?? value?.integer.flatMap { ByteCount($0) }
        return number?.bytes
    }

    /// Returns the ranges to read, in which neighbouring captures are combined.
    ///
    /// - Returns: The ranges of each archive in ascending order; the archives in the order of the index.
    /// - Throws: ``LinkPipelineError/localCaptures``.
    package func sources() throws(LinkPipelineError) -> [PageSource] {
        var sources: [PageSource] = []
        for source in archives {
            guard case .archive(var archive) = source else { throw .localCaptures }
            for range in ranges(of: captures[archive.name] ?? []) {
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
            guard let last = ranges.last, capture.offset <= last.upperBound else {
                ranges.append(capture.offset..<end)
                continue
            }
            let isAfter = capture.offset == last.upperBound
            if isAfter, end - last.lowerBound > Self.maximumLength {
                ranges.append(capture.offset..<end)
            } else {
                // Captures that overlap contradict each other, and a member must not be read twice.
                ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, end)
            }
        }
        return ranges
    }
}

/// An index of the runs of backticks in a text by length, which makes the search for closing runs fast.
struct BacktickRuns {
    private var starts: [Int: [Int]] = [:]
    private var next: [Int: Int] = [:]

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "`") else {
                index += 1
                continue
            }
            let start = index
            while index < bytes.count, bytes[index] == UInt8(ascii: "`") { index += 1 }
            starts[index - start, default: []].append(start)
        }
    }

    /// Returns the next run of a length.
    ///
    /// - Parameters:
    ///   - count: The number of backticks in the run.
    ///   - position: The offset at which to start; it must not decrease.
    /// - Returns: The offset of the run; nil if there is none.
    mutating func next(of count: Int, after position: Int) -> Int? {
        guard let starts = starts[count] else { return nil }
        var index = next[count] ?? 0
        while index < starts.count, starts[index] < position { index += 1 }
        next[count] = index
        return index < starts.count ? starts[index] : nil
    }
}

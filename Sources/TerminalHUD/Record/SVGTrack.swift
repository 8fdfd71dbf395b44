/// The values of one property of a shape over time, as CSS keyframes.
struct SVGTrack: Sendable {
    /// The name of the property.
    var property: String
    /// The maximum error of the linear interpolation between two keyframes.
    var tolerance: Double
    /// The numbers of the property at each instant.
    var samples: [[Double]]
    /// The instants at which the value changes abruptly; until such an instant, the previous value applies.
    var jumps: Set<Int> = []
    /// Returns the value of the property in CSS.
    var write: @Sendable ([Double]) -> String

    /// True if the value never changes.
    var isConstant: Bool { samples.allSatisfy { Self.isNear($0, samples.first ?? [], tolerance) } }

    /// The instants that need a keyframe, including the first and the last.
    var keys: [Int] {
        guard let last = samples.indices.last, last > 0 else { return samples.isEmpty ? [] : [0] }
        var keys = [0]
        var begin = 0
        while begin < last {
            // The last instant that one line can reach, found by an exponential search followed by a binary one.
            var end = begin + 1
            var step = 1
            while end + step <= last, isLine(begin, end + step) {
                end += step
                step *= 2
            }
            while step > 0 {
                if end + step <= last, isLine(begin, end + step) { end += step }
                step /= 2
            }
            keys.append(end)
            begin = end
        }
        return keys
    }

    private func isLine(_ begin: Int, _ end: Int) -> Bool {
        guard !(begin + 1...end).contains(where: jumps.contains) else { return false }
        return (begin + 1..<end).allSatisfy { index in
            let share = Double(index - begin) / Double(end - begin)
            let between = zip(samples[begin], samples[end]).map { $0 + ($1 - $0) * share }
            return Self.isNear(between, samples[index], tolerance)
        }
    }

    private static func isNear(_ a: [Double], _ b: [Double], _ tolerance: Double) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= tolerance }
    }
}

/// What one property of a shape is over time, as keyframes of CSS.
struct SVGTrack: Sendable {
    /// The property's name.
    var property: String
    /// How far a line between two keyframes may be off from what was left out.
    var tolerance: Double
    /// The property's numbers at each instant.
    var samples: [[Double]]
    /// Instants at which the value jumps: until then it is what it was at the one before.
    var jumps: Set<Int> = []
    /// Writes the property's value.
    var write: @Sendable ([Double]) -> String

    /// Whether it ever changes.
    var isConstant: Bool { samples.allSatisfy { Self.isNear($0, samples.first ?? [], tolerance) } }

    /// Which instants a line between keyframes cannot do without, the first and the last among them.
    var keys: [Int] {
        guard let last = samples.indices.last, last > 0 else { return samples.isEmpty ? [] : [0] }
        var keys = [0]
        var begin = 0
        while begin < last {
            // As far as one line reaches: twice as far each time, then by halves between what it reaches and what it doesn't.
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

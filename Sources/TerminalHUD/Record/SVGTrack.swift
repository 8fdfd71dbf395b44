/// The values of one property of a shape over time, as CSS keyframes.
struct SVGTrack: Sendable {
    /// The name of the property.
    var property: String
    /// The maximum error of the linear interpolation between two keyframes.
    var tolerance: Double
    /// The numbers of the property at each instant.
    var samples: [[Double]]
    /// The instants at which the value changes abruptly although the previous instant is earlier.
    ///
    /// Until such an instant, the previous value applies.
    var switches: Set<Int> = []
    /// The time of each instant, which is equal for the two instants around an event; empty for equal intervals.
    var times: [Double] = []
    /// Returns the value of the property in CSS.
    var write: @Sendable ([Double]) -> String

    /// True if the value never changes.
    var isConstant: Bool { samples.allSatisfy { Self.isNear($0, samples.first ?? [], tolerance) } }

    /// The instants at which the value changes abruptly, at an event or a switch.
    var jumps: Set<Int> {
        let atEvents = samples.indices.dropFirst().filter { index in
            isSimultaneous(index - 1, index) && !Self.isNear(samples[index - 1], samples[index], tolerance)
        }
        return switches.union(atEvents)
    }

    /// Returns true if an instant needs no keyframe, because that of a jump at the same time contains its value.
    func isReplaced(_ index: Int, by jumps: Set<Int>) -> Bool {
        jumps.contains(index + 1) && isSimultaneous(index, index + 1)
    }

    /// The instants that need a keyframe, including the first and the last.
    var keys: [Int] {
        guard let last = samples.indices.last, last > 0 else { return samples.isEmpty ? [] : [0] }
        let jumps = jumps
        var keys = [0]
        var begin = 0
        while begin < last {
            // The last instant that one line can reach, found by an exponential search followed by a binary one.
            var end = begin + 1
            var step = 1
            while end + step <= last, isLine(begin, end + step, jumps) {
                end += step
                step *= 2
            }
            while step > 0 {
                if end + step <= last, isLine(begin, end + step, jumps) { end += step }
                step /= 2
            }
            keys.append(end)
            begin = end
        }
        return keys
    }

    private func time(_ index: Int) -> Double { times.isEmpty ? Double(index) : times[index] }

    private func isSimultaneous(_ index: Int, _ next: Int) -> Bool { time(index) == time(next) }

    private func isLine(_ begin: Int, _ end: Int, _ jumps: Set<Int>) -> Bool {
        guard !(begin + 1...end).contains(where: jumps.contains) else { return false }
        return (begin + 1..<end).allSatisfy { index in
            let span = time(end) - time(begin)
            let share = span > 0 ? (time(index) - time(begin)) / span : 1
            let between = zip(samples[begin], samples[end]).map { $0 + ($1 - $0) * share }
            return Self.isNear(between, samples[index], tolerance)
        }
    }

    private static func isNear(_ a: [Double], _ b: [Double], _ tolerance: Double) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= tolerance }
    }
}

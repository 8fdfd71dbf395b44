import Foundation

/// An animation decoded from JSON and evaluated like the Web Animations API does.
struct BrowserAnimation: Decodable {
    struct Keyframe: Decodable {
        var offset: Double
        var value: Double
    }

    var property: String
    var delay: Double
    var duration: Double
    var iterations: Double?
    var easing: String
    var fill: String
    var keyframes: [Keyframe]

    /// Returns the value at a time in milliseconds; nil if the element's own style applies.
    func value(at time: Double) -> Double? {
        let local = time - delay
        if local < 0 { return fill == "backwards" ? keyframes.first?.value : nil }
        let count = iterations ?? .infinity
        if local >= duration * count { return nil }
        let progress = eased((local / duration).truncatingRemainder(dividingBy: 1))
        guard let next = keyframes.firstIndex(where: { $0.offset > progress }), next > 0 else {
            return keyframes.last?.value
        }
        let (a, b) = (keyframes[next - 1], keyframes[next])
        return a.value + (b.value - a.value) * (progress - a.offset) / (b.offset - a.offset)
    }

    /// Returns the drawn fraction of one of several strokes.
    func share(from: Double, to: Double, at time: Double) -> Double {
        let reached = value(at: time) ?? 1
        return min(max((reached - from) / (to - from), 0), 1)
    }

    private func eased(_ time: Double) -> Double {
        guard easing != "linear" else { return time }
        let numbers = easing.dropFirst("cubic-bezier(".count).dropLast().split(separator: ",").compactMap { Double($0) }
        precondition(numbers.count == 4)
        func curve(_ a: Double, _ b: Double, _ s: Double) -> Double {
            3 * a * s * (1 - s) * (1 - s) + 3 * b * s * s * (1 - s) + s * s * s
        }
        var (low, high) = (0.0, 1.0)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if curve(numbers[0], numbers[2], middle) < time { low = middle } else { high = middle }
        }
        return curve(numbers[1], numbers[3], low)
    }
}

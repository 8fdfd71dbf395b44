/// Values to go through, and how, as Core Animation's `CAKeyframeAnimation` defines it.
package struct Keyframes<Value: Animatable>: Sendable, Hashable {
    /// How the way bends at a key, after Kochanek and Bartels; all 0 is a Catmull-Rom spline.
    package struct Bend: Sendable, Hashable {
        /// 1 is a sharp corner, −1 a slack one.
        package var tension: Double
        /// Away from 0 the direction changes at the key.
        package var continuity: Double
        /// 1 overshoots the key, −1 cuts the way to it short.
        package var bias: Double

        /// Makes a bend.
        ///
        /// - Parameters:
        ///   - tension: 1 is a sharp corner.
        ///   - continuity: Away from 0 the direction changes at the key.
        ///   - bias: 1 overshoots the key.
        package init(tension: Double = 0, continuity: Double = 0, bias: Double = 0) {
            self.tension = tension
            self.continuity = continuity
            self.bias = bias
        }
    }

    /// What lies between keys.
    package enum Mode: Sendable, Hashable {
        /// Straight lines.
        case linear
        /// Nothing: a value stays until the next one's time.
        case discrete
        /// A smooth curve; a key without a bend has a plain one.
        case cubic(bends: [Bend] = [])
    }

    /// The values.
    package var values: [Value]
    /// When each is reached, 0 to 1, rising.
    ///
    /// Discrete ones: when each begins, with or without a last 1 for the end.
    package var times: [Double]
    /// How time is bent between a key and the next; linear where there are fewer.
    package var functions: [TimingFunction]
    /// What lies between keys.
    package var mode: Mode

    /// Makes keyframes.
    ///
    /// - Parameters:
    ///   - values: The values.
    ///   - times: When each is reached; nil for even spaces.
    ///   - functions: How time is bent between a key and the next.
    ///   - mode: What lies between keys.
    package init(
        _ values: [Value], times: [Double]? = nil, functions: [TimingFunction] = [], mode: Mode = .linear
    ) {
        self.values = values
        let spaces = mode == .discrete ? values.count : max(values.count - 1, 1)
        self.times = times ?? values.indices.map { Double($0) / Double(spaces) }
        self.functions = functions
        self.mode = mode
    }

    /// The value at a fraction of the duration.
    ///
    /// - Parameter fraction: 0 to 1.
    /// - Returns: The value; zero if there is none, the first or last one outside the keys' times.
    package func value(at fraction: Double) -> Value {
        guard let first = values.first, let last = values.last else { return .zero }
        let count = min(values.count, times.count)
        guard count > 0, fraction >= times[0] else { return first }
        // The last key whose time has come.
        let index = times.prefix(count).lastIndex { $0 <= fraction } ?? 0
        if mode == .discrete { return values[index] }
        guard index + 1 < count else { return count == values.count ? last : values[count - 1] }
        let span = times[index + 1] - times[index]
        let part = span > 0 ? (fraction - times[index]) / span : 1
        let bent = index < functions.count ? functions[index].value(at: part) : part
        guard case .cubic(let bends) = mode else { return values[index].mixed(with: values[index + 1], bent) }
        return hermite(index, bent, bends, count)
    }

    private func hermite(_ index: Int, _ t: Double, _ bends: [Bend], _ count: Int) -> Value {
        let leaving = tangent(index, isLeaving: true, bends, count)
        let arriving = tangent(index + 1, isLeaving: false, bends, count)
        let squared = t * t
        let cubed = squared * t
        return values[index] * (2 * cubed - 3 * squared + 1) + leaving * (cubed - 2 * squared + t)
            + values[index + 1] * (3 * squared - 2 * cubed) + arriving * (cubed - squared)
    }

    /// The tangent of the segment that leaves or reaches a key, by that segment's parameter.
    ///
    /// Before the first and after the last key the way is taken to go on straight. Where two segments take different times,
    /// the tangents are scaled so that the speed is the same on both sides of the key.
    private func tangent(_ index: Int, isLeaving: Bool, _ bends: [Bend], _ count: Int) -> Value {
        let bend = index < bends.count ? bends[index] : Bend()
        let after = index + 1 < count ? values[index + 1] - values[index] : values[index] - values[index - 1]
        let before = index > 0 ? values[index] - values[index - 1] : after
        let continuity = isLeaving ? bend.continuity : -bend.continuity
        let fromBefore = (1 - bend.tension) * (1 + continuity) * (1 + bend.bias) / 2
        let fromAfter = (1 - bend.tension) * (1 - continuity) * (1 - bend.bias) / 2
        let tangent = before * fromBefore + after * fromAfter
        guard index > 0, index + 1 < count else { return tangent }
        let spanBefore = times[index] - times[index - 1]
        let spanAfter = times[index + 1] - times[index]
        let both = spanBefore + spanAfter
        return both > 0 ? tangent * (2 * (isLeaving ? spanAfter : spanBefore) / both) : tangent
    }
}

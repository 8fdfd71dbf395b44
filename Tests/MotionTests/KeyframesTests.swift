import Testing

@testable import Motion

@Suite("Keyframes")
struct KeyframesTests {
    private static let linear = Keyframes<Double>([0, 10, 40])
    private static let uneven = Keyframes<Double>([0, 10, 40], times: [0, 0.2, 1])
    private static let discrete = Keyframes<Double>([1, 2, 4], mode: .discrete)

    /// Linear frames are proportional; discrete ones hold their value for a third of the time each.
    @Test(
        "Linear keys are joined by lines, and discrete ones hold their values",
        arguments: [
            (linear, 0, 0), (linear, 0.25, 5), (linear, 0.5, 10), (linear, 0.75, 25), (linear, 1, 40), (uneven, 0.1, 5),
            (uneven, 0.2, 10), (uneven, 0.6, 25), (uneven, 1, 40), (discrete, 0, 1), (discrete, 0.333, 1),
            (discrete, 0.334, 2), (discrete, 0.666, 2), (discrete, 0.667, 4), (discrete, 1, 4),
            (Keyframes([7]), 0.4, 7), (Keyframes([]), 0.4, 0), (Keyframes([1, 2], times: [0.5, 0.5]), 0.4, 1),
            (Keyframes([1, 2], times: [0.5, 0.5]), 0.5, 2), (Keyframes([1, 2, 3], times: [0.25, 0.75, 1]), 0.1, 1),
        ] as [(Keyframes<Double>, Double, Double)])
    func known(frames: Keyframes<Double>, fraction: Double, value: Double) {
        #expect(abs(frames.value(at: fraction) - value) < 1e-12)
    }

    /// Hermite's basis at ½ is ½, ⅛, ½, −⅛.
    ///
    /// For the keys 0, 10, 40 the middle tangent is 20, the ends' are 10 and 30: the halves are 5 + (10 − 20)/8 and 25
    /// + (20 − 30)/8. A tension of 1 makes the middle tangent 0; a bias of 1 makes it 10, the incoming direction; a
    /// continuity of 1 leaves with 10 and arrives with 30.
    @Test(
        "A cubic curve follows the formula of Kochanek and Bartels",
        arguments: [
            (Keyframes<Double>.SplineParameters(), 0.25, 3.75), (.init(), 0.5, 10), (.init(), 0.75, 23.75),
            (.init(tension: 1), 0.25, 6.25), (.init(tension: 1), 0.75, 21.25), (.init(bias: 1), 0.25, 5),
            (.init(bias: 1), 0.75, 22.5), (.init(bias: -1), 0.25, 2.5), (.init(continuity: 1), 0.25, 2.5),
            (.init(continuity: 1), 0.75, 22.5), (.init(continuity: -1), 0.25, 5), (.init(continuity: -1), 0.75, 25),
        ] as [(Keyframes<Double>.SplineParameters, Double, Double)])
    func cubic(parameters: Keyframes<Double>.SplineParameters, fraction: Double, value: Double) {
        let frames = Keyframes<Double>([0, 10, 40], mode: .cubic(parameters: [.init(), parameters]))
        #expect(abs(frames.value(at: fraction) - value) < 1e-12)
    }

    @Test("A cubic through even steps is a line, and its speed is the same on both sides of an uneven key")
    func smooth() {
        let even = Keyframes<Double>([0, 10, 20, 30], mode: .cubic())
        for step in 0...20 {
            #expect(abs(even.value(at: Double(step) / 20) - 1.5 * Double(step)) < 1e-9)
        }
        let uneven = Keyframes<Double>([0, 10, 40, 15], times: [0, 0.2, 0.9, 1], mode: .cubic())
        for key in [0.2, 0.9] {
            let before = (uneven.value(at: key) - uneven.value(at: key - 1e-6)) / 1e-6
            let after = (uneven.value(at: key + 1e-6) - uneven.value(at: key)) / 1e-6
            #expect(abs(before - after) < 0.01 * max(abs(before), 1))
        }
    }

    @Test("Each part has its own timing function, and the animation's applies to the whole")
    func functions() {
        let frames = Keyframes<Double>([0, 10, 20], functions: [.easeIn])
        #expect(abs(frames.value(at: 0.25) - 3.15356812573) < 1e-6)
        #expect(abs(frames.value(at: 0.75) - 15) < 1e-9)
        let animation = Animation<Double>(
            timing: MediaTiming(duration: 2), interpolation: .keyframes(Keyframes([0, 10])), function: .easeIn)
        #expect(abs((animation.value(at: 1) ?? -1) - 3.15356812573) < 1e-6)
    }

    @Test("Points are interpolated along both axes")
    func points() {
        let frames = Keyframes([Point(0, 0), Point(2, 4), Point(4, 0)])
        #expect(frames.value(at: 0.25) == Point(1, 2))
    }
}

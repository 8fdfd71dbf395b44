import Glibc
import Testing

@testable import Motion

@Suite("Springs")
struct SpringTests {
    static let springs: [Spring] = [
        Spring(), Spring(mass: 1, stiffness: 100, damping: 20), Spring(mass: 2, stiffness: 50, damping: 60),
        Spring(mass: 1, stiffness: 100, damping: 19.999_999), Spring(mass: 1, stiffness: 100, damping: 20.000_001),
        Spring(mass: 1, stiffness: 4, damping: 0),
    ]

    /// Integrates the equation by the fourth-order Runge-Kutta method, independently of the closed form.
    private func integrated(_ spring: Spring, from: Double, velocity: Double, time: Double) -> Double {
        var (x, v) = (from, velocity)
        let steps = 20_000
        let h = time / Double(steps)
        func force(_ x: Double, _ v: Double) -> Double { -(spring.stiffness * x + spring.damping * v) / spring.mass }
        for _ in 0..<steps {
            let (x1, v1) = (v, force(x, v))
            let (x2, v2) = (v + h / 2 * v1, force(x + h / 2 * x1, v + h / 2 * v1))
            let (x3, v3) = (v + h / 2 * v2, force(x + h / 2 * x2, v + h / 2 * v2))
            let (x4, v4) = (v + h * v3, force(x + h * x3, v + h * v3))
            x += h / 6 * (x1 + 2 * x2 + 2 * x3 + x4)
            v += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
        }
        return x
    }

    @Test("The closed form solves the equation for every damping", arguments: springs, [0.01, 0.1, 0.5, 1])
    func solution(spring: Spring, time: Double) {
        for (from, velocity) in [(1.0, 0.0), (0, 1), (-2, 7)] {
            let interpolation = SpringInterpolation(from: from, to: 0, velocity: velocity, spring: spring)
            #expect(
                abs(interpolation.value(at: time) - integrated(spring, from: from, velocity: velocity, time: time))
                    < 1e-7)
        }
    }

    @Test("Known values: a quarter swing without damper, and the critical curve")
    func known() {
        // ω = 2: cos(2t), which is zero at π/4.
        let free = SpringInterpolation(from: 3.0, to: 0, spring: Spring(mass: 1, stiffness: 4, damping: 0))
        #expect(abs(free.value(at: .pi / 4)) < 1e-12 && abs(free.value(at: .pi / 2) + 3) < 1e-12)
        // ω = 10, critical: (1 + 10 t) e^(−10 t).
        let critical = SpringInterpolation(from: 1.0, to: 0, spring: Spring(mass: 1, stiffness: 100, damping: 20))
        #expect(abs(critical.value(at: 0.1) - 2 * exp(-1)) < 1e-12)
        #expect(critical.value(at: -1) == 1)
    }

    @Test(
        "A spring stays near rest after the settling duration, but not shortly before it",
        arguments: springs.dropLast())
    func settling(spring: Spring) {
        let duration = spring.settlingDuration(within: 0.001)
        let interpolation = SpringInterpolation(from: 1.0, to: 0, spring: spring)
        for step in 0..<200 { #expect(abs(interpolation.value(at: duration + Double(step) * 0.01)) <= 0.001_000_1) }
        let period = 2 * Double.pi / spring.naturalFrequency
        let before = (0..<200).map { abs(interpolation.value(at: duration - period * Double($0) / 200)) }
        #expect((before.max() ?? 0) > 0.001)
    }

    @Test("Without damping a spring never settles")
    func free() {
        #expect(Spring(damping: 0).settlingDuration() == .infinity)
    }
}

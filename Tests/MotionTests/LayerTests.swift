import Testing

@testable import Motion

@Suite("Layers")
struct LayerTests {
    private func line(_ name: String) -> Layer {
        var path = Path()
        path.move(to: Point(0, 0))
        path.addLine(to: Point(10, 0))
        return Layer(name, contents: .stroke(path))
    }

    private func fade(begin: Double = 0, duration: Double, from: Double = 0, to: Double = 1) -> LayerAnimation {
        .number(.opacity, Animation(from: from, to: to, timing: MediaTiming(begin: begin, duration: duration)))
    }

    /// The layer's time is (t − 1) · 2; the group begins at 1 of it and runs at half speed; the fade begins at 0.5 of
    /// the group's time and takes 1.
    ///
    /// So the fade begins at layer time 2, at 2 on the screen, and ends at layer time 4, at 3.
    @Test(
        "Every time counts in the time of its parent",
        arguments: [(1.9, 0.25), (2.0, 0), (2.25, 0.25), (2.5, 0.5), (2.75, 0.75), (3.0, 0.25)])
    func nested(time: Double, opacity: Double) {
        var layer = line("a")
        layer.timing = .clock(begin: 1, speed: 2)
        layer.model.opacity = 0.25
        let group = AnimationGroup(
            timing: MediaTiming(begin: 1, duration: 1.5, speed: 0.5), animations: [fade(begin: 0.5, duration: 1)])
        layer.animations = [.group(group)]
        #expect(abs(layer.presentation(at: time).opacity - opacity) < 1e-12)
    }

    @Test("A drag coefficient on the root slows down all layers below it", arguments: [1, 2, 10.0])
    func drag(coefficient: Double) {
        var root = Layer("root")
        root.timing.speed = 1 / coefficient
        var child = line("child")
        child.timing = .clock(begin: 0.5)
        child.animations = [fade(duration: 1)]
        root.sublayers = [child]
        let shape = root.shapes(at: 0.75 * coefficient).first
        #expect(abs((shape?.opacity ?? -1) - 0.25) < 1e-12)
    }

    /// Ease-in at half of the time is 0.315 356 8, so at 1 s of 2 the group shows its children 0.630 713 6 s.
    @Test("A group applies its timing function to its animations, and ends them")
    func group() {
        var layer = line("a")
        layer.animations = [
            .group(AnimationGroup(timing: MediaTiming(duration: 2), function: .easeIn, animations: [fade(duration: 4)]))
        ]
        #expect(abs(layer.presentation(at: 1).opacity - 0.315356812573 / 2) < 1e-6)
        #expect(layer.presentation(at: 2).opacity == 1)
    }

    /// 0 to 1 in 1 s, a gap of half a second in which it stays, then 1 to 0.2 in 2 s.
    @Test(
        "The animations of a sequence run one after the other and keep their final values",
        arguments: [(0.5, 0.5), (1, 1), (1.25, 1), (1.5, 1), (2.5, 0.6), (3.5, 0.7), (99, 0.7)])
    func sequence(time: Double, opacity: Double) {
        var layer = line("a")
        layer.model.opacity = 0.7
        let sequence = AnimationGroup.sequence([fade(duration: 1), fade(begin: 0.5, duration: 2, from: 1, to: 0.2)])
        #expect(sequence.timing.duration == 3.5)
        layer.animations = [.group(sequence)]
        #expect(abs(layer.presentation(at: time).opacity - opacity) < 1e-12)
    }

    @Test("No animation follows an endless one")
    func endless() {
        let turn = LayerAnimation.number(
            .rotation, Animation(from: 0, to: 1, timing: MediaTiming(duration: 1, repeatCount: .infinity)))
        let sequence = AnimationGroup.sequence([turn, fade(duration: 1)])
        #expect(sequence.animations.count == 1 && sequence.timing.duration == .infinity)
        var layer = line("a")
        layer.animations = [.group(sequence)]
        #expect(abs(layer.presentation(at: 7.25).rotation - 0.25) < 1e-12)
    }

    @Test("A sublayer is moved, rotated and dimmed with its parent, and strokes grow with the scale")
    func tree() throws {
        var parent = line("parent")
        parent.model.position = Point(100, 50)
        parent.model.rotation = .pi / 2
        parent.model.scale = Point(2, 2)
        parent.model.opacity = 0.5
        parent.model.shadowOpacity = 0.3
        var child = line("child")
        child.anchor = Point(10, 0)
        child.model.position = Point(5, 0)
        child.model.opacity = 0.5
        child.model.strokeEnd = 0.5
        child.sublayers = [Layer("empty")]
        parent.sublayers = [child]
        let shapes = parent.shapes(at: 0)
        #expect(shapes.map(\.name) == ["parent", "child"] && shapes.map(\.opacity) == [0.5, 0.25])
        #expect(shapes.first?.shadow?.opacity == 0.3 && shapes.first?.visibleStyle.width == 2)
        // The child's line goes from −5 to 5 of the parent's x and is trimmed to its first half; turned, x points down.
        let segment = try #require(shapes.last?.visiblePath.contours.first?.segments.first)
        #expect((segment.begin - Point(100, 40)).length < 1e-9 && (segment.end - Point(100, 50)).length < 1e-9)
    }

    @Test("An invisible layer and its sublayers are not drawn")
    func invisible() {
        var parent = Layer("parent")
        parent.model.opacity = 0
        parent.sublayers = [line("child")]
        #expect(parent.shapes(at: 0).isEmpty)
    }
}

import Testing

@testable import Motion

@Suite("Stage")
struct StageTests {
    private func stage() -> (Stage, Stage.LayerID) {
        var stage = Stage()
        let layer = stage.add(Layer("a"))
        return (stage, layer)
    }

    @Test("Setting a value changes the model at once, and the presentation moves there")
    func implicit() {
        var (stage, layer) = stage()
        stage.transaction(at: 10, duration: 2, function: .linear) { $0.set(.opacity, of: layer, to: 0) }
        #expect(stage[layer].model.opacity == 0)
        for (time, opacity) in [(10, 1), (10.5, 0.75), (11, 0.5), (12, 0), (99, 0)] {
            #expect(abs(stage.presentation(layer, at: time).opacity - opacity) < 1e-12)
        }
    }

    @Test("With a delay the old value stays until the change begins")
    func delay() {
        var (stage, layer) = stage()
        stage.transaction(at: 0, duration: 1, function: .linear, delay: 0.5) {
            $0.set(.position, of: layer, to: Point(8, 4))
        }
        #expect(stage.presentation(layer, at: 0.4).position == .zero)
        #expect(stage.presentation(layer, at: 1).position == Point(4, 2))
        #expect(stage.nextMotion(after: 0.1) == 0.5 && stage.nextMotion(after: 0.7) == 0.7)
        #expect(stage.nextMotion(after: 1.5) == nil)
    }

    @Test("Each completion is returned once, in the order of the ends, inner before outer")
    func order() {
        var (stage, layer) = stage()
        var inner: [Transaction.ID] = []
        let long = stage.transaction(at: 0, duration: 3) { outer in
            outer.set(.opacity, of: layer, to: 0)
            inner.append(outer.nested(duration: 1) { $0.set(.rotation, of: layer, to: 1) })
            inner.append(outer.nested(duration: 3) { $0.set(.strokeEnd, of: layer, to: 0) })
        }
        let short = stage.transaction(at: 0, duration: 0.5) { $0.set(.lineWidth, of: layer, to: 2) }
        let none = stage.transaction(at: 0, duration: 0) { $0.set(.position, of: layer, to: Point(1, 1)) }
        let empty = stage.transaction(at: 0, duration: 9) { _ in }
        func ids(_ completions: [Stage.Completion]) -> [Transaction.ID] { completions.map(\.transaction) }
        #expect(ids(stage.advance(to: 0)) == [none, empty])
        #expect(stage.presentation(layer, at: 0).position == Point(1, 1))
        #expect(stage.advance(to: 0.4).isEmpty)
        let last = stage.advance(to: 5)
        #expect(ids(last) == [short, inner[0], inner[1], long])
        #expect(last.map(\.time) == [0.5, 1, 3, 3] && last.allSatisfy(\.isFinished))
        #expect(stage.advance(to: 9).isEmpty)
    }

    @Test("An outer transaction waits for an inner one, even if it has no change of its own")
    func nested() {
        var (stage, layer) = stage()
        var deepest: Transaction.ID?
        let outer = stage.transaction(at: 0, duration: 0) { outer in
            outer.nested { middle in deepest = middle.nested(duration: 2) { $0.set(.opacity, of: layer, to: 0) } }
        }
        #expect(stage.advance(to: 1.9).isEmpty)
        let completions = stage.advance(to: 2)
        #expect(completions.count == 3 && completions.first?.transaction == deepest)
        #expect(completions.last?.transaction == outer)
    }

    @Test("A new change continues from the presentation, and the replaced one ends unfinished")
    func interruption() {
        var (stage, layer) = stage()
        let first = stage.transaction(at: 0, duration: 2, function: .linear) { $0.set(.opacity, of: layer, to: 0) }
        let second = stage.transaction(at: 1, duration: 1, function: .linear) { $0.set(.opacity, of: layer, to: 1) }
        for (time, opacity) in [(0.5, 0.5), (1, 0.5), (1.5, 0.75), (2, 1), (3, 1)] where time >= 1 {
            #expect(abs(stage.presentation(layer, at: time).opacity - opacity) < 1e-12)
        }
        let due = stage.advance(to: 3)
        #expect(
            due == [
                Stage.Completion(transaction: first, time: 1, isFinished: false),
                Stage.Completion(transaction: second, time: 2, isFinished: true),
            ])
    }

    @Test("A change after the end of another does not interrupt it")
    func afterEnd() {
        var (stage, layer) = stage()
        let first = stage.transaction(at: 0, duration: 1) { $0.set(.opacity, of: layer, to: 0) }
        let second = stage.transaction(at: 1.5, duration: 1) { $0.set(.opacity, of: layer, to: 1) }
        let due = stage.advance(to: 9)
        #expect(
            due == [
                Stage.Completion(transaction: first, time: 1, isFinished: true),
                Stage.Completion(transaction: second, time: 2.5, isFinished: true),
            ])
    }

    @Test("A transaction with a replaced change still waits for its other changes")
    func partlyReplaced() {
        var (stage, layer) = stage()
        let first = stage.transaction(at: 0, duration: 4) {
            $0.set(.opacity, of: layer, to: 0)
            $0.set(.rotation, of: layer, to: 2)
        }
        stage.transaction(at: 1, duration: 0) { $0.set(.opacity, of: layer, to: 1) }
        let due = stage.advance(to: 9)
        #expect(due.last == Stage.Completion(transaction: first, time: 4, isFinished: false))
    }

    @Test("An interrupted spring continues with its velocity")
    func springs() {
        var (stage, layer) = stage()
        stage.transaction(at: 0) {
            $0.spring = Spring(mass: 1, stiffness: 100, damping: 10)
            $0.set(.rotation, of: layer, to: 10)
        }
        func speed(_ time: Double) -> Double {
            (stage.presentation(layer, at: time).rotation - stage.presentation(layer, at: time - 1e-5).rotation) / 1e-5
        }
        let before = speed(0.1)
        stage.transaction(at: 0.1) {
            $0.spring = Spring(mass: 1, stiffness: 100, damping: 10)
            $0.set(.rotation, of: layer, to: -10)
        }
        #expect(before > 30 && abs(speed(0.1 + 1e-5) - before) < 0.1)
        #expect(abs(stage.presentation(layer, at: 20).rotation + 10) < 1e-9)
    }

    @Test("A cancelled transaction jumps to the model and ends at once, with all inner ones")
    func cancel() {
        var (stage, layer) = stage()
        var inner: Transaction.ID?
        let outer = stage.transaction(at: 0, duration: 4, function: .linear) { outer in
            outer.set(.opacity, of: layer, to: 0)
            inner = outer.nested { $0.set(.rotation, of: layer, to: 1) }
        }
        stage.cancel(outer, at: 1)
        #expect(stage.presentation(layer, at: 1).opacity == 0 && stage.presentation(layer, at: 1).rotation == 1)
        let due = stage.advance(to: 1)
        #expect(due.map(\.transaction) == [inner, outer])
        #expect(due.allSatisfy { !$0.isFinished && $0.time == 1 })
        stage.cancel(outer, at: 2)
        #expect(stage.advance(to: 9).isEmpty)
    }

    @Test("An endless animation never completes until it is cancelled")
    func endless() {
        var (stage, layer) = stage()
        let turning = stage.transaction(at: 1) {
            $0.animate(
                layer,
                .number(.rotation, Animation(from: 0, to: 4, timing: MediaTiming(duration: 2, repeatCount: .infinity))))
        }
        #expect(stage.presentation(layer, at: 1001.5).rotation == 1)
        #expect(stage.advance(to: 1e9).isEmpty && stage.nextMotion(after: 50) == 50)
        stage.cancel(turning, at: 2e9)
        #expect(stage.advance(to: 2e9).map(\.isFinished) == [false] && stage.nextMotion(after: 2e9) == nil)
        #expect(stage.presentation(layer, at: 2e9).rotation == 0)
    }

    /// 2 s at a drag of 4 are 0.5 s of the stage; then at a drag of 1 the rest takes 1.5 s.
    @Test("The drag coefficient changes without a jump, and completions keep the stage's time")
    func drag() {
        var stage = Stage(dragCoefficient: 4)
        let layer = stage.add(Layer("a"))
        stage.transaction(at: 0, duration: 2, function: .linear) { $0.set(.opacity, of: layer, to: 0) }
        #expect(stage.presentation(layer, at: 2).opacity == 0.75)
        stage.setDragCoefficient(1, at: 2)
        #expect(stage.presentation(layer, at: 2).opacity == 0.75 && stage.presentation(layer, at: 3).opacity == 0.25)
        #expect(stage.advance(to: 3.4).isEmpty && stage.advance(to: 3.5).first?.time == 2)
    }

    @Test("The shapes are those of the presentation, from the lowest up")
    func shapes() {
        var stage = Stage()
        var path = Path()
        path.move(to: Point(0, 0))
        path.addLine(to: Point(1, 0))
        let low = stage.add(Layer("low", contents: .stroke(path)))
        _ = stage.add(Layer("high", contents: .fill(path)))
        stage.transaction(at: 0, duration: 1, function: .linear) { $0.set(.opacity, of: low, to: 0) }
        #expect(stage.shapes(at: 0.75).map(\.name) == ["low", "high"] && stage.shapes(at: 0.75).first?.opacity == 0.25)
        #expect(stage.shapes(at: 1).map(\.name) == ["high"] && stage.shapes(at: 1).first?.isFilled == true)
    }
}

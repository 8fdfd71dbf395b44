import Motion
import Numbers

extension HUDScene {
    /// All scenes except those of symbols, each with a function that creates it from its name and the requested
    /// duration.
    ///
    /// Adding a widget to this list makes it available in `leftoff hud`.
    static let library: [(name: String, make: @Sendable (String, Duration?) -> HUDScene)] = [
        ("busy", busy), ("square", square), ("throw", flight), ("progress", progress), ("title", title), ("cube", cube),
    ]

    /// Returns a scene in which a symbol is drawn once.
    static func scene(of symbol: Symbol, name: String, duration: Duration?) -> HUDScene {
        let timeline = SymbolTimeline(symbol: symbol, tint: tint(of: symbol))
        let end = timeline.delay + timeline.duration
        let duration = duration ?? .seconds(1)
        return HUDScene(
            name: name, duration: duration, outcome: duration.mediaTime < end ? "in progress" : "drawn",
            motion: .within(timeline.delay...end),
            events: timeline.events,
            uncutFrame: { timeline.symbol.uncutFrame(in: $0, lineWidth: $0.shorterSide * strokeFraction) }
        ) { time, frame, lineWidth in
            timeline.layers(at: time, in: frame, lineWidth: lineWidth)
        }
    }

    @Sendable private static func busy(_ name: String, _ duration: Duration?) -> HUDScene {
        var timeline = RingTimeline()
        let stop: MediaTime = 3
        timeline.stop(at: stop)
        let end = stop + timeline.endDuration + timeline.fadeDuration
        let duration = duration ?? .seconds(5)
        return HUDScene(
            name: name, duration: duration, outcome: duration.mediaTime < end ? "in progress" : "done",
            isTranslucent: true, motion: .within(0...end), events: [stop, stop + timeline.endDuration, end]
        ) { [timeline] time, frame, lineWidth in
            timeline.layers(at: time, in: frame, lineWidth: lineWidth)
        }
    }

    @Sendable private static func square(_ name: String, _ duration: Duration?) -> HUDScene {
        let timeline = SquareTimeline()
        return HUDScene(name: name, duration: duration ?? .seconds(4), outcome: "in progress") {
            time, frame, lineWidth in
            timeline.layers(at: time, in: frame, lineWidth: lineWidth)
        }
    }

    @Sendable private static func flight(_ name: String, _ duration: Duration?) -> HUDScene {
        let timeline = ThrowTimeline()
        let duration = duration ?? .milliseconds(1500)
        let count = timeline.count + (duration.mediaTime < timeline.duration ? 0 : 1)
        return HUDScene(
            name: name, duration: duration, size: TerminalSize(columns: 32, rows: 8), outcome: "\(count) items",
            isTranslucent: true, motion: .within(0...timeline.end), events: timeline.events
        ) { time, frame, lineWidth in
            timeline.layers(at: time, in: frame, lineWidth: lineWidth)
        }
    }

    @Sendable private static func progress(_ name: String, _ duration: Duration?) -> HUDScene {
        let duration = duration ?? .seconds(4)
        let timeline = ProgressTimeline(duration: duration.mediaTime)
        return HUDScene(
            name: name, duration: duration, size: TerminalSize(columns: 60, rows: 1), fillsWidth: true,
            outcome: "100%", isTranslucent: true, events: [duration.mediaTime],
            caption: { time in
                // Rounded down, so that 100 % is shown only at the end.
                let number = String(Int(clamping: timeline.fraction(at: time) * 100, to: 0...100, rounding: .down))
                return String(repeating: " ", count: max(3 - number.count, 0)) + number + "%"
            }
        ) { time, frame, _ in
            timeline.layers(at: time, in: frame)
        }
    }

    @Sendable private static func title(_ name: String, _ duration: Duration?) -> HUDScene {
        let timeline = TitleTimeline()
        let duration = duration ?? .seconds(timeline.end + 0.5)
        return HUDScene(
            name: name, duration: duration, size: TerminalSize(columns: 44, rows: 4),
            outcome: duration.mediaTime < timeline.end ? "in progress" : timeline.text,
            motion: .within(0...timeline.end),
            events: timeline.growthTimes.flatMap { [$0.lowerBound, $0.upperBound] }
        ) { time, frame, lineWidth in
            timeline.layers(at: time, in: frame, lineWidth: lineWidth)
        }
    }

    @Sendable private static func cube(_ name: String, _ duration: Duration?) -> HUDScene {
        let timeline = CubeTimeline()
        let motion = Activity.periodic(period: timeline.period, duration: timeline.duration)
        let duration = duration ?? .seconds(4)
        // The limit bounds the memory for a demonstration of an hour.
        let turns = stride(from: 0, through: duration.mediaTime, by: timeline.period).prefix(3600)
        return HUDScene(
            name: name, duration: duration, outcome: "turning", motion: motion,
            events: turns.flatMap { [$0, $0 + timeline.duration] }
        ) { time, frame, lineWidth in
            timeline.layers(at: time, in: frame, lineWidth: lineWidth)
        }
    }

    private static func tint(of symbol: Symbol) -> Tint {
        switch symbol {
        case .checkmark: .success
        case .cross: .failure
        case .warning: .warning
        default: .active
        }
    }
}

import Motion

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
        let motion = Activity.within(timeline.delay...timeline.delay + timeline.duration)
        return HUDScene(name: name, duration: duration ?? .seconds(1), motion: motion) { time, frame in
            timeline.layers(at: time, in: frame, lineWidth: frame.shorterSide * strokeFraction)
        }
    }

    @Sendable private static func busy(_ name: String, _ duration: Duration?) -> HUDScene {
        var timeline = RingTimeline()
        timeline.stop(at: 3)
        let motion = Activity.within(0...(timeline.end ?? .infinity))
        return HUDScene(name: name, duration: duration ?? .seconds(5), motion: motion) { [timeline] time, frame in
            timeline.layers(at: time, in: frame, lineWidth: frame.shorterSide * strokeFraction)
        }
    }

    @Sendable private static func square(_ name: String, _ duration: Duration?) -> HUDScene {
        let timeline = SquareTimeline()
        return HUDScene(name: name, duration: duration ?? .seconds(4)) { time, frame in
            timeline.layers(at: time, in: frame, lineWidth: frame.shorterSide * strokeFraction)
        }
    }

    @Sendable private static func flight(_ name: String, _ duration: Duration?) -> HUDScene {
        let timeline = ThrowTimeline()
        return HUDScene(
            name: name, duration: duration ?? .milliseconds(1500), size: TerminalSize(columns: 32, rows: 8),
            motion: .within(0...timeline.end)
        ) { time, frame in
            timeline.layers(at: time, in: frame, lineWidth: frame.shorterSide * strokeFraction)
        }
    }

    @Sendable private static func progress(_ name: String, _ duration: Duration?) -> HUDScene {
        let duration = duration ?? .seconds(4)
        let timeline = ProgressTimeline(duration: duration.mediaTime)
        return HUDScene(name: name, duration: duration, size: TerminalSize(columns: 60, rows: 1)) { time, frame in
            timeline.layers(at: time, in: frame)
        }
    }

    @Sendable private static func title(_ name: String, _ duration: Duration?) -> HUDScene {
        let timeline = TitleTimeline()
        return HUDScene(
            name: name, duration: duration ?? .seconds(timeline.end + 0.5), size: TerminalSize(columns: 44, rows: 4),
            motion: .within(0...timeline.end)
        ) { time, frame in
            timeline.layers(at: time, in: frame, lineWidth: frame.shorterSide * strokeFraction)
        }
    }

    @Sendable private static func cube(_ name: String, _ duration: Duration?) -> HUDScene {
        let timeline = CubeTimeline()
        let motion = Activity.periodic(period: timeline.period, duration: timeline.duration)
        return HUDScene(name: name, duration: duration ?? .seconds(4), motion: motion) { time, frame in
            timeline.layers(at: time, in: frame, lineWidth: frame.shorterSide * strokeFraction)
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

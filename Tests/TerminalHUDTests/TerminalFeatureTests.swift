import Motion
import TestSupport
import Testing

@testable import TerminalHUD

@Suite("Terminal features")
struct TerminalFeatureTests {
    private static let answers: [(String, Bool, Bool)] = [
        ("\u{1B}[?2026;2$y\u{1B}[?62;22c", true, true), ("\u{1B}[?2026;1$y\u{1B}[?6c", true, true),
        ("\u{1B}[?2026;0$y\u{1B}[?6c", false, true), ("\u{1B}[?2026;4$y\u{1B}[?6c", false, true),
        ("\u{1B}[?1;2c", false, true), ("\u{1B}[?2026;2$y", true, false), ("", false, false),
        ("typed\u{1B}[A\u{1B}[?2026;2$ymore\u{1B}[?6c", true, true), ("\u{1B}\u{1B}[?2026;3$y\u{1B}[?6c", true, true),
        ("\u{1B}[?2027;2$y\u{1B}[?6c", false, true), ("\u{1B}OP\u{1B}[?6", false, false),
    ]

    @Test("A response is parsed however it is split", arguments: answers)
    func response(answer: String, knows: Bool, isComplete: Bool) {
        for size in 1...max(answer.utf8.count, 1) {
            var response = TerminalResponse()
            var rest = Array(answer.utf8)[...]
            while !rest.isEmpty {
                response.receive(rest.prefix(size))
                rest = rest.dropFirst(size)
            }
            #expect(response.supportsSynchronizedUpdates == knows && response.isComplete == isComplete)
        }
    }

    private static let backgrounds: [(String, RGBColor?)] = [
        ("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[?2026;2$y\u{1B}[?6c", RGBColor(255, 255, 255)),
        ("\u{1B}]11;rgb:1c1c/1e1e/8080\u{7}\u{1B}[?2026;2$y\u{1B}[?6c", RGBColor(28, 30, 128)),
        ("\u{1B}]11;rgb:f/0/8\u{7}\u{1B}[?2026;2$y\u{1B}[?6c", RGBColor(255, 0, 136)),
        ("\u{1B}]11;rgba:0000/8000/ffff/ffff\u{1B}\\\u{1B}[?2026;2$y\u{1B}[?6c", RGBColor(0, 128, 255)),
        ("\u{1B}]11;rgb:ffff/ffff\u{7}\u{1B}[?2026;2$y\u{1B}[?6c", nil),
        ("\u{1B}]11;rgb:-1/zz/1\u{7}\u{1B}[?2026;2$y\u{1B}[?6c", nil),
        ("\u{1B}]10;rgb:ffff/ffff/ffff\u{7}\u{1B}[?2026;2$y\u{1B}[?6c", nil),
        ("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}[?2026;2$y\u{1B}[?6c", RGBColor(255, 255, 255)),
        ("\u{1B}]11;" + String(repeating: "x", count: 200) + "\u{7}\u{1B}[?2026;2$y\u{1B}[?6c", nil),
    ]

    @Test(
        "The background colour is parsed however it is split, and the rest of the response too", arguments: backgrounds
    )
    func background(answer: String, color: RGBColor?) {
        for size in 1...answer.utf8.count {
            var response = TerminalResponse()
            var rest = Array(answer.utf8)[...]
            while !rest.isEmpty {
                response.receive(rest.prefix(size))
                rest = rest.dropFirst(size)
            }
            #expect(response.background == color)
            #expect(response.supportsSynchronizedUpdates && response.isComplete)
        }
    }

    @Test("Fading colours are mixed with the background that the terminal reports")
    func mixing() {
        func fading(_ answer: String) -> Set<CellStyle.Color> {
            let terminal = InMemoryTerminal(columns: 80, rows: 10)
            terminal.setResponse(answer)
            var session = LiveSession(
                device: terminal, appearance: HUDAppearance(glyphs: .braille, palette: Palette(depth: .full)),
                isCalm: false,
                start: .zero, features: queries)
            var status = status
            status.badge = HUDBadge(symbol: .page, count: 1)
            _ = session.step(at: .seconds(1), status: status) { [] }
            #expect(terminal.screen.commands == ["11;?"])
            status.badge?.count = 2
            _ = session.step(at: .seconds(2), status: status) { [] }
            let before = terminal.written.count
            _ = session.step(at: .milliseconds(2600), status: status) { [] }
            let frame = String(decoding: terminal.written.dropFirst(before), as: UTF8.self)
            return Set(
                frame.matches(of: /38;2;(\d+);(\d+);(\d+)/).compactMap { match in
                    guard let red = UInt8(match.1), let green = UInt8(match.2), let blue = UInt8(match.3) else {
                        return nil
                    }
                    return .rgb(RGBColor(red, green, blue))
                })
        }
        let dark = fading("\u{1B}]11;rgb:0000/0000/0000\u{7}\u{1B}[?6c")
        let light = fading("\u{1B}]11;rgb:ffff/ffff/ffff\u{7}\u{1B}[?6c")
        #expect(!dark.isEmpty && !light.isEmpty && dark.isDisjoint(with: light), "\(dark) \(light)")
    }

    private let status = HUDStatus(title: "Working", counts: [HUDCount(.done, 3)], fraction: 0.5)

    private func session(_ terminal: InMemoryTerminal, features: TerminalFeatures) -> LiveSession {
        LiveSession(
            device: terminal, appearance: HUDAppearance(glyphs: .braille, usesColor: false), isCalm: false,
            start: .zero,
            features: features)
    }

    private let queries = TerminalFeatures(showsLinks: false, showsProgress: false, allowsQueries: true)

    @Test(
        "The background colour is requested only if items can fly to a badge in mixed colours",
        arguments: [
            (true, false, ColorDepth.full, true), (true, false, .indexed, true), (true, false, .sixteen, false),
            (true, false, .none, false), (true, true, .full, false), (false, false, .full, false),
        ])
    func background(hasBadge: Bool, isCalm: Bool, depth: ColorDepth, isAsked: Bool) {
        let terminal = InMemoryTerminal(columns: 80, rows: 10)
        terminal.setResponse("")
        var session = LiveSession(
            device: terminal, appearance: HUDAppearance(glyphs: .braille, palette: Palette(depth: depth)),
            isCalm: isCalm, start: .zero, features: queries)
        var status = status
        if hasBadge { status.badge = HUDBadge(symbol: .page, count: 1) }
        _ = session.step(at: .seconds(1), status: status) { [] }
        #expect(terminal.screen.commands == (isAsked ? ["11;?"] : []))
    }

    @Test("A terminal is queried once, with the first frame; its response enables synchronized updates")
    func queryOnce() {
        let terminal = InMemoryTerminal(columns: 60, rows: 10)
        terminal.setResponse("\u{1B}[?2026;2$y\u{1B}[?6c")
        var session = session(terminal, features: queries)
        _ = session.step(at: .seconds(1), status: status) { [] }
        #expect(terminal.isQueried && terminal.screen.questions == ["?2026$p", "c"] && terminal.writes == 1)
        let before = terminal.written.count
        _ = session.step(at: .milliseconds(1100), status: status) { [] }
        let frame = String(decoding: terminal.written.dropFirst(before), as: UTF8.self)
        #expect(!terminal.isQueried && frame.hasPrefix("\u{1B}[?2026h") && frame.hasSuffix("\u{1B}[?2026l"))
        terminal.interrupt()
        #expect(!terminal.screen.isSynchronizing)
    }

    @Test("During other output a synchronized update stays open until the display returns")
    func held() {
        let terminal = InMemoryTerminal(columns: 60, rows: 10)
        terminal.setResponse("\u{1B}[?2026;2$y\u{1B}[?6c")
        var session = session(terminal, features: queries)
        for time in [1000, 1100] { _ = session.step(at: .milliseconds(time), status: status) { [] } }
        let wasShown = session.hide()
        #expect(wasShown && terminal.screen.isSynchronizing && terminal.screen.transcript == [])
        session.show(at: .milliseconds(1200), status: status)
        #expect(!terminal.screen.isSynchronizing && terminal.screen.transcript != [])
        // Immediately after a redraw the display returns with the next frame.
        _ = session.hide()
        session.show(at: .milliseconds(1210), status: status)
        let isShownAgain = session.hide()
        #expect(terminal.screen.isSynchronizing && !isShownAgain)
        _ = session.step(at: .milliseconds(1240), status: nil) { [] }
        #expect(!terminal.screen.isSynchronizing)
        _ = session.step(at: .milliseconds(1280), status: status) { [] }
        _ = session.hide()
        #expect(terminal.screen.isSynchronizing)
        terminal.interrupt()
        #expect(!terminal.screen.isSynchronizing && terminal.screen.isCursorVisible)
    }

    @Test("A query without a response ends after a timeout", arguments: [0, 1])
    func silent(calm: Int) {
        let terminal = InMemoryTerminal(columns: 60, rows: 10)
        terminal.setResponse("")
        var session = session(terminal, features: queries)
        _ = session.step(at: .seconds(1), status: status) { [] }
        _ = session.step(at: .milliseconds(1200), status: status) { [] }
        #expect(terminal.isQueried)
        if calm == 0 {
            _ = session.step(at: .milliseconds(1300), status: status) { [] }
        } else {
            session.end(lines: [])
        }
        #expect(!terminal.isQueried && !String(decoding: terminal.written, as: UTF8.self).contains("2026h"))
    }

    @Test("A signal also restores the terminal's modes")
    func signal() {
        let terminal = InMemoryTerminal(columns: 60, rows: 10)
        terminal.setResponse("")
        var session = session(terminal, features: queries)
        _ = session.step(at: .seconds(1), status: status) { [] }
        terminal.interrupt()
        #expect(!terminal.isQueried)
    }

    @Test("The taskbar shows the progress until the display is removed")
    func progress() {
        let terminal = InMemoryTerminal(columns: 60, rows: 10)
        var session = session(
            terminal, features: TerminalFeatures(showsLinks: false, showsProgress: true, allowsQueries: false))
        var status = status
        status.fraction = nil
        _ = session.step(at: .seconds(1), status: status) { [] }
        for fraction in [0.501, 0.505, 0.52] {
            status.fraction = fraction
            _ = session.step(at: .seconds(2), status: status) { [] }
        }
        session.end(lines: ["✓"])
        #expect(terminal.screen.commands == ["9;4;3", "9;4;1;50", "9;4;1;52", "9;4;0"])
        #expect(terminal.screen.unknownSequences.isEmpty)
    }

    @Test("A signal removes the progress from the taskbar")
    func interruptedProgress() {
        let terminal = InMemoryTerminal(columns: 60, rows: 10)
        var session = session(
            terminal, features: TerminalFeatures(showsLinks: false, showsProgress: true, allowsQueries: false))
        _ = session.step(at: .seconds(1), status: status) { [] }
        terminal.interrupt()
        #expect(terminal.screen.commands.last == "9;4;0")
    }

    private static let environments: [([String: String], Bool, Bool, Bool)] = [
        (["TERM": "xterm-256color"], false, false, true), (["TERM": "linux"], false, false, false),
        ([:], false, false, false),
        (["TERM": "xterm-256color", "VTE_VERSION": "7600"], true, false, true),
        (["TERM": "xterm-256color", "VTE_VERSION": "8000"], true, true, true),
        (["TERM": "xterm-256color", "VTE_VERSION": "8000", "TMUX": "/tmp/tmux,1,0"], false, false, true),
        (["TERM": "xterm-kitty", "KITTY_WINDOW_ID": "1"], true, false, true),
        (["TERM": "xterm", "WT_SESSION": "x"], true, true, true),
        (["TERM": "xterm", "TERM_PROGRAM": "iTerm.app", "TERM_PROGRAM_VERSION": "3.5.10"], true, false, true),
        (["TERM": "xterm", "TERM_PROGRAM": "iTerm.app", "TERM_PROGRAM_VERSION": "3.6.1"], true, true, true),
        (["TERM": "screen-256color", "TERM_PROGRAM": "ghostty"], false, false, true),
        (["TERM": "ansi"], false, false, false), (["TERM": "eterm-color"], false, false, false),
        (["TERM": "xterm-256color", "INSIDE_EMACS": "29.1,term:0.96"], false, false, false),
    ]

    @Test("Only terminals on the list get links and progress", arguments: environments)
    func allowed(environment: [String: String], links: Bool, progress: Bool, allowsQueries: Bool) {
        let expected = TerminalFeatures(showsLinks: links, showsProgress: progress, allowsQueries: allowsQueries)
        #expect(TerminalFeatures(environment: environment) == expected)
    }

    @Test(
        "Only addresses in a line become links",
        arguments: [
            ("plain", "plain"), ("a://b", "a://b"),
            (
                "x https://a.example/b?c: 404",
                "x \u{1B}]8;;https://a.example/b?c\u{1B}\\https://a.example/b?c\u{1B}]8;;\u{1B}\\: 404"
            ),
            ("http://日本.example/", "http://日本.example/"), ("(https://a.b).", "(https://a.b)."),
        ])
    func links(line: String, linked: String) {
        #expect(TerminalText.linked(line) == linked)
    }
}

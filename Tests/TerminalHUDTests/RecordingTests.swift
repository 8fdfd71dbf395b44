import Foundation
import TestSupport
import Testing

@testable import Motion
@testable import TerminalHUD

@Suite("Recordings")
struct RecordingTests {
    private let appearance = HUDAppearance(glyphs: .braille, usesColor: true)

    @Test("A cast, played back, shows the frames at their times and leaves the last one", arguments: HUDScene.names)
    func cast(name: String) throws {
        let scene = try #require(HUDScene.named(name))
        let text = CastRecording(appearance: appearance, framesPerSecond: 10).text(
            of: [scene], cells: nil, title: "a \"b\"\n")
        let lines = text.split(separator: "\n").map { Data($0.utf8) }
        let first = try #require(lines.first)
        let header = try #require(try JSONSerialization.jsonObject(with: first) as? [String: Any])
        #expect(header["version"] as? Int == 2 && header["title"] as? String == "a \"b\"\n")
        let width = try #require(header["width"] as? Int)
        let height = try #require(header["height"] as? Int)
        var screen = VirtualScreen(size: TerminalSize(columns: width, rows: height))
        var last = -1.0
        for line in lines.dropFirst() {
            let event = try #require(try JSONSerialization.jsonObject(with: line) as? [Any])
            let time = try #require(event[0] as? Double)
            let data = try #require(event[2] as? String)
            #expect(event[1] as? String == "o" && time > last && time <= scene.duration.mediaTime + 1e-9)
            last = time
            screen.write(data.utf8)
            let grid = scene.grid(
                at: .seconds(time), columns: scene.size.columns, rows: scene.size.rows, appearance: appearance)
            #expect(Array(screen.lines.prefix(grid.rows)) == grid.lines, "at \(time)")
        }
        #expect(screen.isCursorVisible && !screen.hasTouchedLastColumn && screen.unknownSequences.isEmpty)
        #expect(
            CastRecording(appearance: appearance, framesPerSecond: 10).text(of: [scene], cells: nil, title: "a \"b\"\n")
                == text)
    }

    @Test("An SVG is well formed, needs nothing from elsewhere, and is the same each time", arguments: HUDScene.names)
    func vectors(name: String) throws {
        let scene = try #require(HUDScene.named(name))
        let text = SVGRecording().text(of: scene, cells: nil)
        let elements = ElementCounter.count(text)
        #expect(elements["svg"] == 1 && (elements["path"] ?? 0) > 0)
        #expect(
            !text.contains("<script") && !text.contains("href")
                && text.ranges(of: "url(").count == text.ranges(of: "url(#").count && !text.contains("nan"))
        #expect(text.contains("prefers-reduced-motion"))
        #expect(text.utf8.count < 120_000)
        #expect(SVGRecording().text(of: scene, cells: nil) == text)
    }

    @Test("The check mark's stroke is drawn from 0.3 s to 0.8 s of its 2 s")
    func stroke() throws {
        let scene = try #require(HUDScene.named("symbol:checkmark"))
        let text = SVGRecording().text(of: scene, cells: TerminalSize(columns: 8, rows: 4))
        #expect(text.contains("viewBox=\"-0.485 0 16.97 16\""))
        // The coordinates of the recorded picture: from (0.01136, 0.53409) of 16.
        #expect(text.contains("d=\"M0.182 8.545C"))
        let found = try #require(text.firstMatch(of: /@keyframes s0-stroke-dasharray\{(.*)\}\n/)).output.1
        let keys = found.matches(of: /([0-9.]+)%\{stroke-dasharray:([0-9.]+) [0-9.]+\}/)
        let values = keys.compactMap { key in
            Double(key.output.1).flatMap { time in Double(key.output.2).map { (time / 50, $0) } }
        }
        #expect(values.first?.1 == 0 && values.last?.1 == 1)
        for (time, value) in values where (0.3...0.8).contains(time) {
            #expect(abs(value - TimingFunction.easeInEaseOut.value(at: (time - 0.3) / 0.5)) < 0.01)
        }
        for (time, value) in values {
            if time < 0.29 { #expect(value == 0) } else if time > 0.81 { #expect(value == 1) }
        }
    }

    @Test(
        "Where a trim does not wrap around, no second dash begins at the path's end",
        arguments: [("busy", false), ("symbol:checkmark", false), ("symbol:cross", false), ("square", true)])
    func dashes(name: String, isWrapping: Bool) throws {
        let scene = try #require(HUDScene.named(name))
        let text = SVGRecording().text(of: scene, cells: nil)
        let dashes = text.matches(of: /stroke-dasharray:([0-9.]+) ([0-9.]+)/)
        #expect(!dashes.isEmpty)
        for dash in dashes {
            let length = try #require(Double(dash.output.1))
            let gap = try #require(Double(dash.output.2))
            #expect(isWrapping ? abs(length + gap - 1) < 1e-3 : gap == 2, "\(length) \(gap)")
        }
        // A trim that does not wrap lies within the path.
        for offset in text.matches(of: /stroke-dashoffset:(-?[0-9.]+)/) where !isWrapping {
            #expect((-1...0).contains(try #require(Double(offset.output.1))))
        }
    }

    @Test(
        "The picture is the frame, extended only by strokes that exceed it",
        arguments: [
            ("progress", "0 0 24 24"), ("busy", "0 0 24 24"), ("cube", "0 0 24 24"), ("square", "0 0 24 24"),
            ("symbol:checkmark", "-0.727 0 25.455 24"),
        ])
    func viewBox(name: String, box: String) throws {
        let scene = try #require(HUDScene.named(name))
        let text = SVGRecording().text(of: scene, cells: TerminalSize(columns: 12, rows: 6))
        #expect(text.contains("viewBox=\"\(box)\""), "\(text.prefix(120))")
    }

    @Test("No stroke is cut off at the picture's edge", arguments: HUDScene.names)
    func margins(name: String) throws {
        let scene = try #require(HUDScene.named(name))
        let text = SVGRecording().text(of: scene, cells: nil)
        let found = try #require(text.firstMatch(of: /viewBox="([^"]*)"/)).output.1
        let box = found.split(separator: " ").compactMap { Double($0) }
        try #require(box.count == 4)
        let frame = DotRaster.frame(columns: scene.size.columns, rows: scene.size.rows)
        for time in stride(from: 0, through: scene.duration.mediaTime, by: 0.1) {
            for layer in scene.layers(at: time, in: frame) where layer.opacity > 0 {
                let transform = layer.transform
                let half = layer.isFilled || layer.style.cap == .butt ? .zero : layer.pen * 0.5
                for point in layer.path.flattened(tolerance: 0.1).joined().map({ transform.apply($0) }) {
                    #expect(point.x - half.x > box[0] - 0.01 && point.x + half.x < box[0] + box[2] + 0.01)
                    #expect(point.y - half.y > box[1] - 0.01 && point.y + half.y < box[1] + box[3] + 0.01)
                }
            }
        }
    }

    @Test("An image that appears or disappears at once is never half visible")
    func jumps() throws {
        let scene = try #require(HUDScene.named("cube"))
        let text = SVGRecording().text(of: scene, cells: nil)
        let courses = text.matches(of: /@keyframes s[0-9]+-opacity\{(.*)\}\n/)
        #expect(!courses.isEmpty)
        for course in courses {
            let keys = course.output.1.matches(of: /([0-9.]+)%\{opacity:([0-9.]+)\}/)
                .compactMap { key in Double(key.output.1).map { ($0, String(key.output.2)) } }
            for (before, after) in zip(keys, keys.dropFirst()) where before.1 != after.1 {
                #expect(after.0 - before.0 < 0.005, "from \(before) to \(after)")
            }
        }
    }

    @Test(
        "Two events that differ only by a rounding error are one jump",
        arguments: [0.0, Double(0.5).ulp, 1e-8, 5e-7])
    func roundedEvents(difference: Double) throws {
        let events = [0.5 + difference, 0.5]
        let jump = 0.5 + difference
        let scene = HUDScene(name: "jump", duration: .seconds(1), outcome: "done", events: events) { time, frame, _ in
            var path = Path()
            path.addLines([frame.point(0, 0.5), frame.point(1, 0.5)])
            return [ShapeLayer(path: path, style: StrokeStyle(width: 1), opacity: time < jump ? 0.25 : 1)]
        }
        let text = SVGRecording().text(of: scene, cells: nil)
        let track = try #require(text.firstMatch(of: /@keyframes s0-opacity\{(.*)\}\n/)).output.1
        let keys = track.matches(of: /([0-9.]+)%\{opacity:([0-9.]+)\}/)
            .compactMap { key in Double(key.output.1).map { ($0, String(key.output.2)) } }
        let jumps = zip(keys, keys.dropFirst()).filter { $0.1 != $1.1 }
        #expect(jumps.count == 1)
        // Of several keyframes at the same time, CSS uses only the last.
        for (before, after) in jumps { #expect(before.0 < after.0 && after.0 - before.0 < 0.005, "\(keys)") }
    }

    /// The value of a property in a recording at a time, as a viewer computes it.
    private func value(_ name: String, in text: String, at time: Double, of total: Double) -> [Double]? {
        let start = "@keyframes \(name){"
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(start) }) else { return nil }
        let keys = line.dropFirst(start.count).matches(of: /([0-9.]+%|to)\{([^}]*)\}/).map { key in
            let numbers = key.output.2.matches(of: /-?[0-9.]+/).compactMap { Double($0.output) }
            return (time: key.output.1 == "to" ? total : (Double(key.output.1.dropLast()) ?? 0) / 100 * total, numbers)
        }
        guard let next = keys.firstIndex(where: { $0.time > time }), next > 0 else { return keys.last?.1 }
        let (before, after) = (keys[next - 1], keys[next])
        let share = (time - before.time) / (after.time - before.time)
        return zip(before.1, after.1).map { $0 + ($1 - $0) * share }
    }

    @Test(
        "Around an event, a recording of few frames shows the same as one of many", arguments: HUDScene.names)
    func events(name: String) throws {
        let scene = try #require(HUDScene.named(name))
        let few = SVGRecording(framesPerSecond: 10).text(of: scene, cells: nil)
        let many = SVGRecording(framesPerSecond: 60).text(of: scene, cells: nil)
        let total = scene.duration.mediaTime + 1
        let tracks = many.matches(of: /@keyframes (s[0-9]+-([a-z-]+))\{/).map { (String($0.output.1), $0.output.2) }
        for event in scene.events where event > 0.001 && event < scene.duration.mediaTime {
            // A thousandth of a second is more than the distance of the two keyframes of a jump.
            for time in [event - 0.001, event + 0.001] {
                for (track, property) in tracks {
                    let sharp = try #require(value(track, in: many, at: time, of: total))
                    let coarse = value(track, in: few, at: time, of: total) ?? sharp
                    let tolerance = property == "transform" ? 0.5 : property == "stroke" ? 2 : 0.05
                    let isNear = zip(sharp, coarse).allSatisfy { abs($0 - $1) < tolerance }
                    #expect(isNear, "\(track) at \(time): \(coarse), not \(sharp)")
                }
            }
        }
    }

    @Test("The thrown card reaches the badge, which changes its color at that moment and not before")
    func landing() throws {
        let scene = try #require(HUDScene.named("throw"))
        let text = SVGRecording().text(of: scene, cells: nil)
        let frame = DotRaster.frame(columns: scene.size.columns, rows: scene.size.rows)
        let way = ThrowTimeline().frames(in: frame, lineWidth: frame.shorterSide * HUDScene.strokeFraction)
        let distance = way.badge.center - way.item.center
        // The card is the only shape that moves by that much.
        let tracks = text.matches(of: /@keyframes (s[0-9]+)-transform\{/).map { String($0.output.1) }
        let landed = tracks.filter { track in
            guard let end = value(track + "-transform", in: text, at: 0.7999, of: 2.5) else { return false }
            return abs(end[0] - distance.x) < 0.05 && abs(end[1] - distance.y) < 0.05
        }
        #expect(!landed.isEmpty)
        for track in landed {
            #expect(value(track + "-opacity", in: text, at: 0.7999, of: 2.5) == [1])
            #expect(value(track + "-opacity", in: text, at: 0.8001, of: 2.5) == [0])
        }
        let colors = text.matches(of: /@keyframes (s[0-9]+-stroke)\{/).map { String($0.output.1) }
        #expect(!colors.isEmpty)
        for color in colors {
            #expect(value(color, in: text, at: 0.7999, of: 2.5) == [8, 145, 178])
            #expect(value(color, in: text, at: 0.8001, of: 2.5) == [22, 163, 74])
        }
    }

    @Test("A cast has a frame at a landing between two frames")
    func castEvents() throws {
        let scene = try #require(HUDScene.named("throw"))
        let text = CastRecording(appearance: appearance, framesPerSecond: 7).text(of: [scene], cells: nil, title: "")
        let times = text.matches(of: /\n\[([0-9.]+),/).compactMap { Double($0.output.1) }
        #expect(times.contains(0.8) && times.contains { abs($0 - 5.0 / 7) < 1e-5 })
        #expect(times.count <= 12 && times == times.sorted())
    }

    @Test("A slowed recording takes proportionally longer and shows the same")
    func slow() throws {
        let scene = try #require(HUDScene.named("busy"))
        let vectors = SVGRecording(framesPerSecond: 10, dragCoefficient: 3).text(of: scene, cells: nil)
        // 5 s, and a pause of 1 s.
        #expect(vectors.contains(" 16s linear infinite") && !vectors.contains(" 6s linear infinite"))
        func events(_ drag: Double, _ rate: Int) -> [[Substring]] {
            CastRecording(appearance: appearance, framesPerSecond: rate, dragCoefficient: drag)
                .text(of: [scene], cells: nil, title: "").split(separator: "\n").dropFirst()
                .map { $0.split(separator: ",", maxSplits: 1) }
        }
        let (usual, slow) = (events(1, 20), events(2, 10))
        #expect(usual.map(\.last) == slow.map(\.last))
        let times = slow.compactMap { $0.first.flatMap { Double($0.dropFirst()) } }
        #expect(times.last == 10)
    }

    @Test("A steady turn is one line between two keyframes, however often the timeline is sampled")
    func turn() throws {
        let scene = try #require(HUDScene.named("busy"))
        let text = SVGRecording(framesPerSecond: 60).text(of: scene, cells: nil)
        let found = try #require(text.firstMatch(of: /@keyframes s0-transform\{(.*)\}\n/)).output.1
        let angles = found.matches(of: /rotate\(([0-9.]+)deg\)/).compactMap { Double($0.output.1) }
        // 4.3 rounds, then nothing; the pause repeats the last keyframe.
        #expect(angles.first == 0)
        #expect(angles.count <= 5 && abs((angles.last ?? 0) - 4.3 * 360) < 1)
    }

    @Test(
        "A trim that wraps around shows the same parts of several contours",
        arguments: Array(stride(from: 0.0, to: 1, by: 0.07)), [0.1, 0.4, 0.75])
    func wrappedTrims(offset: Double, length: Double) throws {
        var path = Path()
        path.addLines([Point(0, 0), Point(30, 0)])
        path.addLines([Point(0, 5), Point(10, 5)])
        path.addLines([Point(0, 9), Point(0, 29)])
        var layer = ShapeLayer(path: path, style: StrokeStyle(width: 1)).named("lines")
        layer.trim = Trim(end: length, offset: offset)
        let shapes = SVGShape.shapes(of: [[layer]], at: [0])
        #expect(shapes.count == 3)
        let shares: [(Double, Double)] = [(0, 0.5), (0.5, 4.0 / 6), (4.0 / 6, 1)]
        for (shape, share) in zip(shapes, shares) {
            let element = shape.still()
            let dash = element.firstMatch(of: /stroke-dasharray:([0-9.]+) [0-9.]+;stroke-dashoffset:(-?[0-9.]+)/)
            let visible = try #require(dash.flatMap { Double($0.output.1) } ?? (element.isEmpty ? 0 : nil))
            let start = -(dash.flatMap { Double($0.output.2) } ?? 0)
            for step in 0..<100 {
                let fraction = (Double(step) + 0.5) / 100
                let place = share.0 + fraction * (share.1 - share.0)
                let behind = place - offset - (place - offset).rounded(.down)
                // Not at the edge, because the figures are rounded.
                guard min(abs(behind - length), behind, 1 - behind) > 0.002 else { continue }
                let own = fraction - start - (fraction - start).rounded(.down)
                #expect((own < visible) == (behind < length), "\(fraction) of \(share)")
            }
        }
    }

    @Test(
        "The pictures in the documentation are the current recordings",
        arguments: ["busy", "cube", "square", "symbol:checkmark", "throw", "title"])
    func documentation(name: String) throws {
        let scene = try #require(HUDScene.named(name))
        let text = SVGRecording().text(of: scene, cells: nil)
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = root.appending(path: "docs/motion/\(name.replacing(":", with: "-")).svg")
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    @Test("Redundant keyframes are omitted")
    func keys() {
        func keys(_ values: [Double]) -> [Int] {
            SVGTrack(property: "x", tolerance: 0.01, samples: values.map { [$0] }) { "\($0)" }.keys
        }
        #expect(keys([0, 1, 2, 3, 4]) == [0, 4])
        #expect(keys([0, 0, 0, 1, 2, 2]) == [0, 2, 4, 5])
        #expect(keys([5]) == [0] && keys([]) == [])
    }

    @Test(
        "Numbers are as short as possible",
        arguments: [
            (0.5, "0.5"), (12, "12"), (-3.25, "-3.25"), (0.0004, "0"), (-0.0004, "0"), (1e20, "0"), (.nan, "0"),
            (2.9996, "3"),
        ] as [(Double, String)])
    func numbers(value: Double, text: String) {
        #expect(SVGNumber.text(value) == text)
    }
}

/// Counts the elements of a well-formed document; empty if it is malformed.
private enum ElementCounter {
    static func count(_ text: String) -> [String: Int] {
        var counts: [String: Int] = [:]
        var open: [String] = []
        for match in text.matches(of: /<(\/?)([a-z]+)((?:\s+[A-Za-z-]+="[^"<]*")*)\s*(\/?)>/) {
            let name = String(match.output.2)
            if !match.output.1.isEmpty {
                guard open.popLast() == name else { return [:] }
            } else {
                counts[name, default: 0] += 1
                if match.output.4.isEmpty { open.append(name) }
            }
        }
        let marks = text.count { $0 == "<" }
        return open.isEmpty && marks == text.matches(of: /<\/?[a-z]+(?:\s+[A-Za-z-]+="[^"<]*")*\s*\/?>/).count
            ? counts : [:]
    }
}

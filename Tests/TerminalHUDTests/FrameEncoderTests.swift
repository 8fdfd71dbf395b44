import Motion
import TestSupport
import Testing

@testable import TerminalHUD

@Suite("Frame encoder")
struct FrameEncoderTests {
    private func randomGrid(
        _ columns: Int, _ rows: Int, from old: CellGrid?, using generator: inout SplitMix64
    ) -> CellGrid {
        var grid = CellGrid(columns: columns, rows: rows)
        let keeps = Int.random(in: 0..<4, using: &generator) > 0
        if keeps, let old, old.columns == columns, old.rows == rows { grid = old }
        let words = ["⣿⡇", "日本", "abc", "   ", " ", "x", "😀", "         ", "ë"]
        let styles = [
            CellStyle.plain, CellStyle(color: .red), CellStyle(color: .cyan, isBold: true), CellStyle(isDim: true),
            CellStyle(color: .green, background: .red), CellStyle(background: .indexed(236)),
        ]
        for _ in 0..<Int.random(in: 0...6, using: &generator) {
            // A word over one half of a wide character leaves the other half blank.
            let row = Int.random(in: 0..<rows, using: &generator)
            var line = CellGrid(columns: columns, rows: 1)
            let start = Int.random(in: 0..<columns, using: &generator)
            line.write(
                words[Int.random(in: 0..<words.count, using: &generator)], row: 0, column: start,
                style: styles[Int.random(in: 0..<styles.count, using: &generator)])
            for column in start..<columns { grid[row, column] = line[0, column] }
            if start > 0, DisplayWidth.of(grid[row, start - 1].text) == 2 { grid[row, start - 1] = .blank }
        }
        return grid
    }

    @Test("After any sequence of frames the screen shows the last grid", arguments: 0..<40)
    func equality(seed: Int) {
        var generator = SplitMix64(seed: UInt64(seed))
        let columns = Int.random(in: 2...30, using: &generator)
        let height = Int.random(in: 4...12, using: &generator)
        var screen = VirtualScreen(size: TerminalSize(columns: columns + 1, rows: height))
        screen.write("$ command\r\n".utf8.prefix(Int.random(in: 0...11, using: &generator) > 5 ? 11 : 0))
        var encoder = FrameEncoder(usesSynchronizedUpdates: seed % 2 == 0)
        var logged: [String] = []
        for step in 0..<40 {
            let rows = step % 10 == 0 ? Int.random(in: 1..<height, using: &generator) : encoder.shown?.rows ?? 1
            let grid = randomGrid(columns, rows, from: encoder.shown, using: &generator)
            let lines = Int.random(in: 0..<8, using: &generator) == 0 ? ["log \(step)", "日本"] : []
            logged += lines
            screen.write(encoder.encode(grid, above: lines))
            // The cursor rests in the first row, in its left half, or anywhere in a region that no screen wraps.
            let top = screen.rows.indices.first { start in
                start + rows <= screen.rows.count
                    && (0..<rows).allSatisfy { Array(screen.rows[start + $0].prefix(columns)) == Array(grid.row($0)) }
                    && (start...start + (columns <= 18 ? rows - 1 : 0)).contains(screen.row)
            }
            guard let top else {
                Issue.record("step \(step): \(screen.lines) is not \(grid.lines)")
                return
            }
            #expect(columns <= 18 || screen.column <= max(18, columns / 2 - 1))
            #expect(!screen.isCursorVisible && !screen.isSynchronizing && !screen.isInSequence)
            // Nothing remains below, even if the region has become lower.
            #expect(screen.lines.dropFirst(top + rows).allSatisfy { $0 == "" })
        }
        screen.write(encoder.encode(nil, above: ["end"]))
        #expect(screen.isCursorVisible)
        if columns > 8 { #expect(screen.transcript.suffix(logged.count + 1) == logged + ["end"]) }
        #expect(columns < 4 || !screen.hasTouchedLastColumn || columns <= 8)
        #expect(screen.unknownSequences == [])
    }

    @Test("An unchanged frame takes no bytes, and a changed cell only a few")
    func minimality() {
        var encoder = FrameEncoder()
        var grid = CellGrid(columns: 60, rows: 5)
        grid.write("Downloading", row: 0, column: 10)
        grid.write("12 done", row: 1, column: 10)
        let first = encoder.encode(grid)
        #expect(!first.isEmpty)
        #expect(encoder.encode(grid).isEmpty)
        grid.write("3", row: 1, column: 11)
        let bytes = String(decoding: encoder.encode(grid), as: UTF8.self)
        #expect(bytes == "\u{B}\u{1B}[11C3\u{1B}M")
        grid.write("       ", row: 1, column: 10)
        #expect(String(decoding: encoder.encode(grid), as: UTF8.self) == "\u{B}\u{8}\u{8}\u{1B}[K\u{1B}M")
    }

    @Test("The cursor stays at the last change unless a narrower screen could wrap a line before it")
    func waiting() {
        var encoder = FrameEncoder()
        var grid = CellGrid(columns: 60, rows: 6)
        for row in 0..<6 { grid.write("some text of a row", row: row, column: 0) }
        func changed(_ text: String, row: Int, column: Int) -> String {
            grid.write(text, row: row, column: column)
            return String(decoding: encoder.encode(grid), as: UTF8.self)
        }
        _ = encoder.encode(grid)
        #expect(changed("x", row: 0, column: 28) == "\u{1B}[28Cx")
        #expect(changed("y", row: 0, column: 28) == "\u{8}y")
        #expect(changed("z", row: 0, column: 29) == "z\r")
        #expect(changed("u", row: 2, column: 4) == "\u{1B}7\u{B}\u{B}\u{1B}[4Cu\u{1B}8")
        #expect(changed("v", row: 5, column: 5) == "\u{1B}7\u{1B}[5B\u{1B}[5Cv\u{1B}8")
        var narrow = CellGrid(columns: 8, rows: 4)
        encoder = FrameEncoder()
        narrow.write("a", row: 3, column: 3)
        _ = encoder.encode(narrow)
        narrow.write("b", row: 3, column: 3)
        #expect(String(decoding: encoder.encode(narrow), as: UTF8.self) == "\u{B}\u{B}\u{B}   b")
        narrow.write("c", row: 2, column: 4)
        #expect(String(decoding: encoder.encode(narrow), as: UTF8.self) == "\u{1B}Mc")
        var screen = VirtualScreen(size: TerminalSize(columns: 30, rows: 8))
        var again = FrameEncoder()
        screen.write("$ leftoff\r\n".utf8)
        for text in ["a", "b"] {
            narrow.write(text, row: 2, column: 5)
            screen.write(again.encode(narrow))
        }
        #expect(screen.row == 3)
        screen.write(again.restoreBytes().parked)
        #expect(screen.transcript == ["$ leftoff"] && screen.row == 1 && screen.column == 0)
    }

    @Test("On a narrow screen the cursor stays in the region's corner, so lines above are kept")
    func narrowScreen() {
        var screen = VirtualScreen(size: TerminalSize(columns: 17, rows: 8))
        var encoder = FrameEncoder()
        screen.write("$ leftoff\r\n".utf8)
        var grid = CellGrid(columns: 16, rows: 4)
        for step in 0..<40 {
            grid.write(String(step), row: step % 4, column: step * 5 % 14, style: CellStyle(color: .cyan))
            screen.write(encoder.encode(grid, width: 17))
            #expect(screen.row == 1 && screen.column == 0, "step \(step)")
        }
        // On a narrower screen the terminal wraps each row, and the cursor moves with it.
        screen.resize(to: TerminalSize(columns: 9, rows: 8))
        var smaller = CellGrid(columns: 8, rows: 2)
        smaller.write("small", row: 1, column: 0)
        screen.write(encoder.encode(smaller, width: 9, isResized: true))
        #expect(screen.transcript == ["$ leftoff", "", "small"])
    }

    @Test(
        "Lines above the region overwrite it without blank rows in between", arguments: [1, 2, 5])
    func linesOver(count: Int) {
        var screen = VirtualScreen(size: TerminalSize(columns: 40, rows: 12))
        var encoder = FrameEncoder()
        var grid = CellGrid(columns: 39, rows: 4)
        for row in 0..<4 { grid.write("row \(row) of the region", row: row, column: 0) }
        screen.write(encoder.encode(grid, width: 40))
        let lines = (0..<count).map { "line \($0)" }
        let bytes = encoder.encode(grid, above: lines, width: 40)
        // Whatever part of the frame arrives, the rows below it are unchanged.
        var part = screen
        for (index, byte) in bytes.enumerated() {
            part.write([byte])
            guard index < bytes.count - 1, part.row < 3, part.column == 0 else { continue }
            #expect(part.lines[part.row + 1] != "", "after \(index) bytes: \(part.lines)")
        }
        screen.write(bytes)
        #expect(screen.transcript == lines + grid.lines)
        var lower = CellGrid(columns: 39, rows: 2)
        lower.write("lower", row: 0, column: 0)
        lower.write("region", row: 1, column: 0)
        screen.write(encoder.encode(lower, above: ["last"], width: 40))
        #expect(screen.transcript == lines + ["last", "lower", "region"])
    }

    @Test("Log lines that are longer than the screen stay complete above the region")
    func longLines() {
        var screen = VirtualScreen(size: TerminalSize(columns: 20, rows: 6))
        var encoder = FrameEncoder()
        var grid = CellGrid(columns: 19, rows: 3)
        for row in 0..<3 { grid.write("region \(row) region", row: row, column: 0) }
        screen.write(encoder.encode(grid))
        for length in [19, 20, 21, 40, 55] {
            let line = String((0..<length).map { Character(String($0 % 10)) })
            screen.write(encoder.encode(grid, above: [line]))
            #expect(screen.lines.dropFirst(screen.row).prefix(3) == grid.lines[...])
            #expect(screen.transcript.dropLast(3).joined().hasSuffix(line))
        }
    }

    @Test("The restoring bytes leave the screen as if nothing had been drawn")
    func restoring() {
        var screen = VirtualScreen(size: TerminalSize(columns: 30, rows: 8))
        screen.write("$ leftoff\r\n".utf8)
        let before = screen.lines
        var encoder = FrameEncoder()
        var grid = CellGrid(columns: 29, rows: 4)
        for row in 0..<4 { grid.write("row \(row)", row: row, column: 3, style: CellStyle(color: .green)) }
        screen.write(encoder.encode(grid))
        screen.write(encoder.restoreBytes().parked)
        #expect(screen.lines == before)
        #expect(screen.isCursorVisible && screen.row == 1 && screen.column == 0)
    }

    @Test("After the echo of an interrupting key no part of the display remains")
    func echoed() {
        var screen = VirtualScreen(size: TerminalSize(columns: 30, rows: 8))
        var encoder = FrameEncoder()
        var grid = CellGrid(columns: 29, rows: 4)
        for row in 0..<4 { grid.write("⣿⣿⣿⣿ row \(row)", row: row, column: 0) }
        screen.write(encoder.encode(grid))
        screen.write("^C".utf8)
        screen.write(encoder.restoreBytes().parked)
        #expect(screen.lines.allSatisfy { $0.isEmpty } && screen.column == 0)
    }

    @Test("A frame cut off anywhere is restored to a clean line with a visible cursor")
    func torn() {
        var grid = CellGrid(columns: 29, rows: 3)
        for row in 0..<3 { grid.write("⣿ row \(row)", row: row, column: 3, style: CellStyle(color: .green)) }
        var encoder = FrameEncoder(usesSynchronizedUpdates: true)
        let frame = encoder.encode(grid)
        let torn = encoder.restoreBytes().torn
        for cut in 1..<frame.count {
            // The terminal drops a truncated character.
            guard frame[cut] & 0xC0 != 0x80 else { continue }
            var screen = VirtualScreen(size: TerminalSize(columns: 30, rows: 8))
            screen.write(frame.prefix(cut))
            screen.write(torn)
            #expect(screen.isCursorVisible && screen.column == 0 && !screen.isSynchronizing)
            #expect(screen.lines[screen.row...].allSatisfy { $0 == "" })
        }
    }

    @Test("Below a frame that was received in part, the last lines are complete, and no line above it is erased")
    func incomplete() {
        var first = CellGrid(columns: 29, rows: 3)
        for row in 0..<3 { first.write("⣿ row \(row)", row: row, column: 3, style: CellStyle(color: .green)) }
        var second = CellGrid(columns: 29, rows: 3)
        for row in 0..<3 { second.write("⣿⣿ second \(row)", row: row, column: 9, style: CellStyle(color: .red)) }
        for supportsUpdates in [false, true] {
            var encoder = FrameEncoder(usesSynchronizedUpdates: supportsUpdates)
            let start = encoder.encode(first, progress: .percent(1))
            let frame = encoder.encode(second, progress: .percent(2))
            encoder.leaveIncompleteFrame()
            let end = encoder.encode(nil, above: ["one", "two"])
            for cut in 0..<frame.count where frame[cut] & 0xC0 != 0x80 {
                var screen = VirtualScreen(size: TerminalSize(columns: 30, rows: 12))
                screen.write("above\r\n".utf8)
                screen.write(start + frame.prefix(cut))
                screen.write(end)
                #expect(screen.transcript.first == "above" && screen.transcript.suffix(2) == ["one", "two"])
                #expect(screen.isCursorVisible && screen.column == 0 && !screen.isSynchronizing)
                #expect(screen.pen == .plain && screen.commands.last == "9;4;0")
            }
        }
    }

    private static let marked = CellStyle(color: .green, background: .red)

    private func grid(_ columns: Int, _ rows: [(String, CellStyle)]) -> CellGrid {
        var grid = CellGrid(columns: columns, rows: rows.count)
        for (index, row) in rows.enumerated() { grid.write(row.0, row: index, column: 0, style: row.1) }
        return grid
    }

    @Test("Erased cells never keep the background of the text before them")
    func erasedBackground() {
        let long = String(repeating: "x", count: 20)
        let steps = [
            // A shorter row, a longer one, blank rows, a lower and a higher region.
            grid(29, [("▀▀▀▀" + long, Self.marked), ("plain", .plain)]),
            grid(29, [("▀▀▀▀", Self.marked), ("", .plain)]),
            grid(29, [("", .plain), (long, Self.marked)]), grid(29, [("▀", Self.marked)]),
            grid(29, [("▀", Self.marked), ("▀▀", Self.marked), ("", .plain), (long, Self.marked)]),
            grid(12, [("▀▀▀▀▀▀", Self.marked), ("", .plain)]),
        ]
        for isLogging in [false, true] {
            for isResized in [false, true] {
                var screen = VirtualScreen(size: TerminalSize(columns: 30, rows: 10))
                var encoder = FrameEncoder()
                for step in steps {
                    screen.write(
                        encoder.encode(
                            step, above: isLogging ? ["line"] : [], width: 30, isResized: isResized))
                    let top = screen.row
                    for row in 0..<step.rows {
                        #expect(Array(screen.rows[top + row].prefix(step.columns)) == Array(step.row(row)))
                        #expect(screen.rows[top + row].dropFirst(step.columns).allSatisfy { $0 == .blank })
                    }
                    #expect(screen.rows.dropFirst(top + step.rows).joined().allSatisfy { $0 == .blank })
                }
                screen.write(encoder.encode(nil))
                #expect(screen.rows.dropFirst(screen.row).joined().allSatisfy { $0 == .blank })
                #expect(screen.pen == .plain)
            }
        }
    }

    @Test("A region at the bottom of the screen scrolls in rows without a background")
    func scrolledBackground() {
        var screen = VirtualScreen(size: TerminalSize(columns: 30, rows: 5))
        screen.write("1\r\n2\r\n3\r\n4\r\n".utf8)
        var encoder = FrameEncoder()
        let shown = grid(29, [("▀▀", Self.marked), ("▀▀▀", Self.marked), ("▀", Self.marked)])
        screen.write(encoder.encode(shown, width: 30))
        #expect(screen.transcript == ["1", "2", "3", "4", "▀▀", "▀▀▀", "▀"])
        for row in 0..<3 { #expect(Array(screen.rows[2 + row].prefix(29)) == Array(shown.row(row))) }
        #expect(screen.rows.suffix(3).allSatisfy { $0.last == .blank })
        screen.write(encoder.restoreBytes().parked)
        #expect(screen.transcript == ["1", "2", "3", "4"] && screen.pen == .plain)
    }

    @Test("After a style was interrupted, the next frame does not rely on it")
    func forgottenStyle() {
        var screen = VirtualScreen(size: TerminalSize(columns: 30, rows: 5))
        var encoder = FrameEncoder()
        screen.write(encoder.encode(grid(29, [("▀▀", Self.marked)]), width: 30))
        screen.write(encoder.restoreBytes().parked)
        encoder.forget()
        screen.write(encoder.encode(grid(29, [("▀", Self.marked)]), width: 30))
        #expect(screen.rows[screen.row][0] == Cell("▀", style: Self.marked))
        #expect(screen.rows[screen.row].dropFirst().allSatisfy { $0 == .blank })
    }

    @Test("After the terminal was restored, an update that was left open is not closed again")
    func forgottenUpdate() {
        var encoder = FrameEncoder(usesSynchronizedUpdates: true)
        let first = encoder.encode(grid(29, [("x", .plain)]), width: 30, leavesUpdateOpen: true)
        #expect(!String(decoding: first, as: UTF8.self).hasSuffix("\u{1B}[?2026l"))
        encoder.forget()
        #expect(encoder.encode(nil, width: 30) == [])
    }

    @Test("After a resize the region is drawn whole and wrapped lines below it are erased")
    func resize() {
        var screen = VirtualScreen(size: TerminalSize(columns: 40, rows: 10))
        var encoder = FrameEncoder()
        var grid = CellGrid(columns: 39, rows: 3)
        for row in 0..<3 { grid.write("a rather long line in the region \(row)", row: row, column: 0) }
        screen.write(encoder.encode(grid))
        screen.resize(to: TerminalSize(columns: 20, rows: 10))
        // The state of a terminal that has rewrapped its lines.
        screen.write("\u{1B}7\r\nrest\r\nrest\r\nrest\r\nrest\r\nrest\u{1B}8".utf8)
        var smaller = CellGrid(columns: 19, rows: 2)
        smaller.write("short", row: 0, column: 0)
        screen.write(encoder.encode(smaller, isResized: true))
        #expect(screen.transcript == ["short"])
        #expect(screen.row == 0 && screen.column == 0)
    }
}

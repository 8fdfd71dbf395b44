import Motion
package import TerminalHUD

/// A screen that interprets the display's output, which uses a part of ECMA-48.
package struct VirtualScreen: Sendable {
    /// The size in cells.
    package private(set) var size: TerminalSize
    /// The visible rows.
    package private(set) var rows: [[Cell]]
    /// The rows that have scrolled off the top, oldest first.
    package private(set) var scrollback: [[Cell]] = []
    /// The cursor's row.
    package private(set) var row = 0
    /// The cursor's column.
    package private(set) var column = 0
    /// True if the cursor is visible.
    package private(set) var isCursorVisible = true
    /// True during a synchronised update.
    package private(set) var isSynchronizing = false
    /// The operating system commands (OSC), such as links and progress, without their delimiters.
    package private(set) var commands: [String] = []
    /// The queries to the terminal.
    package private(set) var questions: [String] = []
    /// The sequences that are not supported.
    package private(set) var unknownSequences: [String] = []
    /// True if a character has been written to the last column.
    package private(set) var hasTouchedLastColumn = false

    private var style = CellStyle.plain
    private var wrapsNext = false
    private var saved = (row: 0, column: 0, style: CellStyle.plain)
    private var input: [UInt8] = []

    /// Creates a blank screen.
    package init(size: TerminalSize) {
        self.size = size
        rows = Array(repeating: Array(repeating: .blank, count: size.columns), count: size.rows)
    }

    /// The style of the next character.
    package var pen: CellStyle { style }

    /// True if a sequence or character is incomplete.
    package var isInSequence: Bool { !input.isEmpty }

    /// The visible rows as text, without trailing spaces.
    package var lines: [String] { rows.map(Self.text) }

    /// The rows that have scrolled off and the visible ones as text, without trailing blank rows.
    package var transcript: [String] {
        var all = scrollback.map(Self.text) + lines
        while all.last == "" { all.removeLast() }
        return all
    }

    /// Writes bytes, which may end within a sequence or character.
    package mutating func write(_ bytes: some Sequence<UInt8>) {
        input += bytes
        while let count = step() { input.removeFirst(count) }
    }

    /// Changes the size as xterm does: rows and columns are cut off or added, and no line is rewrapped.
    package mutating func resize(to newSize: TerminalSize) {
        while rows.count > newSize.rows {
            if row < rows.count - 1 {
                rows.removeLast()
            } else {
                scrollback.append(rows.removeFirst())
                row -= 1
            }
        }
        while rows.count < newSize.rows { rows.append([]) }
        for index in rows.indices {
            rows[index] = Array(rows[index].prefix(newSize.columns))
            rows[index] += Array(repeating: .blank, count: newSize.columns - rows[index].count)
        }
        column = min(column, newSize.columns - 1)
        size = newSize
    }

    /// Interprets the first sequence or character of the input.
    ///
    /// - Returns: The number of bytes interpreted; nil if the sequence or character is incomplete.
    private mutating func step() -> Int? {
        guard let first = input.first else { return nil }
        switch first {
        case 0x0D:
            column = 0
            wrapsNext = false
            return 1
        case 0x08:
            column = max(column - 1, 0)
            wrapsNext = false
            return 1
        case 0x0A, 0x0B:
            lineFeed()
            return 1
        case 0x1B:
            guard input.count > 1 else { return nil }
            // A new sequence ends one that was cut off.
            if input[1] == 0x1B { return 1 }
            if input[1] == UInt8(ascii: "]") {
                guard let end = input.dropFirst(2).firstIndex(where: { $0 == 0x07 || $0 == 0x1B }) else { return nil }
                guard input[end] == 0x07 || end + 1 < input.count else { return nil }
                commands.append(String(decoding: input[2..<end], as: UTF8.self))
                return input[end] == 0x07 ? end + 1 : end + 2
            }
            guard input[1] == UInt8(ascii: "[") else {
                if input[1] == UInt8(ascii: "7") {
                    saved = (row, column, style)
                    return 2
                }
                if input[1] == UInt8(ascii: "8") {
                    row = min(saved.row, size.rows - 1)
                    column = min(saved.column, size.columns - 1)
                    style = saved.style
                    wrapsNext = false
                    return 2
                }
                if input[1] == UInt8(ascii: "M"), row > 0 {
                    row -= 1
                    wrapsNext = false
                    return 2
                }
                unknownSequences.append("ESC " + String(decoding: input[1...1], as: UTF8.self))
                return 2
            }
            guard let end = input.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) || $0 == 0x1B })
            else { return nil }
            if input[end] == 0x1B { return end }
            control(String(decoding: input[2..<end], as: UTF8.self), Character(Unicode.Scalar(input[end])))
            return end + 1
        case ..<0x20, 0x7F:
            unknownSequences.append("control \(first)")
            return 1
        default:
            let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
            guard input.count >= length else { return nil }
            print(String(decoding: input.prefix(length), as: UTF8.self))
            return length
        }
    }

    private mutating func print(_ text: String) {
        let width = text.first.map(DisplayWidth.of) ?? 0
        guard width > 0 else {
            // A combining mark belongs to the cell before it.
            if column > 0 { rows[row][column - (wrapsNext ? 0 : 1)].text += text }
            return
        }
        if wrapsNext || column + width > size.columns {
            column = 0
            wrapsNext = false
            lineFeed()
        }
        clearHalves(at: column)
        if width == 2 { clearHalves(at: column + 1) }
        rows[row][column] = text == " " ? erased : Cell(text, style: style)
        if width == 2 { rows[row][column + 1] = Cell("", style: style) }
        column += width
        if column >= size.columns {
            hasTouchedLastColumn = true
            column = size.columns - 1
            wrapsNext = true
        }
    }

    /// Replaces the other half of a wide character by a blank when one half is overwritten.
    private mutating func clearHalves(at column: Int) {
        if rows[row][column].text.isEmpty, column > 0 { rows[row][column - 1] = .blank }
        if column + 1 < size.columns, rows[row][column + 1].text.isEmpty { rows[row][column + 1] = .blank }
    }

    private mutating func lineFeed() {
        wrapsNext = false
        guard row == size.rows - 1 else {
            row += 1
            return
        }
        scrollback.append(rows.removeFirst())
        rows.append(Array(repeating: erased, count: size.columns))
    }

    /// A cell without a character, which gets the current background, as in xterm ("back color erase").
    private var erased: Cell { Cell(" ", style: CellStyle(background: style.background)) }

    private mutating func control(_ parameters: String, _ final: Character) {
        let count = max(Int(parameters) ?? 1, 1)
        if final != "m" && final != "h" && final != "l" { wrapsNext = false }
        switch (parameters, final) {
        case (_, "A"): row = max(row - count, 0)
        case (_, "B"): row = min(row + count, size.rows - 1)
        case (_, "C"): column = min(column + count, size.columns - 1)
        case (_, "D"): column = max(column - count, 0)
        case ("", "K"): erase(row, from: column)
        case ("", "J"):
            erase(row, from: column)
            for below in (row + 1)..<max(size.rows, row + 1) { erase(below, from: 0) }
        case ("?25", "h"): isCursorVisible = true
        case ("?25", "l"): isCursorVisible = false
        case ("?2026", "h"): isSynchronizing = true
        case ("?2026", "l"): isSynchronizing = false
        case ("?2026$", "p"), ("", "c"): questions.append(parameters + String(final))
        case (_, "m"): select(parameters)
        default: unknownSequences.append("CSI \(parameters)\(final)")
        }
    }

    private mutating func erase(_ row: Int, from column: Int) {
        for index in column..<size.columns { rows[row][index] = erased }
    }

    private mutating func select(_ parameters: String) {
        var codes = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }[...]
        while let code = codes.popFirst() {
            switch code {
            case 0: style = .plain
            case 1: style.isBold = true
            case 2: style.isDim = true
            case 38: style.color = Self.extended(&codes)
            case 39: style.color = nil
            case 48: style.background = Self.extended(&codes)
            case 49: style.background = nil
            case 30...37 where Self.own[code - 30] != nil: style.color = Self.own[code - 30]
            case 40...47 where Self.own[code - 40] != nil: style.background = Self.own[code - 40]
            case 90: style.color = .gray
            case 100: style.background = .gray
            default: unknownSequences.append("SGR \(code)")
            }
        }
    }

    private static let own: [Int: CellStyle.Color] = [1: .red, 2: .green, 3: .yellow, 6: .cyan]

    private static func extended(_ codes: inout ArraySlice<Int>) -> CellStyle.Color? {
        func part() -> UInt8 { UInt8(clamping: codes.popFirst() ?? 0) }
        return codes.popFirst() == 5 ? .indexed(part()) : .rgb(RGBColor(part(), part(), part()))
    }

    private static func text(_ cells: [Cell]) -> String {
        var text = cells.map(\.text).joined()
        while text.last == " " { text.removeLast() }
        return text
    }
}

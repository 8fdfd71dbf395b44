import Motion
import Synchronization
package import TerminalHUD

/// A terminal in memory that can be slow, resized, stopped or closed.
package final class InMemoryTerminal: TerminalDevice {
    private struct State {
        var screen: VirtualScreen
        var written: [UInt8] = []
        var writes = 0
        var capacity: Int?
        var isGone = false
        var isForeground = true
        var isGuarded = false
        var isFinishing = false
        var isInterrupted = false
        var isToInterrupt = false
        var isResumed = false
        var isStopped = false
        var restore: (parked: [UInt8], torn: [UInt8]) = ([], [])
        var prepared: (parked: [UInt8], torn: [UInt8]) = ([], [])
        var isTorn = false
        var answer: [UInt8]?
        var isQueried = false
        var readable: Int?
        var unread: [UInt8] = []
    }

    private let state: Mutex<State>

    /// Creates a blank terminal.
    ///
    /// - Parameters:
    ///   - columns: The width in cells.
    ///   - rows: The height in cells.
    package init(columns: Int, rows: Int) {
        state = Mutex(State(screen: VirtualScreen(size: TerminalSize(columns: columns, rows: rows))))
    }

    /// Sets the terminal's response to queries; nil if it does not support them.
    package func setResponse(_ response: String?) {
        state.withLock { $0.answer = response.map { Array($0.utf8) } }
    }

    /// True while a response of the terminal is expected.
    package var isQueried: Bool { state.withLock { $0.isQueried } }

    /// The screen now.
    package var screen: VirtualScreen { state.withLock { $0.screen } }

    /// The bytes that the terminal has accepted.
    package var written: [UInt8] { state.withLock { $0.written } }

    /// The number of calls of ``writeNonblocking(_:isWhole:)``.
    package var writes: Int { state.withLock { $0.writes } }

    /// True while signals restore the terminal.
    package var isGuarded: Bool { state.withLock { $0.isGuarded } }

    /// True once the display has announced its end.
    package var isFinishing: Bool { state.withLock { $0.isFinishing } }

    /// Sets the number of bytes that are accepted until the next call; nil accepts all.
    package func grant(_ capacity: Int?) {
        state.withLock { $0.capacity = capacity }
    }

    /// Lets the terminal accept everything but read only the next `count` bytes of frames, until the rest is discarded.
    package func readOnly(_ count: Int) {
        state.withLock { $0.readable = count }
    }

    /// Changes the screen's size, which is given in cells.
    package func resize(columns: Int, rows: Int) {
        state.withLock { $0.screen.resize(to: TerminalSize(columns: columns, rows: rows)) }
    }

    /// Moves the process to the foreground, where it may draw, or to the background.
    package func setForeground(_ isForeground: Bool) {
        state.withLock { $0.isForeground = isForeground }
    }

    /// Closes the terminal, as when its window is closed.
    package func hangUp() {
        state.withLock { $0.isGone = true }
    }

    /// Simulates a signal that asks the process to end: the terminal is restored, but the process continues.
    package func interrupt() {
        state.withLock { Self.interrupt(&$0) }
    }

    /// Simulates a signal that asks the process to end, at the time when the next bytes are ready but not offered yet.
    package func interruptBeforeNextOffer() {
        state.withLock { $0.isToInterrupt = true }
    }

    /// Simulates that the process is stopped and continued: the terminal is restored, and other programs write to it in
    /// between.
    ///
    /// - Parameter text: The text that other programs write.
    package func stopAndContinue(writing text: String) {
        state.withLock { state in
            Self.restore(&state)
            state.screen.write(text.utf8)
            state.isResumed = true
        }
    }

    /// Simulates the moment before the process is stopped: the terminal is restored, but threads still run.
    package func stop() {
        state.withLock { state in
            state.isStopped = true
            Self.restore(&state)
        }
    }

    /// Simulates the continuation of the process after `stop`.
    package func continueProcess() {
        state.withLock { state in
            state.isStopped = false
            state.isResumed = true
        }
    }

    package var size: TerminalSize { state.withLock { $0.screen.size } }

    package var isForeground: Bool { state.withLock { $0.isForeground } }

    package var isGone: Bool { state.withLock { $0.isGone } }

    package func writeNonblocking(_ bytes: ArraySlice<UInt8>, isWhole: Bool) -> Int? {
        state.withLock { state in
            state.writes += 1
            guard !state.isGone else { return nil }
            if state.isToInterrupt { Self.interrupt(&state) }
            if state.isGuarded && (state.isInterrupted || state.isStopped || state.isResumed) { return 0 }
            state.restore = state.prepared
            let taken = bytes.prefix(state.capacity ?? bytes.count)
            state.capacity = state.capacity.map { $0 - taken.count }
            state.written += taken
            let read = taken.prefix(state.readable ?? taken.count)
            state.readable = state.readable.map { $0 - read.count }
            state.screen.write(read)
            state.unread += taken.dropFirst(read.count)
            state.isTorn = taken.count < bytes.count || !isWhole
            return taken.count
        }
    }

    package func waitUntilWritable(timeout: Duration) -> Bool {
        state.withLock { state in
            // Nothing reads from this terminal, so a full one becomes ready at once.
            state.capacity = nil
            return !state.isGone
        }
    }

    package func beginGuard() -> Bool {
        state.withLock { state in
            state.isGuarded = true
            return true
        }
    }

    package func endGuard() {
        state.withLock { state in
            state.isGuarded = false
            state.isQueried = false
        }
    }

    package func prepareRestore(parked: [UInt8], torn: [UInt8]) {
        state.withLock { $0.prepared = (parked, torn) }
    }

    package func beginFinishing() {
        state.withLock { $0.isFinishing = true }
    }

    package var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

    package func consumeResumption() -> Bool {
        state.withLock { state in
            defer { state.isResumed = false }
            return state.isResumed
        }
    }

    package func beginQuery(includesTypeahead: Bool) -> Bool {
        state.withLock { state in
            state.isQueried = state.answer != nil && !state.isStopped
            return state.isQueried
        }
    }

    package func readResponse(timeout: Duration) -> [UInt8]? {
        state.withLock { state in
            guard !state.isGone else { return nil }
            defer { if state.isQueried { state.answer = [] } }
            return state.isQueried ? state.answer : nil
        }
    }

    package func discardInput() {
        state.withLock { if $0.isQueried { $0.answer = [] } }
    }

    package func endQuery() {
        state.withLock { $0.isQueried = false }
    }

    package func finishQuery(discardsOutput: Bool) -> Bool {
        state.withLock { state in
            state.isQueried = false
            let unread = state.unread
            (state.readable, state.unread) = (nil, [])
            if !discardsOutput { state.screen.write(unread) }
            return discardsOutput && !unread.isEmpty
        }
    }

    private static func interrupt(_ state: inout State) {
        state.isToInterrupt = false
        state.isInterrupted = true
        restore(&state)
    }

    private static func restore(_ state: inout State) {
        state.isQueried = false
        guard state.isGuarded else { return }
        state.screen.write(state.isTorn ? state.restore.torn : state.restore.parked)
        state.isTorn = false
    }
}

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
                // Only ESC \ ends the string; any other sequence cancels it.
                if input[end] == 0x1B && input[end + 1] != UInt8(ascii: "\\") { return end }
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

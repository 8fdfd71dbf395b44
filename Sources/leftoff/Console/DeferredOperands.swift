import ArgumentParser
import Crawling

/// A command that accepts a long list of operands.
protocol OperandListCommand: ParsableCommand {
    /// The property with the operands in order.
    static var operands: WritableKeyPath<Self, [String]> { get }
}

extension OperandListCommand {
    fileprivate mutating func append(_ operands: some Sequence<String>) { self[keyPath: Self.operands] += operands }
}

/// Command-line arguments, split into those to parse and trailing operands that bypass the argument parser.
///
/// The argument parser copies the list of operands whenever it adds an operand, so 50,000 operands take a minute.
struct DeferredOperands {
    /// The arguments to parse.
    private let arguments: [String]
    /// The operands to append to those that were parsed.
    private let operands: ArraySlice<String>

    /// The number of trailing words up to which all arguments go through the argument parser.
    private static let threshold = 512
    /// The number of trailing words that always go through the parser, because the first may be the name of a command
    /// or the value of an option.
    private static let parsedCount = 16

    /// Splits the arguments; only words after the last argument that starts with a dash can bypass the parser.
    ///
    /// - Parameter arguments: The arguments after the program's name.
    private init(_ arguments: [String]) {
        let begin = arguments.lastIndex { $0.hasPrefix("-") }.map { $0 + 1 } ?? 0
        let end = arguments.count - begin > Self.threshold ? begin + Self.parsedCount : arguments.count
        self.arguments = Array(arguments[..<end])
        operands = arguments[end...]
    }

    /// Parses arguments.
    ///
    /// - Parameter arguments: The arguments after the program's name.
    /// - Returns: The command that they name, with all of its operands.
    /// - Throws: The argument parser's errors.
    static func parse(_ arguments: [String]) throws -> any ParsableCommand {
        let arguments = TagCommand.rewritten(arguments)
        let split = DeferredOperands(arguments)
        let command = try LeftoffCommand.parseAsRoot(split.arguments)
        if split.operands.isEmpty { return command }
        guard var command = command as? any OperandListCommand else { return try LeftoffCommand.parseAsRoot(arguments) }
        command.append(split.operands)
        return command
    }
}

/// A check that the program's arguments are UTF-8.
///
/// Swift replaces bytes that are not UTF-8, so a path with such bytes would name another file.
enum ArgumentEncoding {
    /// Checks that all arguments are UTF-8.
    ///
    /// - Parameter paths: The arguments that need not be UTF-8, because the command uses their raw bytes.
    /// - Throws: `CommandFailure` (usage) with the number of the first argument that is not UTF-8.
    static func check(exceptFor paths: @autoclosure () -> [String]) throws {
        // The raw bytes are inspected only if an argument contains the replacement character, which is rare.
        let replacement: Unicode.Scalar = "\u{FFFD}"
        let isReplaced = { (text: String) in
            text.utf8.contains(0xEF) && text.unicodeScalars.contains(replacement)
        }
        guard CommandLine.arguments.contains(where: isReplaced) else { return }
        var paths = paths()
        for (number, bytes) in CommandLine.rawArguments.enumerated().dropFirst() {
            guard String(validating: bytes, as: UTF8.self) == nil else { continue }
            let text = String(decoding: bytes, as: UTF8.self)
            if let index = paths.firstIndex(of: text) {
                paths.remove(at: index)
                continue
            }
            throw CommandFailure.usage("argument \(number), '\(text)', is not UTF-8 text and cannot be used")
        }
    }
}

extension InputPath {
    /// Creates a path from one of the program's arguments.
    ///
    /// Swift replaces invalid UTF-8 in arguments. No file has the resulting name, so the original bytes are used.
    ///
    /// - Parameters:
    ///   - argument: The argument as Swift decodes it.
    ///   - occurrence: The argument's index, from 0, among all arguments that decode to the same text.
    init(argument: String, occurrence: Int) {
        let replacement: Unicode.Scalar = "\u{FFFD}"
        guard argument.unicodeScalars.contains(replacement) else {
            self.init(argument)
            return
        }
        let matching = CommandLine.rawArguments.filter { String(decoding: $0, as: UTF8.self) == argument }
        self.init(
            bytes: occurrence < matching.count ? matching[occurrence] : Array(argument.utf8), text: argument)
    }
}

extension CommandLine {
    /// The bytes of all arguments, including the program's name.
    static var rawArguments: [[UInt8]] {
        (0..<Int(argc)).compactMap { index in
            unsafeArgv[index].map { pointer in
                Array(UnsafeRawBufferPointer(start: pointer, count: length(of: pointer)))
            }
        }
    }

    private static func length(of pointer: UnsafeMutablePointer<CChar>) -> Int {
        var count = 0
        while pointer[count] != 0 { count += 1 }
        return count
    }
}

import ArgumentParser

/// A command that accepts a long list of operands.
protocol OperandListCommand: ParsableCommand {
    /// The operands in order.
    var operands: [String] { get set }
}

/// Command-line arguments, split into those to parse and trailing operands that bypass the argument parser.
///
/// The argument parser copies the list of operands whenever it adds an operand, so 50,000 operands take a minute.
struct DeferredOperands {
    /// The arguments to parse.
    let arguments: [String]
    /// The operands to append to those that were parsed.
    let operands: ArraySlice<String>

    /// The number of trailing words up to which all arguments go through the argument parser.
    private static let threshold = 512
    /// The number of trailing words that always go through the parser, because the first may be the name of a command
    /// or the value of an option.
    private static let parsedCount = 16

    /// Splits the arguments; only words after the last argument that starts with a dash can bypass the parser.
    ///
    /// - Parameter arguments: The arguments after the program's name.
    init(_ arguments: [String]) {
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
        let split = DeferredOperands(arguments)
        let command = try LeftoffCommand.parseAsRoot(split.arguments)
        if split.operands.isEmpty { return command }
        guard var command = command as? any OperandListCommand else { return try LeftoffCommand.parseAsRoot(arguments) }
        command.operands += split.operands
        return command
    }
}

import ArgumentParser

/// A command that may be given very many operands.
protocol OperandTaking: ParsableCommand {
    /// Its operands in their order.
    var operands: [String] { get set }
}

/// Arguments without most of the operands that they end with.
///
/// The argument parser copies the list of operands for each one that it adds to it: fifty thousand of them take it a minute.
struct ShortenedArguments {
    /// What is parsed.
    let arguments: [String]
    /// The operands that are to follow those that are parsed.
    let operands: ArraySlice<String>

    /// So few are parsed as they are.
    private static let most = 512
    /// What is left of the words at the end: they begin with a command's name or an option's value, perhaps.
    private static let kept = 16

    /// Takes the words without a dash that the arguments end with, but the first of them.
    ///
    /// - Parameter arguments: The words after the program's name.
    init(_ arguments: [String]) {
        let begin = arguments.lastIndex { $0.hasPrefix("-") }.map { $0 + 1 } ?? 0
        let end = arguments.count - begin > Self.most ? begin + Self.kept : arguments.count
        self.arguments = Array(arguments[..<end])
        operands = arguments[end...]
    }

    /// Parses them.
    ///
    /// - Parameter arguments: The words after the program's name.
    /// - Returns: The command that they name, with all of its operands.
    /// - Throws: The argument parser's errors.
    static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        let short = ShortenedArguments(arguments)
        let command = try LeftoffCommand.parseAsRoot(short.arguments)
        if short.operands.isEmpty { return command }
        guard var taking = command as? any OperandTaking else { return try LeftoffCommand.parseAsRoot(arguments) }
        taking.operands += short.operands
        return taking
    }
}

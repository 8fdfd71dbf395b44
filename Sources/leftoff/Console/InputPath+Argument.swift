import LinkPipeline

extension InputPath {
    /// Creates a path from one of the program's arguments.
    ///
    /// Swift replaces invalid UTF-8 in arguments. No file has the resulting name, so the original bytes are used.
    ///
    /// - Parameters:
    ///   - argument: The argument as Swift decodes it.
    ///   - occurrence: The argument's index, from 0, among all arguments that decode to the same text.
    init(argument: String, occurrence: Int = 0) {
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

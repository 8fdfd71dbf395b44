/// A path from the command line, which need not be UTF-8.
struct InputPath: Sendable, Hashable {
    /// The path's bytes, without a final NUL.
    let bytes: [UInt8]
    /// The path for messages; bytes that are not UTF-8 are replaced.
    let text: String

    /// Creates a path from UTF-8 text.
    init(_ text: String) {
        self.init(bytes: Array(text.utf8), text: text)
    }

    private init(bytes: [UInt8], text: String) {
        self.bytes = bytes
        self.text = text
    }

    /// Creates a path from one of the program's arguments.
    ///
    /// Swift replaces bytes that are not UTF-8 in arguments, so the bytes are looked up in the process's argument
    /// vector.
    ///
    /// - Parameters:
    ///   - argument: The argument as Swift decoded it.
    ///   - occurrence: The index of the argument among those with the same text, from 0.
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
    /// The bytes of each argument, including the program's name.
    static var rawArguments: [[UInt8]] {
        (0..<Int(argc)).compactMap { index in
            unsafeArgv[index].map { pointer in Array(UnsafeRawBufferPointer(start: pointer, count: length(of: pointer)))
            }
        }
    }

    private static func length(of pointer: UnsafeMutablePointer<CChar>) -> Int {
        var count = 0
        while pointer[count] != 0 { count += 1 }
        return count
    }
}

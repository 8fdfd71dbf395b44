/// A path as the user gave it, which need not be UTF-8.
struct InputPath: Sendable, Hashable {
    /// The path's bytes, without the NUL at their end.
    let bytes: [UInt8]
    /// The path for people; what is not UTF-8 in it is replaced.
    let text: String

    /// Makes a path of a text.
    ///
    /// - Parameter text: The path.
    init(_ text: String) {
        self.init(bytes: Array(text.utf8), text: text)
    }

    private init(bytes: [UInt8], text: String) {
        self.bytes = bytes
        self.text = text
    }

    /// Makes a path of one of the program's arguments.
    ///
    /// Swift replaces what is not UTF-8 in them, and then no file has the name.
    ///
    /// - Parameters:
    ///   - argument: The argument as Swift gives it.
    ///   - occurrence: Which of the arguments with that text it is, from 0.
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
    /// The arguments' bytes, the program's name among them.
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

import Glibc

/// What is fuzzed: a name for the command line, and a function that takes any bytes.
struct FuzzTarget: Sendable {
    /// The first word of the command line.
    let name: String
    /// Runs one input; it ends the program where a promise is broken.
    let run: @Sendable (UnsafeBufferPointer<UInt8>) -> Void

    /// Every target.
    static let all = [url, html, srcset, css, script, json, xml, warc, markdown, text]

    /// Ends the program, which libFuzzer takes for a finding, unless a promise holds.
    ///
    /// - Parameters:
    ///   - holds: Whether it does.
    ///   - promise: The promise and the values that break it.
    static func expect(_ holds: Bool, _ promise: @autoclosure () -> String) {
        guard !holds else { return }
        // An optimised build does not print what a failed precondition says.
        print("links-fuzz: broken promise: \(promise())")
        fflush(nil)
        abort()
    }
}

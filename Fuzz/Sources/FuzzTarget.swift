import Glibc

/// A fuzz target: a name for the environment variable, and a function that accepts any bytes.
struct FuzzTarget: Sendable {
    /// The target's name in `LEFTOFF_FUZZ_TARGET`.
    let name: String
    /// Runs one input and traps if a property does not hold.
    let run: @Sendable (UnsafeBufferPointer<UInt8>) -> Void

    /// All targets.
    static let all =
        [url, html, srcset, css, script, json, xml, warc, markdown, text]
        + [head, robots, metalink, aria2, list, archive, lz4, snapshot, settings, backup, row, place, state]

    /// Traps, which libFuzzer reports as a finding, unless a property holds.
    ///
    /// - Parameters:
    ///   - holds: True if the property holds.
    ///   - promise: A message with the values that violate the property.
    static func expect(_ holds: Bool, _ promise: @autoclosure () -> String) {
        guard !holds else { return }
        // An optimised build does not print the message of a failed precondition.
        print("leftoff-fuzz: broken promise: \(promise())")
        fflush(nil)
        abort()
    }
}

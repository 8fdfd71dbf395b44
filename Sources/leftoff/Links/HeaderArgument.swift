import ArgumentParser
import HTTPSyntax

/// A header field as an argument: `Name: value`.
struct HeaderArgument: Sendable {
    /// The parsed field.
    var field: HTTPField

    /// Parses a field.
    ///
    /// - Parameter argument: A name, a colon and a value.
    /// - Throws: `ValidationError`, which does not contain the value, because it may be a secret.
    init(argument: String) throws {
        guard let colon = argument.firstIndex(of: ":") else {
            throw ValidationError("--header must be a name, a colon and a value, such as 'Accept: text/html'")
        }
        let name = String(argument[..<colon])
        let value = argument[argument.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        field = HTTPField(name: name, value: String(value))
        guard HTTPField(name: name, value: "").isWellFormed else {
            throw ValidationError("--header \(name.debugDescription): not a valid field name")
        }
        guard field.isWellFormed else {
            throw ValidationError("--header \(name): its value contains a control character or a line break")
        }
        guard field.isSettable else {
            let why = field.isNamed("User-Agent") ? "use --user-agent instead" : "leftoff sets this field itself"
            throw ValidationError("--header \(name): \(why)")
        }
    }
}

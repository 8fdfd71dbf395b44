/// A word of a command in a shell script or in a unit file.
enum CommandWord {
    /// Returns a text as one word of a shell (POSIX, Shell Command Language, section 2.2.2).
    static func quoted(_ text: String) -> String {
        var word = "'"
        // An apostrophe and a combining mark after it are one character, but two for a shell.
        for scalar in text.unicodeScalars {
            if scalar == "'" { word += "'\\''" } else { word.unicodeScalars.append(scalar) }
        }
        return word + "'"
    }

    /// Returns the first word of a command.
    ///
    /// - Parameter command: A command such as `'/opt/my tools/leftoff' native-host "$@"`. A word may be quoted with
    ///   single or double quotes, and a backslash outside of single quotes stands for the next character.
    /// - Returns: The word without quotes; nil if the command is empty.
    static func first(of command: some StringProtocol) -> String? {
        var word = ""
        var quote: Character?
        var isEscaped = false
        for character in command.drop(while: { $0 == " " }) {
            if isEscaped {
                word.append(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
            } else if quote == nil, character == " " {
                break
            } else {
                word.append(character)
            }
        }
        return word.isEmpty ? nil : word
    }
}

import Syntax

extension PageSnapshot {
    /// The number of UTF-16 units that are read in a minute: 240 English words.
    private static let readingSpeed = 1_400.0
    /// The number of UTF-16 units of Chinese, Japanese, Korean and Thai text that are read in a minute.
    private static let denseReadingSpeed = 500.0
    /// The languages whose words have few characters.
    private static let denseLanguages: Set<String> = ["zh", "yue", "ja", "ko", "th", "lo", "km", "my"]
    /// The maximum of ``minutesLeft``.
    private static let maximumMinutes = 6_000

    /// The estimated time for the rest of the text in minutes, rounded up; nil if the length of the text is unknown.
    ///
    /// It is 0 for a page that was read to its end, and at most 6,000.
    package var minutesLeft: Int? {
        guard let length = json["progress"]?["length"]?.number, length > 0 else { return nil }
        if isReadToEnd, !isAtUntouchedTop { return 0 }
        let rest = length * (1 - (progress ?? 0).clamped(to: 0...1))
        let minutes = rest / (isDense ? Self.denseReadingSpeed : Self.readingSpeed)
        return Int(clamping: minutes.rounded(.up), to: 0...Self.maximumMinutes)
    }

    /// True if the words of the text have few characters, by the language or else by the script of the quotes.
    private var isDense: Bool {
        if let lang, let language = lang.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" }).first {
            return Self.denseLanguages.contains(String(language))
        }
        let letters = (quotes.first ?? title ?? "").unicodeScalars.prefix(200).filter(\.properties.isAlphabetic)
        let count = letters.count { scalar in
            switch scalar.value {
            case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0xAC00...0xD7AF: true
            default: scalar.properties.isIdeographic
            }
        }
        return count * 2 > letters.count
    }
}

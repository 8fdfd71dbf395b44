import Places

/// Text whose words have the frequencies of natural language: the word of rank n occurs in proportion to 1 / (n + 2.7)
/// (Zipf and Mandelbrot).
struct ZipfText {
    private static let vocabularyLength = 100_000
    private static let wordCount = 1_000
    /// Letters in the order and with the frequencies of English.
    private static let letters = Array("etaoinshrdlucmfwypvbgkjqxz".utf8)
    private static let ideographs = Array("的一是不了人我在有他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之".unicodeScalars)

    private var state: UInt64
    private var vocabulary: [String] = []
    private var cumulative: [Double] = []

    /// Creates a generator, which gives the same text for the same seed.
    init(seed: UInt64) {
        state = seed
        var known: Set<String> = []
        var total = 0.0
        while vocabulary.count < Self.vocabularyLength {
            let length = 2 + Int(Double(vocabulary.count).squareRoot().squareRoot() / 3) + Int(next() % 4)
            let word = String(decoding: (0..<length).map { _ in letter() }, as: UTF8.self)
            guard known.insert(word).inserted else { continue }
            total += 1 / (Double(vocabulary.count) + 2.7)
            vocabulary.append(word)
            cumulative.append(total)
        }
    }

    /// Very common, common, rare and unknown words, pairs of words, short prefixes, and CJK.
    var queries: [String] {
        let v = vocabulary
        return [
            v[0], v[3], v[50], v[500], v[5_000], v[50_000], v[99_999], "nosuchword", "\(v[0]) \(v[1])",
            "\(v[10]) \(v[100])", "\(v[1]) \(v[20_000])", "\(v[8_000]) \(v[9_000])", "t", "th", "ea", "the", "ing",
            "tea", "then", "seat", "rest", "中国", "大", "时年",
        ]
    }

    /// Returns random words.
    mutating func words(_ count: Int) -> String {
        (0..<count).map { _ in word() }.joined(separator: " ")
    }

    /// Returns a copy of about 1,000 words in paragraphs; one in twenty is in Chinese.
    mutating func copy(url: String) -> TextCopy {
        let isChinese = next() % 20 == 0
        let paragraphs = (0..<10).map { _ in
            CopyBlock(
                kind: .paragraph,
                runs: [CopyRun(text: isChinese ? chinese(Self.wordCount / 10) : words(Self.wordCount / 10))])
        }
        return TextCopy(
            url: url, title: words(6), byline: nil, language: isChinese ? "zh" : "en", direction: "ltr",
            blocks: [CopyBlock(kind: .heading(level: 1), runs: [CopyRun(text: words(6))])] + paragraphs)
    }

    private mutating func chinese(_ count: Int) -> String {
        var text = String.UnicodeScalarView()
        for position in 0..<count {
            text.append(Self.ideographs[Int(next() % UInt64(Self.ideographs.count))])
            if position % 20 == 19 { text.append("。") }
        }
        return String(text)
    }

    private mutating func word() -> String {
        let wanted = Double(next() >> 11) / Double(1 << 53) * (cumulative.last ?? 0)
        var (low, high) = (0, cumulative.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if cumulative[middle] < wanted { low = middle + 1 } else { high = middle }
        }
        return vocabulary[low]
    }

    private mutating func letter() -> UInt8 {
        // The minimum of two numbers prefers the frequent letters.
        let count = UInt64(Self.letters.count)
        return Self.letters[Int(min(next() % count, next() % count))]
    }

    /// Returns the next random number (SplitMix64).
    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}

import CLibCurl

/// A setter for an easy handle's options that records if libcurl rejects one.
struct OptionSetter {
    private let easy: OpaquePointer

    /// False once libcurl has rejected an option.
    private(set) var isGood = true

    init(easy: OpaquePointer) {
        self.easy = easy
    }

    mutating func set(_ option: clibcurl_long_option, _ value: Int64) {
        check(clibcurl_set_long(easy, option, value))
    }

    mutating func set(_ option: clibcurl_text_option, _ value: String) {
        check(clibcurl_set_text(easy, option, value))
    }

    mutating func check(_ result: Int32) {
        if result != Int32(CLIBCURL_OK) { isGood = false }
    }
}

import Places
import Testing

@Suite("Starts of sentences")
struct SentenceStartTests {
    @Test(
        "Words begin with their sentence, if it begins in the text before them",
        arguments: [
            ("One ends. The brown ", "fox", "The brown fox"), ("One ends. ", "Fox", "Fox"),
            ("no end here ", "fox", "fox"), ("about 3.5 brown ", "fox", "fox"), ("e.g. brown ", "fox", "fox"),
            ("終わり。茶色の", "狐", "茶色の狐"), ("", "Fox", "Fox"),
        ])
    func starts(prefix: String, exact: String, text: String) {
        #expect(SentenceStart.of(TextQuote(exact: exact, prefix: prefix)) == text)
    }
}

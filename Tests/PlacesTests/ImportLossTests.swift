import Places
import Testing

@Suite("Losses of imports")
struct ImportLossTests {
    @Test(
        "A loss is a sentence with its count",
        arguments: [
            ("covers", 12, "12 covers have no counterpart"), ("covers", 1, "1 cover has no counterpart"),
            ("replies", 1, "1 reply has no counterpart"), ("text notes", 1, "1 text note has no counterpart"),
            ("notes without an address", 1, "1 note without an address has no counterpart"),
            ("descriptions of folders", 1, "1 description of folders has no counterpart"),
            ("forms (not read)", 1, "1 form (not read) has no counterpart"),
            ("form data (not read)", 1, "1 form data (not read) has no counterpart"),
            ("forms (not read)", 3, "3 forms (not read) have no counterpart"),
        ])
    func sentences(what: String, count: Int, sentence: String) {
        #expect(ImportLoss(what: what, count: count).description == sentence)
    }

    @Test("Losses are summed by kind, in the order in which they occur first")
    func sums() {
        var losses = ImportLosses()
        #expect(losses.isEmpty)
        losses.add("covers", 0)
        #expect(losses.isEmpty)
        for what in ["covers", "files", "covers"] { losses.add(what) }
        var others = ImportLosses()
        others.add("replies", 2)
        others.add("files", 3)
        losses.add(others)
        #expect(losses.list.map(\.amount) == ["2 covers", "4 files", "2 replies"])
    }
}

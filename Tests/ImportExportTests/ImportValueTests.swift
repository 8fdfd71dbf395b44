import Places
import Syntax
import Testing

@testable import ImportExport

@Suite("Values in another form than the other program writes")
struct ImportValueTests {
    private struct Found {
        var places: [ImportedPlace] = []
        var losses: [String] = []

        /// The tags of each place, and its page mark.
        var lines: [String] {
            places.map { $0.metadata.tags.joined(separator: ",") + ($0.mark.map { " \($0.state.rawValue)" } ?? "") }
        }
    }

    private func found(_ text: String) throws -> Found {
        var source = try PlaceImport(Array(text.replacing("URL/", with: "https://a.example/").utf8))
        var found = Found()
        while let place = try source.next() { found.places.append(place) }
        found.losses = source.losses.list.map(\.amount)
        #expect(source.omissions.isEmpty)
        return found
    }

    @Test(
        "A field has values in a form, of which the empty ones are in any",
        arguments: [
            (.text, #"["a",7,0,null,false,"",[],[null],{}]"#, #"[true,["a"],{"a":1}]"#),
            (.flag, #"[true,false,0,1,2,"true"," TRUE ","False","1","0",null,""," "]"#, #"["yes","2",[1]]"#),
            (.number, #"[0,1.5,"2"," 3 ",null,""]"#, #"["50%","x",true,[1],"inf"]"#),
            (.list, #"[[],["a"],[{"a":1}],null,"",{}]"#, #"["a",1,true,{"a":1}]"#),
            (.names(key: "n"), #"[[],["a",1,{"n":"b"},null,"",[],{}],null,""]"#, #"["a",1,{"n":"a"},[true],[["a"]]]"#),
            (.words(["new", "read"]), #"["new"," Read ",null,""]"#, #"["old",1,true,["new"]]"#),
        ] as [(FieldForm, String, String)])
    func forms(form: FieldForm, known: String, unknown: String) throws {
        for value in try #require(JSONValue(lenientJSON: known.utf8).array) {
            #expect(form.unknownCount(in: value) == 0, "\(value)")
        }
        for value in try #require(JSONValue(lenientJSON: unknown.utf8).array) {
            #expect(form.unknownCount(in: value) == 1, "\(value)")
        }
    }

    @Test("Each name of a list that cannot be read counts, and so does a value that is no entry")
    func names() {
        let list: JSONValue = .array([.string("a"), ["label": .string("b")], .bool(true), .null])
        let fields = EntryFields(forms: [.names(key: "name"): ["tags"], .text: ["title"]])
        let entry: JSONValue = ["tags": list, "title": .array([.string("T")]), "mood": .string("good")]
        #expect(fields.losses(of: entry).list.map(\.amount) == ["3 values in an unknown form", "1 unknown field"])
        #expect(fields.losses(of: .string("a")).list.map(\.amount) == ["1 value in an unknown form"])
        #expect(fields.losses(of: .string("")).isEmpty)
    }

    @Test(
        "Statuses and Booleans of a table may have any case, and others are counted",
        arguments: [
            (
                "title,url,time_added,tags,status\nA,URL/1,,,Archive\nA,URL/2,,,archive \nA,URL/3,,,UNREAD\n"
                    + "A,URL/4,,,deleted\nA,URL/5,,,arch\n",
                [" finished", " finished", "", "", ""], ["2 values in an unknown form"]
            ),
            (
                "URL,Title,Selection,Folder,Timestamp,Tags\nURL/1,A,,archive,,\nURL/2,A,,STARRED,,\n"
                    + "URL/3,A,,Mine,,\"[{\"\"name\"\":\"\"x\"\"},5,true]\"\nURL/4,A,,unread ,,\n",
                [" finished", "starred", "x,5,Mine", ""], ["1 value in an unknown form"]
            ),
            (
                "Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen\nA,URL/1,1,[],,0,Archive,TRUE\n"
                    + "A,URL/2,1,[],,0,LATER,false\nA,URL/3,1,[],,0,Feed,0\nA,URL/4,1,[],,0,new ,true\n",
                [" finished", " later", "Feed", ""], ["2 seen flags"]
            ),
            (
                "url,title,created,labels,is_archived,is_marked,type\nURL/1,A,,\"[\"\"x\"\",[1]]\",TRUE,FALSE,\n"
                    + "URL/2,A,,,0,1,\nURL/3,A,,null,yes,true,\n",
                ["x finished", "starred", "starred"], ["2 values in an unknown form"]
            ),
            (
                "id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite\n1,A,,,URL/1,,,,,,TRUE\n"
                    + "2,A,,,URL/2,,,,,,maybe\n",
                ["starred", ""], ["1 value in an unknown form"]
            ),
        ] as [(String, [String], [String])])
    func tables(table: String, lines: [String], losses: [String]) throws {
        let found = try found(table)
        #expect(found.lines == lines && found.losses == losses)
    }

    @Test(
        "Values of a document in an unexpected form are counted, and the entries are imported",
        arguments: [
            (
                #"{"bookmarks":[{"createdAt":1717200000,"title":["t"],"tags":"a,b","note":{"x":"y"},"archived":"true","#
                    + #""favourited":"yes","content":{"type":"link","url":"URL/1"}},{"createdAt":1717200000,"#
                    + #""tags":[["x"],{"label":"lost"},{"name":"ok"}],"lists":"L","archived":1,"content":"#
                    + #"{"type":"link","url":"URL/2"}}]}"#,
                [" finished", "ok finished"], ["7 values in an unknown form"]
            ),
            (
                #"{"bookmarks":[{"createdAt":1717200000,"lists":["a","gone","s"],"content":{"type":"link","#
                    + #""url":"URL/1"}}],"lists":[{"id":"a","name":"A"},{"id":"s","name":"S","type":"smart"}]}"#,
                ["A"], ["1 smart list", "1 unknown list"]
            ),
            (
                #"[{"slug":"a","url":"URL/1","savedAt":"2024-01-02T03:04:05Z","state":"ARCHIVED","#
                    + #""readingProgress":"50%","labels":"x"},{"slug":"b","url":"URL/2","#
                    + #""savedAt":"2024-01-02T03:04:05Z","state":"Failed","readingProgress":"0","labels":["x"]}]"#,
                [" finished", "x"], ["3 values in an unknown form"]
            ),
            (
                #"[{"url":"URL/1","is_archived":"1","is_starred":"?","tags":[{"name":"x"}],"annotations":"none"}]"#,
                [" finished"], ["3 values in an unknown form"]
            ),
            (
                #"[{"url":"URL/1","is_archived":0,"annotations":[{"quote":7,"text":["n"]},"words"]}]"#,
                [""], ["2 values in an unknown form"]
            ),
            (
                #"[{"url":"URL/1","tag_names":"x y","date_added":"","is_archived":"TRUE","unread":[1]}]"#,
                [" finished"], ["2 values in an unknown form"]
            ),
            (
                #"[{"url":"URL/1","shorturl":"a","private":false,"tags":{"a":1},"created":"","description":[1]}]"#,
                [""], ["2 values in an unknown form"]
            ),
            (
                #"[{"href":"h","url":"URL/1","labels":"x","read_progress":"all","is_marked":"True"}]"#,
                ["starred"], ["2 values in an unknown form"]
            ),
            (
                #"{"collections":[{"links":[{"url":"URL/1","tags":"x","description":{"a":1},"highlight":"words"}]}]}"#,
                [""], ["3 values in an unknown form"]
            ),
        ] as [(String, [String], [String])])
    func documents(document: String, lines: [String], losses: [String]) throws {
        let found = try found(document)
        #expect(found.lines == lines && found.losses == losses)
    }
}

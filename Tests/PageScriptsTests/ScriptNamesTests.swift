import Testing

@testable import PageScripts

/// Which names a program may change.
@Suite struct ScriptNamesTests {
    @Test(
        "A program's own names become short, wherever they stand",
        arguments: [
            ("const first = 1;\nconst other = first + first;\n", "const a = 1;\nconst b = a + a;\n"),
            ("function twice(number) {\n    return number * 2;\n}\n", "function b(a) {\n    return a * 2;\n}\n"),
            (
                "const pick = (list) => list.map((item) => item.name);\n",
                "const c = (b) => b.map((a) => a.name);\n"
            ),
            (
                "function show({ view, box: frame }) {\n    return view(frame);\n}\n",
                "function c({ view:b, box: a }) {\n    return b(a);\n}\n"
            ),
            ("function all(...rest) {\n    return [...rest];\n}\n", "function b(...a) {\n    return [...a];\n}\n"),
            ("function* steps(list) {\n    yield* list;\n}\n", "function* b(a) {\n    yield* a;\n}\n"),
            ("const area = (wide, tall = wide) => wide * tall;\n", "const c = (a, b = a) => a * b;\n"),
            (
                "class Walk {\n    visit(node) {\n        this.last = node;\n    }\n}\n",
                "class b {\n    d(a) {\n        this.c = a;\n    }\n}\n"
            ),
        ])
    func ownNames(program: String, expected: String) {
        #expect(ScriptNames.shortened(program).program == expected)
    }

    @Test(
        "Names that may be the page's keep their letters",
        arguments: [
            ("function f1() {\n    return window.name;\n}\n", "window"),
            (
                "function f1(document) {\n    return document;\n}\nfunction f2() {\n    return document.body;\n}\n",
                "document"
            ),
            ("function f1() {\n    return typeof parent;\n}\nconst f2 = (parent) => parent;\n", "parent"),
            ("function f1(list) {\n    return list?.length;\n}\n", "length"),
            ("const f1 = 'first of all';\n", "first of all"),
            ("const first = /first/g;\n", "/first/g"),
            ("function f1(g) {\n    return g.replace(/a/g, '');\n}\n", "/a/g"),
            ("function f1(a) {\n    return a ? { first: 1 } : null;\n}\n", "first"),
        ])
    func foreignNames(program: String, kept: String) {
        #expect(ScriptNames.shortened(program).program.contains(kept))
    }

    @Test("A new name is none that the program has, and no word of the language")
    func freshNames() {
        let many = (0..<3000).map { "const name\($0) = a\($0);\n" }.joined() + "f(a, b, aa);\n"
        let names = ScriptNames.shortened(many).names
        #expect(Set(names.values).count == names.count && names.count == 3000)
        #expect(Set(names.values).isDisjoint(with: ["a", "b", "f", "aa", "do", "if", "in", "is", "of", "as", "on"]))
    }
}

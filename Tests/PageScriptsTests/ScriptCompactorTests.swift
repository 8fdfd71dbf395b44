import Testing

@testable import PageScripts

/// What white space may go.
@Suite struct ScriptCompactorTests {
    @Test(
        "Only white space that JavaScript does not need is left out",
        arguments: [
            ("const a = 1;\nlet b = a + 2;\n", "const a=1;let b=a+2;"),
            ("return typeof x === 'a  b';", "return typeof x==='a  b';"),
            ("a = b + +c; d = e - -f;", "a=b+ +c;d=e- -f;"),
            ("x.replace(/[ /\"]+ /g, ' ')", "x.replace(/[ /\"]+ /g,' ')"),
            ("y = a / b / c;", "y=a/b/c;"),
            ("const r = /a b/;", "const r=/a b/;"),
            ("s = 'it\\'s  so';\n", "s='it\\'s  so';"),
            ("if (a) {\n    b();\n} else if (c) {\n    d();\n}\n", "if(a){b();}else if(c){d();}"),
            ("for (const x of y) f(x);", "for(const x of y)f(x);"),
            ("const é = ü in ö;", "const é=ü in ö;"),
        ])
    func onlyNeedlessSpaceGoes(program: String, compact: String) {
        #expect(ScriptCompactor.compact(program) == compact)
    }
}

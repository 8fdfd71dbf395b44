import Testing

@testable import PageScripts

/// What may go, and what may not.
@Suite struct ScriptCompactorTests {
    @Test(
        "Only what JavaScript does not need is left out, and constants become variables",
        arguments: [
            ("const a = 1;\nlet b = a + 2;\n", "let a=1,b=a+2;"),
            ("return typeof x === 'a  b';", "return typeof x==='a  b';"),
            ("a = b + +c; d = e - -f;", "a=b+ +c;d=e- -f;"),
            ("x.replace(/[ /\"]+ /g, ' ')", "x.replace(/[ /\"]+ /g,' ')"),
            ("y = a / b / c;", "y=a/b/c;"),
            ("const r = /a b/gu;", "let r=/a b/gu;"),
            ("const a = i++ + +j;", "let a=i++ + +j;"),
            ("s = 'it\\'s  so';\n", "s='it\\'s  so';"),
            ("if (a) {\n    b();\n} else if (c) {\n    d();\n}\n", "if(a){b()}else if(c){d()}"),
            ("for (const x of y) f(x);", "for(let x of y)f(x);"),
            ("const é = ü in ö;", "let é=ü in ö;"),
            ("const a = 1; f(a); const b = 2; let c; const { d } = b;", "let a=1;f(a);let b=2,c,{d}=b;"),
            ("for (let i = 0; i < n; i += 1) f(i);", "for(let i=0;i<n;i+=1)f(i);"),
            ("for (;;) { f(); }", "for(;;){f()}"),
            ("if (a) { while (f()); }", "if(a){while(f());}"),
            ("do { f(); } while (g());\n", "do{f()}while(g());"),
            ("const f = () => { const a = 1; };\nconst g = 2;", "let f=()=>{let a=1},g=2;"),
            ("const a = [1, , 2,]; const b = { c, }; f(a, b,);", "let a=[1,,2],b={c};f(a,b);"),
            ("if (a) { const b = 1; f(b); }\nconst c = 1;", "if(a){let b=1;f(b)}let c=1;"),
            ("for (const x of y) { f(x); }\nconst z = 1;", "for(let x of y){f(x)}let z=1;"),
        ])
    func onlyNeedlessGoes(program: String, compact: String) {
        #expect(ScriptCompactor.compact(program) == compact)
    }
}

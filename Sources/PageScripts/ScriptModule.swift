import CPageScripts

/// One ES module of `js/`.
struct ScriptModule: Sendable {
    /// The path relative to `js/`, such as `dom/node.js`.
    let path: String
    /// The module's text.
    let text: String

    /// All modules, by path: the files of `js/`, and the signs, which are made.
    static let embedded: [String: ScriptModule] = {
        var modules = [symbols.path: symbols]
        for index in 0..<leftoff_js_module_count() {
            let path = String(cString: leftoff_js_module_path(index))
            modules[path] = ScriptModule(path: path, text: String(cString: leftoff_js_module_text(index)))
        }
        return modules
    }()

    /// The paths of the modules that this one imports, in order.
    var imports: [String] {
        lines.compactMap { line in
            guard Self.isImport(line), let quoted = line.split(separator: "'").dropFirst().first else { return nil }
            return Self.resolve(String(quoted), from: path)
        }
    }

    /// The module's declarations alone: no imports, no `export`, no comments, no empty lines.
    ///
    /// Relies on how `js/` is written, which the tests check: imports and comments have lines of their own, apart from
    /// type casts (`/** @type {T} */ (value)`), and no string or template holds a line break or a comment's start.
    var declarations: String {
        var kept = ""
        var isInComment = false
        for line in lines where !Self.isImport(line) {
            if isInComment {
                isInComment = !line.hasSuffix("*/")
                continue
            }
            let start = line.drop { $0 == " " }
            if start.hasPrefix("/**"), !start.contains("*/") {
                isInComment = true
                continue
            }
            if start.hasPrefix("//") { continue }
            let code = Self.withoutCasts(line.hasPrefix("export ") ? line.dropFirst("export ".count) : line)
            if code.contains(where: { $0 != " " }) { kept += code + "\n" }
        }
        return kept
    }

    private var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    private static func isImport(_ line: Substring) -> Bool { line.hasPrefix("import ") }

    /// Leaves out comments that start and end on the line.
    private static func withoutCasts(_ line: Substring) -> String {
        var rest = line
        var kept = ""
        while let start = rest.firstRange(of: "/**"), let end = rest[start.upperBound...].firstRange(of: "*/") {
            kept += rest[..<start.lowerBound]
            rest = rest[end.upperBound...]
            if rest.hasPrefix(" ") { rest = rest.dropFirst() }
        }
        return kept + rest
    }

    /// The path that a relative specifier names.
    private static func resolve(_ specifier: String, from path: String) -> String {
        var steps = path.split(separator: "/").dropLast()
        for step in specifier.split(separator: "/") where step != "." {
            if step == ".." { _ = steps.popLast() } else { steps.append(step) }
        }
        return steps.joined(separator: "/")
    }
}

/// A script of several modules as one expression.
struct ScriptBundle: Sendable {
    /// The modules' paths, each after those that it imports.
    let modules: [String]
    /// Paths that are imported but do not exist; empty but for a mistake in `js/`.
    let missing: [String]
    private let function: String
    private let declarations: String
    private let compactDeclarations: String
    private let compactFunction: String

    /// Makes a bundle.
    ///
    /// - Parameters:
    ///   - entry: The path of the module at which the script starts.
    ///   - function: The function of that module that is called.
    init(entry: String, function: String) {
        var order = ModuleOrder(of: ScriptModule.embedded)
        order.visit(entry)
        modules = order.paths
        missing = order.missing
        self.function = function
        declarations = order.paths.compactMap { ScriptModule.embedded[$0]?.declarations }.joined()
        let (shortened, names) = ScriptNames.shortened(declarations)
        compactDeclarations = ScriptCompactor.compact(shortened)
        compactFunction = names[function] ?? function
    }

    /// Returns an expression whose value is that of the function.
    ///
    /// - Parameter arguments: Texts that are passed on as strings.
    /// - Returns: The expression, without a semicolon after it.
    func expression(_ arguments: [String] = []) -> String {
        "(function () {\n\"use strict\";\n\(declarations)return \(call(function, arguments));\n})()"
    }

    /// Returns the same in fewer characters and with no value, so that a browser does not show it in place of the page.
    ///
    /// - Parameter arguments: Texts that are passed on as strings.
    /// - Returns: The expression, without a semicolon after it.
    func compactExpression(_ arguments: [String]) -> String {
        "(function(){\"use strict\";\(compactDeclarations)\(call(compactFunction, arguments));})()"
    }

    private func call(_ name: String, _ arguments: [String]) -> String {
        "\(name)(\(arguments.map(JavaScriptLiteral.string).joined(separator: ",")))"
    }
}

/// Puts modules after those that they import.
private struct ModuleOrder {
    private let modules: [String: ScriptModule]
    private var seen: Set<String> = []
    private(set) var paths: [String] = []
    private(set) var missing: [String] = []

    init(of modules: [String: ScriptModule]) { self.modules = modules }

    mutating func visit(_ path: String) {
        guard seen.insert(path).inserted else { return }
        guard let module = modules[path] else { return missing.append(path) }
        for imported in module.imports { visit(imported) }
        paths.append(path)
    }
}

import Motion

extension ScriptModule {
    /// The status display's signs as a module, made from its own paths: in a frame of 88 by 88, one element each.
    static let symbols = ScriptModule(
        path: "symbol/paths.js",
        text: """
            // Made from the paths of the status display: in a frame of 88 by 88.

            \(constant("CHECK_MARK", .checkmark))
            \(constant("CROSS", .cross))

            """)

    private static func constant(_ name: String, _ symbol: Symbol) -> String {
        "export const \(name) = '\(symbol.path(in: MotionDocument.symbolFrame).svgData)';"
    }
}

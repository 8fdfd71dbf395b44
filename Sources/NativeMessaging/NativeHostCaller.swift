/// The browser that started the native host for the Leftoff extension.
package enum NativeHostCaller: Sendable, Hashable {
    /// Firefox, which passes the manifest's path and the add-on's id.
    case firefox
    /// Chromium, which passes the origin of the extension, and on some systems further arguments.
    case chromium

    /// Recognizes the caller by the arguments that browsers pass.
    ///
    /// - Parameter arguments: The arguments. The result is nil for any other caller or extension.
    package init?(arguments: [String]) {
        if arguments.first == NativeHostManifest.chromiumOrigin {
            self = .chromium
        } else if arguments.count == 2, arguments[0].hasPrefix("/"),
            arguments[1] == NativeHostManifest.firefoxExtension
        {
            self = .firefox
        } else {
            return nil
        }
    }
}

/// The functions of the native host that the browser extension can use besides the API.
package struct ExtensionHost: Sendable {
    /// Leftoff's version.
    package var version: String
    /// Returns the origin of the running service; nil if it does not run.
    package var runningOrigin: @Sendable () async -> String?
    /// Starts the service if it does not run, and returns its origin and a one-time login code.
    package var signIn: @Sendable () async throws -> (origin: String, code: String)
    /// Records a browser and the version of its extension.
    package var record: @Sendable (_ browser: String, _ version: String) throws -> Void

    /// Creates a set of functions.
    package init(
        version: String, runningOrigin: @escaping @Sendable () async -> String?,
        signIn: @escaping @Sendable () async throws -> (origin: String, code: String),
        record: @escaping @Sendable (_ browser: String, _ version: String) throws -> Void
    ) {
        self.version = version
        self.runningOrigin = runningOrigin
        self.signIn = signIn
        self.record = record
    }
}

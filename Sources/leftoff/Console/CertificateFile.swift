import Downloads

/// The file of `--ca-file`.
enum CertificateFile {
    /// Refuses a file that cannot be read: of each address it would be said anew, after several tries.
    ///
    /// - Parameter path: Its path; nil where the system's certificates are trusted.
    /// - Returns: The same.
    /// - Throws: `CommandFailure` (no such file).
    static func readable(_ path: String?) throws -> String? {
        guard let path, let obstacle = CredentialFile.obstacle(to: path) else { return path }
        throw CommandFailure(what: "--ca-file \(path)", why: "cannot be read: \(obstacle)", status: .notFound)
    }
}

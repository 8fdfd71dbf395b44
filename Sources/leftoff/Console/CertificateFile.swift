import Downloads

/// The file of `--ca-file`.
enum CertificateFile {
    /// Checks that the file can be read.
    ///
    /// If it cannot, every request would fail with the same message after several attempts.
    ///
    /// - Parameter path: The argument of `--ca-file`; nil to trust the system's certificates.
    /// - Returns: The unchanged path.
    /// - Throws: `CommandFailure` (not found) if the file cannot be read.
    static func readable(_ path: String?) throws -> String? {
        guard let path, let obstacle = CredentialFile.obstacle(to: path) else { return path }
        throw CommandFailure(what: "--ca-file \(path)", why: "cannot be read: \(obstacle)", status: .notFound)
    }
}

import FoundationEssentials
import Service
import Store

extension CopyPolicy {
    /// Creates the rules that the settings of the service contain.
    init(_ settings: ServiceSettings) {
        self.init(
            budget: settings.copyBudget, overflow: settings.whenCopiesAreFull == .keep ? .keep : .evict,
            excludedHosts: settings.neverCaptured)
    }
}

extension SQLiteCopyArchive {
    /// Creates the archive of a database in the data directory, with the rules of its settings.
    ///
    /// - Parameters:
    ///   - database: The database with the records of copies.
    ///   - home: The data directory.
    /// - Throws: `ServiceError` if the settings cannot be read.
    init(database: LeftoffDatabase, home: DataHome) throws {
        let policy = CopyPolicy(try SettingsFile(home: home.path).current)
        self.init(database: database, policy: { policy }, now: { Date() })
    }
}

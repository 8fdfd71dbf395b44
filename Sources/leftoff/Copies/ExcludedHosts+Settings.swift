import Service
import Snapshots

extension ExcludedHosts {
    /// Creates the list in the settings of a data directory.
    ///
    /// - Parameter home: The data directory.
    /// - Throws: `ServiceError` if the settings cannot be read.
    init(home: DataHome) throws {
        self.init(try SettingsFile(home: home.path).current.neverCaptured)
    }
}

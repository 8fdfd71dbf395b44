/// A fault of the machine: its disk, its database, its clock, or the process itself.
///
/// The end-to-end tests run the binary with these faults, and use the library `Shim/FaultShim.c` to make system calls
/// fail. `docs/faults.md` contains the table.
package enum MachineFault: String, Sendable, CaseIterable {
    // The destination's disk.
    case diskFull = "disk-full"
    case diskQuota = "disk-quota"
    case diskSync = "disk-sync"
    case diskRename = "disk-rename"
    case diskReadOnly = "disk-read-only"
    case diskForbidden = "disk-forbidden"
    case diskShortWrites = "disk-short-writes"
    // The database.
    case databaseFull = "database-full"
    case databaseBroken = "database-broken"
    case databaseSync = "database-sync"
    case databaseFullWhileRunning = "database-full-while-running"
    case databaseSyncWhileRunning = "database-sync-while-running"
    case databaseEmpty = "database-empty"
    case databaseTruncated = "database-truncated"
    case databaseOverwritten = "database-overwritten"
    case databaseForeign = "database-foreign"
    case databaseText = "database-text"
    // Crashes.
    case killedAtOperation = "killed-at-operation"
    case killedAtRandom = "killed-at-random"
    // Several processes.
    case twoRuns = "two-runs"
    case stoppedWorker = "stopped-worker"
    case duplicateAdds = "duplicate-adds"
    case addingAtOnce = "adding-at-once"
    // The clock.
    case clockAhead = "clock-ahead"
    case clockBehind = "clock-behind"
    // TLS.
    case selfSigned = "tls-self-signed"
    case otherHost = "tls-other-host"
    case expired = "tls-expired"
    case downgrade = "tls-downgrade"

    /// A description of the fault: a sentence without its full stop.
    package var title: String {
        switch self {
        case .diskFull: "The disk is full (ENOSPC) after 700 kB"
        case .diskQuota: "The quota is exhausted (EDQUOT) after 700 kB"
        case .diskSync: "fsync fails (EIO)"
        case .diskRename: "The file cannot be renamed (EIO)"
        case .diskReadOnly: "The file system is read-only (EROFS)"
        case .diskForbidden: "The directory may not be written (EACCES)"
        case .diskShortWrites: "Every write takes 1000 bytes at most"
        case .databaseFull: "The database's disk is full when a download is added"
        case .databaseBroken: "The database's disk fails (EIO) when a download is added"
        case .databaseSync: "The database cannot be made durable when a download is added"
        case .databaseFullWhileRunning: "The database's disk is full while downloads run"
        case .databaseSyncWhileRunning: "The database cannot be made durable while downloads run"
        case .databaseEmpty: "The database's file is empty"
        case .databaseTruncated: "The database's file is cut in half"
        case .databaseOverwritten: "A part of the database is overwritten"
        case .databaseForeign: "The file is another program's database"
        case .databaseText: "The database's file is a text file"
        case .killedAtOperation: "kill -9 at the Nth write, sync, rename or unlink, for every N"
        case .killedAtRandom: "kill -9 at random moments of a long download"
        case .twoRuns: "Two `queue run` at once"
        case .stoppedWorker: "A worker is stopped (SIGSTOP) and wakes after its lease has ended"
        case .duplicateAdds: "The same address is added 100,000 times"
        case .addingAtOnce: "Four processes add the same list at once"
        case .clockAhead: "The clock jumps an hour ahead"
        case .clockBehind: "The clock jumps an hour back"
        case .selfSigned: "A self-signed certificate"
        case .otherHost: "A certificate for another host"
        case .expired: "An expired certificate"
        case .downgrade: "A redirect from https to http"
        }
    }

    /// A description of the required outcome.
    package var words: String {
        switch self {
        case .diskFull, .diskQuota: "waits: disk; other downloads continue, and so does this one once there is space"
        case .diskSync: "waits: disk; what was not made durable is fetched again"
        case .diskRename: "waits: disk; the next attempt needs no request"
        case .diskReadOnly, .diskForbidden: "fails at once: permission"
        case .diskShortWrites: "done"
        case .databaseFull, .databaseBroken, .databaseSync: "refused with exit code 74; what was acknowledged stays"
        case .databaseFullWhileRunning, .databaseSyncWhileRunning: "the run ends; the next one finishes everything"
        case .databaseEmpty, .databaseTruncated, .databaseOverwritten, .databaseForeign, .databaseText:
            "a clear error; the file stays as it is, byte for byte"
        case .killedAtOperation: "the next run finishes; right bytes, nothing twice, at most 1 MiB fetched again"
        case .killedAtRandom: "right bytes; at most 1.05 times the size is fetched in all"
        case .twoRuns: "each item is downloaded once"
        case .stoppedWorker: "its late writes are rejected; the item is downloaded once"
        case .duplicateAdds, .addingAtOnce: "one item for each address"
        case .clockAhead, .clockBehind: "no effect: no download waits for an hour"
        case .selfSigned, .otherHost, .expired: "fails at once: tls"
        case .downgrade: "fails at once: redirect"
        }
    }

    /// The rule for the library in LD_PRELOAD; nil if the fault does not need it.
    package var rule: String? {
        switch self {
        case .diskFull: "pwrite,write,fallocate:ENOSPC:/files/:700000"
        case .diskQuota: "pwrite,write,fallocate:EDQUOT:/files/:700000"
        case .diskSync: "fdatasync,fsync,sync_file_range:EIO:.leftoff-part"
        case .diskRename: "rename,link:EIO:/files/"
        case .diskReadOnly: "create:EROFS:/files/"
        case .diskForbidden: "create:EACCES:/files/"
        case .diskShortWrites: "pwrite,write:SHORT:/files/"
        case .databaseFull, .databaseFullWhileRunning: "pwrite,write:ENOSPC:leftoff.sqlite"
        case .databaseBroken: "pwrite,write:EIO:leftoff.sqlite"
        case .databaseSync, .databaseSyncWhileRunning: "fdatasync,fsync:EIO:leftoff.sqlite"
        default: nil
        }
    }
}

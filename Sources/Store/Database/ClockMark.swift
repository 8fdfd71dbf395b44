import GRDB
import Glibc

/// The time since the start of the system, by a clock that nobody can set.
package struct BootTime: Sendable, Equatable {
    /// The id of this run of the system, which differs after each start.
    package let boot: String
    /// Milliseconds since the start, also while the system slept.
    package let milliseconds: Int64

    /// Returns the current time.
    package static func now() -> BootTime {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return BootTime(boot: id, milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// The random id of Linux; empty elsewhere.
    private static let id: String = {
        guard let file = fopen("/proc/sys/kernel/random/boot_id", "r") else { return "" }
        defer { fclose(file) }
        var line = [UInt8](repeating: 0, count: 36)
        let count = fread(&line, 1, line.count, file)
        return String(decoding: line.prefix(count), as: UTF8.self)
    }()
}

/// The mark by which a wall clock that was set is noticed, in the database that all processes share.
///
/// A place that was removed, and an automatic one that has expired, is erased when its time is over. A wall clock that
/// is wrong for a moment must not erase them for good. Therefore nothing is erased in the first hour after the clock
/// was set. The mark is the time at which the system started by the wall clock, which changes only if the clock is set.
///
/// A clock that is wrong for longer is not noticed, nor is one that is wrong from the start of the system on for more
/// than ten minutes.
enum ClockMark {
    /// The time for which nothing is erased after the clock was set, in milliseconds: an hour.
    private static let untrustedPeriod: Int64 = 3_600_000
    /// The time for which nothing is erased after the first look at the clock in a run of the system, in milliseconds.
    ///
    /// Ten minutes: the clock is often wrong until a time server has been reached.
    private static let firstUntrustedPeriod: Int64 = 600_000
    /// The difference that counts as setting the clock, in milliseconds: ten minutes.
    ///
    /// Time servers make smaller steps.
    static let tolerance: Int64 = 600_000

    /// Registers the migration; a released migration never changes.
    static func register(in migrator: inout DatabaseMigrator) {
        migrator.registerMigration("clock-1") { database in
            try database.execute(
                sql: """
                    CREATE TABLE clock_mark (
                        boot TEXT NOT NULL, started_at INTEGER NOT NULL, trusted_from INTEGER NOT NULL
                    ) STRICT
                    """)
        }
    }

    /// Returns true if the clock was looked at in this run of the system.
    static func isSet(_ time: BootTime, _ connection: Database) throws -> Bool {
        try Bool.fetchOne(
            connection, sql: "SELECT EXISTS (SELECT 1 FROM clock_mark WHERE boot = ?)", arguments: [time.boot]) == true
    }

    /// Returns true if the wall clock was not set in the last hour, as far as the database can know.
    ///
    /// - Parameters:
    ///   - now: The wall clock, in milliseconds since 1970.
    ///   - time: The time since the start of the system.
    ///   - connection: A connection in a write transaction.
    /// - Returns: False if nothing must be erased.
    /// - Throws: `DatabaseError`.
    static func isTrusted(_ now: Int64, _ time: BootTime, _ connection: Database) throws -> Bool {
        let start = now.subtractingReportingOverflow(time.milliseconds).partialValue
        let row = try Row.fetchOne(
            connection, sql: "SELECT started_at, trusted_from FROM clock_mark WHERE boot = ?", arguments: [time.boot])
        if let old: Int64 = row?.value(0), let trusted: Int64 = row?.value(1),
            old.subtractingReportingOverflow(start).partialValue.magnitude <= UInt64(tolerance)
        {
            return time.milliseconds >= trusted
        }
        let trusted = time.milliseconds + (row == nil ? firstUntrustedPeriod : untrustedPeriod)
        try connection.execute(sql: "DELETE FROM clock_mark WHERE TRUE")
        try connection.execute(
            sql: "INSERT INTO clock_mark (boot, started_at, trusted_from) VALUES (?, ?, ?)",
            arguments: [time.boot, start, trusted])
        return false
    }
}

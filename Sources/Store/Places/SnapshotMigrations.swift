import FoundationEssentials
import GRDB
import Places
import Syntax

/// The migrations of the tables of snapshots.
enum SnapshotMigrations {
    /// Registers the migrations, in order; a released migration never changes.
    ///
    /// - Parameter migrator: The migrator of the database.
    static func register(in migrator: inout DatabaseMigrator) {
        migrator.registerMigration("snapshots-1") { database in
            try database.execute(sql: first)
        }
        migrator.registerMigration("snapshots-2") { database in
            try database.execute(sql: marks)
            try backfillSites(database)
            try database.execute(sql: "INSERT INTO snapshot_search (snapshot_search) VALUES ('rebuild')")
        }
        migrator.registerMigration("snapshots-3") { database in
            try database.execute(sql: pairs)
            for row in try Row.fetchAll(database, sql: "SELECT seq FROM snapshots ORDER BY seq") {
                guard let position: Int64 = row.value(0) else { continue }
                try SnapshotRow.insertBigrams(position: position, database)
            }
        }
        // Version 4 turned off automatic merging of FTS5's segments; version 5 turns it on again, because captures
        // waited longer for the replacement.
        for (name, segments) in [("snapshots-4", 0), ("snapshots-5", standardAutomerge)] {
            migrator.registerMigration(name) { database in
                try database.execute(
                    sql: "INSERT INTO snapshot_search (snapshot_search, rank) VALUES ('automerge', ?)",
                    arguments: [segments])
            }
        }
        migrator.registerMigration("snapshots-6") { database in
            try database.execute(sql: origins)
        }
        migrator.registerMigration("snapshots-7") { database in
            try updatePageKeys(database)
        }
        migrator.registerMigration("snapshots-8") { database in
            try removeMediaTimes(database)
        }
    }

    /// The triggers of the newest version that index the words of new places.
    static let insertions: [InsertionTrigger] = [
        InsertionTrigger(
            name: "snapshots_insert",
            creation: """
                CREATE TRIGGER snapshots_insert AFTER INSERT ON snapshots BEGIN
                    INSERT INTO snapshot_search (rowid, title, address, quotes, tags, note)
                        VALUES (new.seq, new.title, new.address, new.quotes, new.tags, new.note);
                END;
                """,
            // With its default of 1 MiB, FTS5 writes and merges the index many times, which takes twice as long.
            replacement: """
                INSERT INTO snapshot_search (snapshot_search, rank) VALUES ('hashsize', 16777216);
                INSERT INTO snapshot_search (rowid, title, address, quotes, tags, note)
                    SELECT seq, title, address, quotes, tags, note FROM snapshots WHERE seq BETWEEN ?1 AND ?2;
                INSERT INTO snapshot_search (snapshot_search, rank) VALUES ('hashsize', 1048576);
                """),
        InsertionTrigger(
            name: "snapshot_pair_insert",
            creation: """
                CREATE TRIGGER snapshot_pair_insert AFTER INSERT ON snapshot_pair BEGIN
                    INSERT INTO snapshot_pair_search (rowid, pairs) VALUES (new.seq, new.pairs);
                END;
                """,
            replacement: """
                INSERT INTO snapshot_pair_search (rowid, pairs)
                    SELECT seq, pairs FROM snapshot_pair WHERE seq BETWEEN ?1 AND ?2
                """),
    ]

    /// The SQL of all versions.
    static var schema: String { first + marks + pairs + origins }

    /// The parts of the addresses that contain the address of an original page; see `OriginalAddress`.
    private static let editionHosts = [
        "web.archive.org/", "archive.", "webcache.googleusercontent.com/", "www.google.", ".cdn.ampproject.org/",
    ]

    /// Assigns the places on archives' copies and on AMP pages in caches to the original pages.
    ///
    /// An automatic place keeps its key if the original page has one already.
    private static func updatePageKeys(_ database: Database) throws {
        let condition = editionHosts.map { _ in "instr(url, ?) > 0" }.joined(separator: " OR ")
        let rows = try Row.fetchAll(
            database, sql: "SELECT seq, json FROM snapshots WHERE \(condition)",
            arguments: StatementArguments(editionHosts))
        for row in rows {
            // A damaged row is reported when it is read.
            guard let json: String = row.value(1), let snapshot = try? PageSnapshot(stored: json),
                snapshot.original != nil
            else { continue }
            try database.execute(
                sql: "UPDATE OR IGNORE snapshots SET page_key = ?, site = ? WHERE seq = ?",
                arguments: [snapshot.pageKey, snapshot.site, row.value(0) as Int64?])
        }
    }

    /// The parts of the addresses whose page keys contained the time of a medium; see `MediaTime`.
    private static let timedHosts = ["youtu", "twitch.tv/", "dailymotion.com/", "archive.org/"]

    /// Assigns the places in videos and audio to the page without the time.
    ///
    /// An automatic place, and a refusal of one, keeps its key if that page has one already.
    private static func removeMediaTimes(_ database: Database) throws {
        let condition = timedHosts.map { _ in "instr(page_key, ?) > 0" }.joined(separator: " OR ")
        for table in ["snapshots", "automatic_refusal"] {
            let rows = try Row.fetchAll(
                database, sql: "SELECT DISTINCT page_key FROM \(table) WHERE \(condition)",
                arguments: StatementArguments(timedHosts))
            for row in rows {
                // A key is itself an address with the same key.
                guard let old: String = row.value(0),
                    let key = try? PageSnapshot(value: .object(["url": .string(old)])).pageKey, key != old
                else { continue }
                try database.execute(
                    sql: "UPDATE OR IGNORE \(table) SET page_key = ? WHERE page_key = ?", arguments: [key, old])
            }
        }
    }

    /// Fills in the site of each snapshot; it stays empty for a URL that cannot be parsed.
    private static func backfillSites(_ database: Database) throws {
        for row in try Row.fetchAll(database, sql: "SELECT seq, url FROM snapshots") {
            guard let url: String = row.value(1), let place = try? PageSnapshot(value: .object(["url": .string(url)]))
            else { continue }
            try database.execute(
                sql: "UPDATE snapshots SET site = ? WHERE seq = ?", arguments: [place.site, row.value(0) as Int64?])
        }
    }

    /// The tables of the first version.
    ///
    /// `seq` is the order in which snapshots were stored. AUTOINCREMENT ensures that numbers are never reused, so that
    /// `@` always denotes the newest snapshot. `address` is the page's URL, percent-decoded for searching. `quotes`
    /// contains one quote per line.
    private static let first = """
        CREATE TABLE snapshots (
            seq INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            page_key TEXT NOT NULL,
            url TEXT NOT NULL,
            title TEXT NOT NULL,
            address TEXT NOT NULL,
            quotes TEXT NOT NULL,
            captured_at INTEGER,
            stored_at INTEGER NOT NULL,
            json TEXT NOT NULL
        ) STRICT;
        CREATE INDEX snapshots_by_page_key ON snapshots (page_key, seq);

        CREATE VIRTUAL TABLE snapshot_search USING fts5(
            title, address, quotes, content='snapshots', content_rowid='seq',
            tokenize='unicode61 remove_diacritics 2', prefix='1 2 3'
        );
        CREATE TRIGGER snapshots_insert AFTER INSERT ON snapshots BEGIN
            INSERT INTO snapshot_search (rowid, title, address, quotes)
                VALUES (new.seq, new.title, new.address, new.quotes);
        END;
        CREATE TRIGGER snapshots_delete AFTER DELETE ON snapshots BEGIN
            INSERT INTO snapshot_search (snapshot_search, rowid, title, address, quotes)
                VALUES ('delete', old.seq, old.title, old.address, old.quotes);
        END;
        CREATE TRIGGER snapshots_update AFTER UPDATE OF title, address, quotes ON snapshots BEGIN
            INSERT INTO snapshot_search (snapshot_search, rowid, title, address, quotes)
                VALUES ('delete', old.seq, old.title, old.address, old.quotes);
            INSERT INTO snapshot_search (rowid, title, address, quotes)
                VALUES (new.seq, new.title, new.address, new.quotes);
        END;
        """

    /// FTS5's default for the number of segments of one level that it merges (SQLite FTS5 Extension, section 6.1).
    private static let standardAutomerge = 4

    /// `tags` contains one tag per line.
    ///
    /// `snapshot_tag` contains each tag once more: `tag` in lower case for lookups, and `name` as the user wrote it.
    /// Removed snapshots stay in `snapshot_forgotten` until their removal can no longer be undone.
    private static let marks = """
        ALTER TABLE snapshots ADD COLUMN site TEXT NOT NULL DEFAULT '';
        ALTER TABLE snapshots ADD COLUMN tags TEXT NOT NULL DEFAULT '';
        ALTER TABLE snapshots ADD COLUMN note TEXT NOT NULL DEFAULT '';
        ALTER TABLE snapshots ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX snapshots_by_site ON snapshots (site, seq);

        CREATE TABLE snapshot_tag (
            tag TEXT NOT NULL,
            seq INTEGER NOT NULL REFERENCES snapshots (seq) ON DELETE CASCADE,
            name TEXT NOT NULL,
            PRIMARY KEY (tag, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX snapshot_tag_by_seq ON snapshot_tag (seq);

        CREATE TABLE snapshot_forgotten (
            id TEXT NOT NULL PRIMARY KEY,
            json TEXT NOT NULL,
            stored_at INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            tags TEXT NOT NULL,
            note TEXT NOT NULL,
            version INTEGER NOT NULL,
            forgotten_at INTEGER NOT NULL
        ) STRICT;

        DROP TRIGGER snapshots_insert;
        DROP TRIGGER snapshots_delete;
        DROP TRIGGER snapshots_update;
        DROP TABLE snapshot_search;
        CREATE VIRTUAL TABLE snapshot_search USING fts5(
            title, address, quotes, tags, note, content='snapshots', content_rowid='seq',
            tokenize='unicode61 remove_diacritics 2', prefix='1 2 3'
        );
        CREATE TRIGGER snapshots_insert AFTER INSERT ON snapshots BEGIN
            INSERT INTO snapshot_search (rowid, title, address, quotes, tags, note)
                VALUES (new.seq, new.title, new.address, new.quotes, new.tags, new.note);
        END;
        CREATE TRIGGER snapshots_delete AFTER DELETE ON snapshots BEGIN
            INSERT INTO snapshot_search (snapshot_search, rowid, title, address, quotes, tags, note)
                VALUES ('delete', old.seq, old.title, old.address, old.quotes, old.tags, old.note);
        END;
        CREATE TRIGGER snapshots_update AFTER UPDATE OF title, address, quotes, tags, note ON snapshots BEGIN
            INSERT INTO snapshot_search (snapshot_search, rowid, title, address, quotes, tags, note)
                VALUES ('delete', old.seq, old.title, old.address, old.quotes, old.tags, old.note);
            INSERT INTO snapshot_search (rowid, title, address, quotes, tags, note)
                VALUES (new.seq, new.title, new.address, new.quotes, new.tags, new.note);
        END;
        """

    /// For a place without the new columns, SQLite reads only the header of the row.
    ///
    /// `automatic_refusal` contains the pages on which the reader wants no automatic place, and the ids of the places
    /// that the refusals removed.
    private static let origins = """
        ALTER TABLE snapshots ADD COLUMN origin TEXT NOT NULL DEFAULT 'click'
            CHECK (origin IN ('click', 'automatic', 'import'));
        ALTER TABLE snapshots ADD COLUMN expires_at INTEGER;
        ALTER TABLE snapshot_forgotten ADD COLUMN origin TEXT NOT NULL DEFAULT 'click';
        ALTER TABLE snapshot_forgotten ADD COLUMN expires_at INTEGER;
        CREATE UNIQUE INDEX snapshots_automatic ON snapshots (page_key) WHERE origin = 'automatic';
        CREATE INDEX snapshots_by_origin ON snapshots (origin, seq) WHERE origin <> 'click';
        CREATE INDEX snapshots_by_expiry ON snapshots (expires_at) WHERE expires_at IS NOT NULL;

        CREATE TABLE automatic_refusal (
            page_key TEXT NOT NULL PRIMARY KEY,
            refused_at INTEGER NOT NULL,
            place_id TEXT
        ) STRICT, WITHOUT ROWID;
        """

    /// `pairs` contains the tokens of ``BigramTokenizer``; a snapshot without tokens has no row.
    private static let pairs = """
        CREATE TABLE snapshot_pair (
            seq INTEGER PRIMARY KEY REFERENCES snapshots (seq) ON DELETE CASCADE,
            pairs TEXT NOT NULL
        ) STRICT;
        CREATE VIRTUAL TABLE snapshot_pair_search USING fts5(
            pairs, content='snapshot_pair', content_rowid='seq', tokenize='ascii', prefix='5'
        );
        CREATE TRIGGER snapshot_pair_insert AFTER INSERT ON snapshot_pair BEGIN
            INSERT INTO snapshot_pair_search (rowid, pairs) VALUES (new.seq, new.pairs);
        END;
        CREATE TRIGGER snapshot_pair_delete AFTER DELETE ON snapshot_pair BEGIN
            INSERT INTO snapshot_pair_search (snapshot_pair_search, rowid, pairs) VALUES ('delete', old.seq, old.pairs);
        END;
        """
}

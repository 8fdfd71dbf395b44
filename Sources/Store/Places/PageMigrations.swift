import FoundationEssentials
import GRDB
import Places
import Syntax

/// The migration of the tables of pages, of the trash and of changes that can be undone.
enum PageMigrations {
    /// Registers the migration; a released migration never changes.
    ///
    /// - Parameter migrator: The migrator of the database.
    static func register(in migrator: inout DatabaseMigrator) {
        migrator.registerMigration("pages-1") { database in
            try database.execute(sql: tables)
            try fillPageKeys(database)
            let finished = try PageTable.rebuild(database)
            let positions = "[" + finished.map(String.init).joined(separator: ",") + "]"
            try database.execute(
                sql: """
                    UPDATE page SET state = 'finished', marked_at = at
                    WHERE shown IN (SELECT value FROM json_each(?))
                    """, arguments: [positions])
            // Last, because each of them takes time for each row.
            try database.execute(sql: triggers)
        }
    }

    /// The SQL of all versions with triggers.
    static var schema: String { triggers }

    /// Fills in the page of each removed place; it stays empty for one that cannot be read.
    private static func fillPageKeys(_ database: Database) throws {
        for row in try Row.fetchAll(database, sql: "SELECT rowid, json FROM snapshot_forgotten") {
            guard let number: Int64 = row.value(0), let json = row.json(1),
                let snapshot = try? PageSnapshot(stored: json)
            else { continue }
            try database.execute(
                sql: "UPDATE snapshot_forgotten SET page_key = ? WHERE rowid = ?",
                arguments: [snapshot.pageKey, number])
        }
    }

    /// `page` contains each page once, with its page mark and the summary of its places.
    ///
    /// A page in the state `later` without a date has the last time that RFC 3339 can express.
    ///
    /// `page_place` contains the properties of places by which pages are listed. They are not columns of `snapshots`,
    /// whose rows contain the JSON: SQLite reads at least one more page for each column behind it.
    ///
    /// `shelf_change` contains the changes that can be undone, and `shelf_change_part` what each place or page was.
    private static let tables = """
        CREATE TABLE page (
            id INTEGER PRIMARY KEY,
            page_key TEXT NOT NULL UNIQUE,
            site TEXT NOT NULL DEFAULT '',
            state TEXT NOT NULL DEFAULT 'unfinished' CHECK (state IN ('unfinished', 'later', 'finished')),
            until INTEGER,
            marked_at INTEGER,
            place_count INTEGER NOT NULL DEFAULT 0,
            shown INTEGER,
            at INTEGER,
            progress REAL,
            minutes_left INTEGER
        ) STRICT;
        CREATE INDEX page_by_time ON page (state, at, id) WHERE place_count > 0;
        CREATE INDEX page_by_progress ON page (state, progress, at, id) WHERE place_count > 0;
        CREATE INDEX page_by_length ON page (state, minutes_left, at, id) WHERE place_count > 0;
        CREATE INDEX page_by_site ON page (state, site, at, id) WHERE place_count > 0;
        CREATE INDEX page_by_until ON page (until, id) WHERE state = 'later' AND place_count > 0;
        CREATE INDEX page_marked ON page (page_key) WHERE marked_at IS NOT NULL;
        CREATE INDEX page_empty ON page (id) WHERE place_count = 0;

        CREATE TABLE page_place (
            seq INTEGER PRIMARY KEY,
            page INTEGER NOT NULL REFERENCES page (id),
            weight INTEGER NOT NULL,
            at INTEGER NOT NULL,
            progress REAL NOT NULL DEFAULT -1,
            minutes_left INTEGER NOT NULL DEFAULT 2147483647,
            origin TEXT NOT NULL,
            highlight INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX page_place_by_weight ON page_place (page, weight, seq);
        CREATE INDEX page_place_by_time ON page_place (page, at);
        CREATE INDEX page_place_by_origin ON page_place (origin, page) WHERE origin <> 'click';
        CREATE INDEX page_place_by_highlight ON page_place (page) WHERE highlight > 0;

        ALTER TABLE snapshot_forgotten ADD COLUMN page_key TEXT NOT NULL DEFAULT '';
        CREATE INDEX snapshot_forgotten_by_time ON snapshot_forgotten (forgotten_at);
        CREATE INDEX snapshot_forgotten_by_page ON snapshot_forgotten (page_key);

        CREATE TABLE shelf_change (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL,
            value TEXT NOT NULL DEFAULT '',
            made_at INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE shelf_change_part (
            change INTEGER NOT NULL REFERENCES shelf_change (number) ON DELETE CASCADE,
            subject TEXT NOT NULL,
            former TEXT NOT NULL,
            PRIMARY KEY (change, subject)
        ) STRICT, WITHOUT ROWID;
        """

    /// Returns the SQL of a number to which one more can be added: a sum beyond 64 bits is no integer in SQLite.
    private static func bounded(_ column: String) -> String { "max(0, min(ifnull(\(column), 0), 9007199254740991))" }

    /// The trigger that adds a new place to the summary of its page.
    static let insertion = InsertionTrigger(
        name: "page_place_insert",
        creation: """
            CREATE TRIGGER page_place_insert AFTER INSERT ON page_place BEGIN
                UPDATE page SET place_count = \(bounded("place_count")) + 1, at = max(ifnull(at, new.at), new.at),
                    (shown, progress, minutes_left) = (
                        SELECT seq, progress, minutes_left FROM page_place WHERE page = new.page
                        ORDER BY weight DESC, seq DESC LIMIT 1)
                WHERE id = new.page;
            END;
            """,
        replacement: """
            UPDATE page SET place_count = (SELECT count(*) FROM page_place WHERE page = page.id),
                at = (SELECT max(at) FROM page_place WHERE page = page.id),
                (shown, progress, minutes_left) = (
                    SELECT seq, progress, minutes_left FROM page_place WHERE page = page.id
                    ORDER BY weight DESC, seq DESC LIMIT 1)
            WHERE id IN (SELECT page FROM page_place WHERE seq BETWEEN ?1 AND ?2)
            """)

    /// The first trigger takes the place of a foreign key, whose actions a connection can turn off.
    private static let triggers = """
        CREATE TRIGGER page_snapshot_delete AFTER DELETE ON snapshots BEGIN
            DELETE FROM page_place WHERE seq = old.seq;
        END;
        \(insertion.creation)
        CREATE TRIGGER page_place_delete AFTER DELETE ON page_place BEGIN
            UPDATE page SET place_count = max(0, \(bounded("place_count")) - 1),
                at = (SELECT max(at) FROM page_place WHERE page = old.page),
                (shown, progress, minutes_left) = (
                    SELECT seq, progress, minutes_left FROM page_place WHERE page = old.page
                    ORDER BY weight DESC, seq DESC LIMIT 1)
            WHERE id = old.page;
        END;
        CREATE TRIGGER page_place_update AFTER UPDATE OF weight, at, progress, minutes_left ON page_place BEGIN
            UPDATE page SET at = (SELECT max(at) FROM page_place WHERE page = new.page),
                (shown, progress, minutes_left) = (
                    SELECT seq, progress, minutes_left FROM page_place WHERE page = new.page
                    ORDER BY weight DESC, seq DESC LIMIT 1)
            WHERE id = new.page;
        END;
        CREATE TRIGGER page_mark AFTER UPDATE OF state, until ON page
        WHEN old.state IS NOT new.state OR old.until IS NOT new.until BEGIN
            INSERT OR REPLACE INTO change (subject, id) VALUES ('page', new.page_key);
        END;
        """
}

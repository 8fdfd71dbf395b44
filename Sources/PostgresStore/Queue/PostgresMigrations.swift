import DownloadQueue

/// The tables of the queue, in the first schema of the connection's search path.
struct PostgresMigrations {
    let database: PostgresDatabase

    /// The first number of the advisory locks of Leftoff: "LEFT".
    static let lockClass = 0x4C45_4654

    /// The migrations, in order; a released migration never changes.
    static let all = [first, second, third, fourth]

    /// Creates or updates the tables, unless they are up to date.
    ///
    /// - Throws: ``PostgresStoreError``.
    func run() throws {
        let migrations = Self.all
        try database.withConnection { connection in
            // A worker whose role may not create tables only reads the version.
            if try version(connection) == migrations.count { return }
            _ = try connection.executeScript("BEGIN; SET LOCAL lock_timeout = '60s'")
            _ = try connection.execute(
                "SELECT pg_advisory_xact_lock($1::int, hashtext(current_schema()))", [PostgresValue(Self.lockClass)])
            let version = try version(connection) ?? 0
            guard (0...migrations.count).contains(version) else {
                throw PostgresStoreError.newer(server: "\(database.address)", version: version)
            }
            for migration in migrations.dropFirst(version) { _ = try connection.executeScript(migration) }
            if version < migrations.count {
                _ = try connection.execute(
                    "UPDATE leftoff_schema SET version = $1::int", [PostgresValue(migrations.count)])
            }
            _ = try connection.execute("COMMIT")
        }
    }

    /// Returns the version of the tables; nil if there are none.
    private func version(_ connection: PostgresConnection) throws -> Int? {
        // Unlike `to_regclass`, a query of the catalog sees tables that were created while this transaction waited.
        let exists = try connection.execute(
            """
            SELECT EXISTS (SELECT 1 FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n
                ON n.oid = c.relnamespace WHERE n.nspname = current_schema() AND c.relname = 'leftoff_schema')
            """
        ).first?.isTrue(0)
        guard exists == true else { return nil }
        return try connection.execute("SELECT version FROM leftoff_schema LIMIT 1").first?.integer(0)
            .map { Int(clamping: $0) }
    }

    // MARK: SQL

    /// The SHA-256 of a text, which is computed from it by functions that PostgreSQL considers immutable.
    ///
    /// `decode` reads backslashes as escapes; doubled, they are themselves.
    private static func digest(_ text: String) -> String {
        #"sha256(decode(replace(\#(text), '\', '\\'), 'escape'))"#
    }

    /// The digest of a URL, a directory and a name, by which a repeated request is recognized.
    ///
    /// An index on the texts themselves would reject URLs of more than 2,700 bytes. A URL contains no space, and the
    /// length of the directory separates it from the name.
    ///
    /// - Parameters:
    ///   - url: An SQL expression.
    ///   - directory: An SQL expression.
    ///   - name: An SQL expression.
    /// - Returns: An SQL expression.
    static func destination(url: String, directory: String, name: String) -> String {
        digest(
            "\(url) || ' '::text || length(\(directory))::text || ' '::text || \(directory) || coalesce(\(name), '')")
    }

    /// Returns an SQL expression for the digest of a directory and a name in it, which are SQL expressions.
    static func partKey(directory: String, name: String) -> String {
        digest("length(\(directory))::text || ' '::text || \(directory) || \(name)")
    }

    /// The count of the workers that ended while they ran an item.
    private static let second = "ALTER TABLE leftoff_queue_item ADD COLUMN crashes bigint NOT NULL DEFAULT 0"

    /// The directory below which an item's directory must be.
    private static let third = "ALTER TABLE leftoff_queue_item ADD COLUMN root text COLLATE \"C\""

    /// The choice to accept an HTML page; NULL is false.
    private static let fourth = "ALTER TABLE leftoff_queue_item ADD COLUMN accepts_html bigint"

    /// The tables and their indexes.
    ///
    /// Times are whole milliseconds since 1970. Texts have the collation "C": their order is that of their bytes, as in
    /// SQLite, and an index does not depend on the operating system's version.
    ///
    /// Each index is partial, so that a claim never sees items that have ended, and the three indexes in queue order
    /// together contain each item once. The one of ready items also has the hosts, so that the planner does not prefer
    /// to sort the index by host. `lease_until` is in no index: a renewed lease is a HOT update. Triggers count the
    /// items of each state by appending differences, so that writers do not wait for each other.
    private static let first = """
        CREATE TABLE leftoff_schema (version integer NOT NULL);
        INSERT INTO leftoff_schema (version) VALUES (0);
        CREATE TABLE leftoff_batch (token uuid PRIMARY KEY, at timestamptz NOT NULL DEFAULT clock_timestamp());
        CREATE SEQUENCE leftoff_queue_position;
        CREATE TABLE leftoff_queue_item (
            position bigint NOT NULL DEFAULT nextval('leftoff_queue_position'),
            id text COLLATE "C" NOT NULL PRIMARY KEY,
            url text COLLATE "C" NOT NULL,
            host text COLLATE "C" NOT NULL,
            directory text COLLATE "C" NOT NULL,
            name text COLLATE "C",
            checksum text COLLATE "C",
            referer text COLLATE "C",
            headers text COLLATE "C" NOT NULL DEFAULT '[]',
            priority bigint NOT NULL DEFAULT 0,
            added_at bigint NOT NULL,
            user_agent text COLLATE "C",
            proxy text COLLATE "C",
            netrc text COLLATE "C",
            cookies text COLLATE "C",
            snapshot text COLLATE "C",
            start_at bigint,
            suggested_name text COLLATE "C",
            private_hosts text COLLATE "C",
            state text COLLATE "C" NOT NULL,
            file_name text COLLATE "C",
            part_name text COLLATE "C",
            durable_bytes bigint NOT NULL DEFAULT 0,
            total bigint,
            etag text COLLATE "C",
            last_modified text COLLATE "C",
            attempts bigint NOT NULL DEFAULT 0,
            failures bigint NOT NULL DEFAULT 0,
            furthest bigint NOT NULL DEFAULT 0,
            sha256 text COLLATE "C",
            error_class text COLLATE "C",
            error_message text COLLATE "C",
            error_is_lasting bigint,
            needs_space bigint,
            not_before bigint,
            waiting_since bigint,
            lease_owner text COLLATE "C",
            lease_until bigint,
            epoch bigint NOT NULL DEFAULT 0,
            finished_at bigint,
            part_state text COLLATE "C",
            live bigint,
            destination bytea NOT NULL GENERATED ALWAYS AS (
                \(destination(url: "url", directory: "directory", name: "name"))) STORED,
            part_key bytea GENERATED ALWAYS AS (\(partKey(directory: "directory", name: "part_name"))) STORED
        ) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);
        CREATE UNIQUE INDEX leftoff_queue_item_live ON leftoff_queue_item (destination) WHERE live = 1;
        CREATE INDEX leftoff_queue_item_quarantined ON leftoff_queue_item (destination) WHERE state = 'quarantined';
        CREATE UNIQUE INDEX leftoff_queue_item_part ON leftoff_queue_item (part_key) WHERE part_name IS NOT NULL;
        CREATE INDEX leftoff_queue_item_ready ON leftoff_queue_item (priority DESC, position) INCLUDE (host)
            WHERE state = 'ready';
        CREATE INDEX leftoff_queue_item_host ON leftoff_queue_item (host, priority DESC, position)
            WHERE state = 'ready';
        CREATE INDEX leftoff_queue_item_other ON leftoff_queue_item (state, priority DESC, position)
            WHERE state NOT IN ('ready', 'done');
        CREATE INDEX leftoff_queue_item_done ON leftoff_queue_item (priority DESC, position) WHERE state = 'done';
        CREATE INDEX leftoff_queue_item_ended ON leftoff_queue_item (finished_at, position)
            WHERE finished_at IS NOT NULL;
        CREATE INDEX leftoff_queue_item_held ON leftoff_queue_item (host) WHERE lease_owner IS NOT NULL;
        CREATE INDEX leftoff_queue_item_waiting ON leftoff_queue_item (not_before) WHERE state = 'waiting';
        CREATE INDEX leftoff_queue_item_since ON leftoff_queue_item (waiting_since) WHERE state = 'waiting';
        CREATE INDEX leftoff_queue_item_space ON leftoff_queue_item (position) WHERE needs_space = 1;
        CREATE TABLE leftoff_queue_host (
            host text COLLATE "C" NOT NULL PRIMARY KEY,
            failures bigint NOT NULL,
            not_before bigint,
            since bigint NOT NULL
        );
        CREATE TABLE leftoff_queue_count (state text COLLATE "C" NOT NULL PRIMARY KEY, items bigint NOT NULL);
        CREATE TABLE leftoff_queue_count_change (state text COLLATE "C" NOT NULL, items bigint NOT NULL)
            WITH (autovacuum_vacuum_scale_factor = 0.01);
        CREATE FUNCTION leftoff_queue_count_added() RETURNS trigger
            LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
        BEGIN
            INSERT INTO leftoff_queue_count_change (state, items) SELECT state, count(*) FROM added GROUP BY state;
            RETURN NULL;
        END $$;
        CREATE FUNCTION leftoff_queue_count_removed() RETURNS trigger
            LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
        BEGIN
            INSERT INTO leftoff_queue_count_change (state, items) SELECT state, -count(*) FROM removed GROUP BY state;
            RETURN NULL;
        END $$;
        CREATE FUNCTION leftoff_queue_count_changed() RETURNS trigger
            LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
        BEGIN
            INSERT INTO leftoff_queue_count_change (state, items)
                SELECT state, sum(items) FROM (
                    SELECT state, 1 AS items FROM added UNION ALL SELECT state, -1 FROM removed
                ) AS change GROUP BY state HAVING sum(items) <> 0;
            RETURN NULL;
        END $$;
        CREATE TRIGGER leftoff_queue_item_added AFTER INSERT ON leftoff_queue_item
            REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION leftoff_queue_count_added();
        CREATE TRIGGER leftoff_queue_item_removed AFTER DELETE ON leftoff_queue_item
            REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION leftoff_queue_count_removed();
        CREATE TRIGGER leftoff_queue_item_changed AFTER UPDATE ON leftoff_queue_item
            REFERENCING OLD TABLE AS removed NEW TABLE AS added
            FOR EACH STATEMENT EXECUTE FUNCTION leftoff_queue_count_changed();
        """
}

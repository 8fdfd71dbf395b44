-- A store as the first version of Leftoff wrote it: only the first migration of places and of the queue.
-- SQLite's command line or Python's sqlite3 turns it into leftoff.sqlite.
PRAGMA application_id = 1279608404;
PRAGMA user_version = 1;
BEGIN;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES ('snapshots-1'), ('queue-1');

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

CREATE TABLE queue_item (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    url TEXT NOT NULL,
    host TEXT NOT NULL,
    directory TEXT NOT NULL,
    name TEXT,
    checksum TEXT,
    referer TEXT,
    headers TEXT NOT NULL DEFAULT '[]',
    priority INTEGER NOT NULL DEFAULT 0,
    added_at INTEGER NOT NULL,
    state TEXT NOT NULL,
    file_name TEXT,
    part_name TEXT,
    durable_bytes INTEGER NOT NULL DEFAULT 0,
    total INTEGER,
    etag TEXT,
    last_modified TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    failures INTEGER NOT NULL DEFAULT 0,
    furthest INTEGER NOT NULL DEFAULT 0,
    sha256 TEXT,
    error_class TEXT,
    error_message TEXT,
    error_is_lasting INTEGER,
    not_before INTEGER,
    lease_owner TEXT,
    lease_until INTEGER,
    epoch INTEGER NOT NULL DEFAULT 0,
    finished_at INTEGER
) STRICT;
CREATE UNIQUE INDEX queue_item_live ON queue_item (url, directory, ifnull(name, ''))
    WHERE state IN ('ready', 'running', 'waiting', 'paused', 'verifying', 'failed');
CREATE UNIQUE INDEX queue_item_part ON queue_item (directory, part_name)
    WHERE part_name IS NOT NULL;
CREATE INDEX queue_item_work ON queue_item (priority DESC, position)
    WHERE state IN ('ready', 'running', 'waiting', 'verifying');
CREATE INDEX queue_item_lease ON queue_item (lease_owner) WHERE lease_owner IS NOT NULL;
CREATE INDEX queue_item_state ON queue_item (state);

INSERT INTO snapshots (seq, id, page_key, url, title, address, quotes, captured_at, stored_at, json)
    VALUES (1, 'qjhwayetyd7c', 'https://example.org/long-read', 'https://example.org/long-read', 'A long read', 'https://example.org/long-read', 'the third bridge over the river was never finished',
    1767261600000, 1795424141593,
    '{"anchors":[{"exact":"the third bridge over the river was never finished","prefix":"And so ","suffix":". Later"}],"baseURI":"https://example.org/long-read","capturedAt":"2026-01-01T10:00:00Z","lang":"en","pageScale":1,"pageXOffset":0,"pageYOffset":1200.5,"schema":1,"title":"A long read","url":"https://example.org/long-read","viewport":{"devicePixelRatio":1,"documentHeight":9000,"documentWidth":1280,"height":800,"width":1280}}');
INSERT INTO snapshots (seq, id, page_key, url, title, address, quotes, captured_at, stored_at, json)
    VALUES (2, '88j45h9rfmnb', 'https://example.org/manual/chapter-7', 'https://example.org/manual/chapter-7', 'Chapter 7', 'https://example.org/manual/chapter-7', 'each valve is closed by hand before the pump is started',
    1767348000000, 1795424141699,
    '{"anchors":[{"exact":"each valve is closed by hand before the pump is started","prefix":"And so ","suffix":". Later"}],"baseURI":"https://example.org/manual/chapter-7","capturedAt":"2026-01-02T10:00:00Z","lang":"en","pageScale":1,"pageXOffset":0,"pageYOffset":1300.5,"schema":1,"title":"Chapter 7","url":"https://example.org/manual/chapter-7","viewport":{"devicePixelRatio":1,"documentHeight":9000,"documentWidth":1280,"height":800,"width":1280}}');
INSERT INTO snapshots (seq, id, page_key, url, title, address, quotes, captured_at, stored_at, json)
    VALUES (3, 'jxrgm0xy1mr3', 'https://example.net/essay', 'https://example.net/essay', 'An essay about tides', 'https://example.net/essay', 'the tide tables of that year were wrong by an hour',
    1767434400000, 1795424141803,
    '{"anchors":[{"exact":"the tide tables of that year were wrong by an hour","prefix":"And so ","suffix":". Later"}],"baseURI":"https://example.net/essay","capturedAt":"2026-01-03T10:00:00Z","lang":"en","pageScale":1,"pageXOffset":0,"pageYOffset":1400.5,"schema":1,"title":"An essay about tides","url":"https://example.net/essay","viewport":{"devicePixelRatio":1,"documentHeight":9000,"documentWidth":1280,"height":800,"width":1280}}');
INSERT INTO queue_item (position, id, url, host, directory, priority, added_at, state)
    VALUES (1, 'a1pe342kskdn', 'https://downloads.example.org/a.iso', 'downloads.example.org', '/home/reader/Downloads', 0, 1795424141875, 'paused');
INSERT INTO queue_item (position, id, url, host, directory, priority, added_at, state)
    VALUES (2, 'dsp9pknxrn4h', 'https://downloads.example.org/b.iso', 'downloads.example.org', '/home/reader/Downloads', 5, 1795424141876, 'paused');
COMMIT;

CREATE TABLE battle (name TEXT NOT NULL);
CREATE TABLE entries (
    number INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    content TEXT NOT NULL,
    hash TEXT NOT NULL
);
CREATE INDEX turns ON entries (number) WHERE kind = 'turn';
CREATE TRIGGER entries_are_not_changed BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, 'entries of a journal are never changed'); END;
CREATE TRIGGER entries_are_not_deleted BEFORE DELETE ON entries
    BEGIN SELECT RAISE(ABORT, 'entries of a journal are never deleted'); END;

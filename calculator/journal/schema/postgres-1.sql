CREATE TABLE empires.entries (
    battle TEXT NOT NULL,
    number BIGINT NOT NULL,
    key TEXT NOT NULL,
    kind TEXT NOT NULL,
    content TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (battle, number),
    UNIQUE (battle, key)
);
CREATE INDEX turns ON empires.entries (battle, number) WHERE kind = 'turn';
CREATE TABLE empires.rules (digest TEXT PRIMARY KEY, content TEXT NOT NULL);
CREATE FUNCTION empires.never() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION '% of a journal are never changed or deleted', TG_TABLE_NAME;
    END $$;
CREATE TRIGGER entries_are_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON empires.entries
    EXECUTE FUNCTION empires.never();
CREATE TRIGGER rules_are_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON empires.rules
    EXECUTE FUNCTION empires.never();

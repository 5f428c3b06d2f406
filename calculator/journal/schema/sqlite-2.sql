-- Every table value behind a ruling, once for each version of the rules: without them a later
-- empires, whose shipped values have moved on, could not compute an old result again.
CREATE TABLE rules (digest TEXT PRIMARY KEY, content TEXT NOT NULL) WITHOUT ROWID;
CREATE TRIGGER rules_are_not_changed BEFORE UPDATE ON rules
    BEGIN SELECT RAISE(ABORT, 'rules that a journal keeps are never changed'); END;
CREATE TRIGGER rules_are_not_deleted BEFORE DELETE ON rules
    BEGIN SELECT RAISE(ABORT, 'rules that a journal keeps are never deleted'); END;

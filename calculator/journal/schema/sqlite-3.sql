-- Rulings that came before their tables were kept leave the digest alone: a digest that is not
-- there at all is from now on a sign of tampering. The next ruling under it leaves its tables too.
CREATE TRIGGER battle_has_one_name BEFORE INSERT ON battle WHEN EXISTS (SELECT 1 FROM battle)
    BEGIN SELECT RAISE(ABORT, 'the name of a battle is never changed'); END;
CREATE TRIGGER battle_is_not_changed BEFORE UPDATE ON battle
    BEGIN SELECT RAISE(ABORT, 'the name of a battle is never changed'); END;
CREATE TRIGGER battle_is_not_deleted BEFORE DELETE ON battle
    BEGIN SELECT RAISE(ABORT, 'the name of a battle is never deleted'); END;
INSERT OR IGNORE INTO rules
    SELECT DISTINCT CASE WHEN json_valid(content) THEN json_extract(content, '$.body.rules') END, ''
    FROM entries WHERE kind = 'ruling';
DROP TRIGGER rules_are_not_changed;
CREATE TRIGGER rules_are_not_changed BEFORE UPDATE ON rules WHEN OLD.content <> ''
    BEGIN SELECT RAISE(ABORT, 'rules that a journal keeps are never changed'); END;

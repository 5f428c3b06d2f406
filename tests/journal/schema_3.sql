-- A journal as schema 3 had it; load it, then set the two pragmas.
PRAGMA application_id = 1164800114;
PRAGMA user_version = 3;
BEGIN TRANSACTION;
CREATE TABLE battle (name TEXT NOT NULL);
INSERT INTO "battle" VALUES('v3');
CREATE TABLE entries (
    number INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    content TEXT NOT NULL,
    hash TEXT NOT NULL
);
INSERT INTO "entries" VALUES(1,'a51e6886a41348049174ec8f0a0f4cef','ruling','{"battle":"v3","body":{"action":"throw","draws":[{"ask":"dice","roll":"7","total":"16"}],"form":{"allowed":"yes","dice":"4"},"headline":"2 hits","how":["dice"],"label":"2 hits","on-table":["remove figures"],"outcome":{"hits":2},"overrides":{},"probability":"3/8","rules":"8aaea59b27ecbb4564d1c2ef766bd1288c5ca77d240663e3a477ef3162f37563","seed":"000658172bae073c8800bc00f98d0170","seed-given":false,"system":"toy-dice","units":{"actor":"Girard","target":"St. Amand"}},"copy":"red","format":1,"key":"a51e6886a41348049174ec8f0a0f4cef","kind":"ruling","number":1,"player":"Anna","previous":"0000000000000000000000000000000000000000000000000000000000000000","program":"empires 0.1.0","side":"French","time":"2026-11-22T05:19:16.982732Z","turn":1}','6971e32c2f7f06f29cd3f21b69662deab0efd956e46423abe77b876cc7c40b03');
INSERT INTO "entries" VALUES(2,'4844c550973749b49b9c339728890d36','turn','{"battle":"v3","body":{"turn":2},"copy":"red","format":1,"key":"4844c550973749b49b9c339728890d36","kind":"turn","number":2,"player":"Anna","previous":"6971e32c2f7f06f29cd3f21b69662deab0efd956e46423abe77b876cc7c40b03","program":"empires 0.1.0","side":"French","time":"2026-11-22T05:19:17.031665Z","turn":2}','05285a6ecf819ac69a76eb30c8315a2561a4a1b874da3f5c7577bfdbf6d4d31f');
INSERT INTO "entries" VALUES(3,'05a0044fc92a4c60bb3fb9005e1f96f8','ruling','{"battle":"v3","body":{"action":"throw","draws":[{"ask":"dice","roll":"0","total":"27"}],"form":{"allowed":"yes","dice":"3"},"headline":"0 hits","how":["dice"],"label":"0 hits","on-table":["remove figures"],"outcome":{"hits":0},"overrides":{"die.needed":5},"probability":"8/27","rules":"e20f40452ef1990f4cf6769051c5abe4e8dd8a7a4369e84d500f3a0da5f98b25","seed":"a1090f224bc4eeaabc9a2d954e48afda","seed-given":false,"system":"toy-dice","units":{}},"copy":"red","format":1,"key":"05a0044fc92a4c60bb3fb9005e1f96f8","kind":"ruling","number":3,"player":"Anna","previous":"05285a6ecf819ac69a76eb30c8315a2561a4a1b874da3f5c7577bfdbf6d4d31f","program":"empires 0.1.0","side":"French","time":"2026-11-22T05:19:17.044600Z","turn":2}','73b6fc3c78867dde83d7a8854e95f0ae7713ab3995064875d6dcd8c2e6c32b21');
INSERT INTO "entries" VALUES(4,'3af927f4be23415ab588895d95cf7e9f','note','{"battle":"v3","body":{"subject":"","text":"rain"},"copy":"red","format":1,"key":"3af927f4be23415ab588895d95cf7e9f","kind":"note","number":4,"player":"Anna","previous":"73b6fc3c78867dde83d7a8854e95f0ae7713ab3995064875d6dcd8c2e6c32b21","program":"empires 0.1.0","side":"French","time":"2026-11-22T05:19:17.051276Z","turn":2}','417a74d2b8a39adbdb5b3ae0a947b83bf3306608addf8b1bc009bfab097611ee');
INSERT INTO "entries" VALUES(5,'0f9bce3fe1e84296a375b37a956445b8','void','{"battle":"v3","body":{"entry":1,"reason":"wrong target"},"copy":"red","format":1,"key":"0f9bce3fe1e84296a375b37a956445b8","kind":"void","number":5,"player":"Anna","previous":"417a74d2b8a39adbdb5b3ae0a947b83bf3306608addf8b1bc009bfab097611ee","program":"empires 0.1.0","side":"French","time":"2026-11-22T05:19:17.061010Z","turn":2}','fb6e7ed87435882f874fed3ddc0811ddd81c11ebe17754c3aa6433b3a0142dfb');
INSERT INTO "entries" VALUES(6,'b9b8e924f9e3447d82e6a4a540d70e78','override','{"battle":"v3","body":{"drawn":"0 hits","entry":3,"reason":"agreed","ruled":"nothing"},"copy":"red","format":1,"key":"b9b8e924f9e3447d82e6a4a540d70e78","kind":"override","number":6,"player":"Anna","previous":"fb6e7ed87435882f874fed3ddc0811ddd81c11ebe17754c3aa6433b3a0142dfb","program":"empires 0.1.0","side":"French","time":"2026-11-22T05:19:17.068473Z","turn":2}','ea03155af1e35ddfc4c60ccaf5617d99a00503587ee1e973f5ec61eb3e6cd058');
CREATE TABLE rules (digest TEXT PRIMARY KEY, content TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO "rules" VALUES('8aaea59b27ecbb4564d1c2ef766bd1288c5ca77d240663e3a477ef3162f37563','{"die.faces":6,"die.needed":4}');
INSERT INTO "rules" VALUES('e20f40452ef1990f4cf6769051c5abe4e8dd8a7a4369e84d500f3a0da5f98b25','{"die.faces":6,"die.needed":5}');
CREATE INDEX turns ON entries (number) WHERE kind = 'turn';
CREATE TRIGGER entries_are_not_changed BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, 'entries of a journal are never changed'); END;
CREATE TRIGGER entries_are_not_deleted BEFORE DELETE ON entries
    BEGIN SELECT RAISE(ABORT, 'entries of a journal are never deleted'); END;
CREATE TRIGGER rules_are_not_deleted BEFORE DELETE ON rules
    BEGIN SELECT RAISE(ABORT, 'rules that a journal keeps are never deleted'); END;
CREATE TRIGGER battle_has_one_name BEFORE INSERT ON battle WHEN EXISTS (SELECT 1 FROM battle)
    BEGIN SELECT RAISE(ABORT, 'the name of a battle is never changed'); END;
CREATE TRIGGER battle_is_not_changed BEFORE UPDATE ON battle
    BEGIN SELECT RAISE(ABORT, 'the name of a battle is never changed'); END;
CREATE TRIGGER battle_is_not_deleted BEFORE DELETE ON battle
    BEGIN SELECT RAISE(ABORT, 'the name of a battle is never deleted'); END;
CREATE TRIGGER rules_are_not_changed BEFORE UPDATE ON rules WHEN OLD.content <> ''
    BEGIN SELECT RAISE(ABORT, 'rules that a journal keeps are never changed'); END;
COMMIT;

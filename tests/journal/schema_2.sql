-- A journal as schema 2 had it; load it, then set the two pragmas.
PRAGMA application_id = 1164800114;
PRAGMA user_version = 2;
BEGIN TRANSACTION;
CREATE TABLE battle (name TEXT NOT NULL);
INSERT INTO "battle" VALUES('v2');
CREATE TABLE entries (
    number INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    content TEXT NOT NULL,
    hash TEXT NOT NULL
);
INSERT INTO "entries" VALUES(1,'b3f0919c420045cd8142a97fe6670b01','ruling','{"battle":"v2","body":{"action":"throw","draws":[{"ask":"dice","roll":"13","total":"16"}],"form":{"allowed":"yes","dice":"4"},"headline":"3 hits","how":["dice"],"label":"3 hits","on-table":["remove figures"],"outcome":{"hits":3},"overrides":{},"probability":"1/4","rules":"8aaea59b27ecbb4564d1c2ef766bd1288c5ca77d240663e3a477ef3162f37563","seed":"5eed","seed-given":true,"system":"toy-dice","units":{"actor":"Girard"}},"copy":"red-1","format":1,"key":"b3f0919c420045cd8142a97fe6670b01","kind":"ruling","number":1,"player":"Anna","previous":"0000000000000000000000000000000000000000000000000000000000000000","program":"empires 0.1.0","side":"French","time":"2026-11-21T18:50:21.486270Z","turn":1}','96e03b439605f9e8f9b8be0bab5f95ebcedc662fa42e35776126f0aca460df88');
INSERT INTO "entries" VALUES(2,'ac46791e9ee54b88858ba18053a3ad13','turn','{"battle":"v2","body":{"turn":2},"copy":"red-1","format":1,"key":"ac46791e9ee54b88858ba18053a3ad13","kind":"turn","number":2,"player":"Anna","previous":"96e03b439605f9e8f9b8be0bab5f95ebcedc662fa42e35776126f0aca460df88","program":"empires 0.1.0","side":"French","time":"2026-11-21T18:50:21.513912Z","turn":2}','e59ac8a2a88ebc37822bf55a78cfa078fd77ad0796aafeab15e5f9e7afcbfe71');
INSERT INTO "entries" VALUES(3,'9ba1b6ec61d24acfa16a29c369c66680','ruling','{"battle":"v2","body":{"action":"throw","draws":[{"ask":"dice","roll":"20","total":"27"}],"form":{"allowed":"yes","dice":"3"},"headline":"2 hits","how":["dice"],"label":"2 hits","on-table":["remove figures"],"outcome":{"hits":2},"overrides":{"die.needed":5},"probability":"2/9","rules":"e20f40452ef1990f4cf6769051c5abe4e8dd8a7a4369e84d500f3a0da5f98b25","seed":"6a834baeef5de420f380ba1b9b5539cc","seed-given":false,"system":"toy-dice","units":{}},"copy":"red-1","format":1,"key":"9ba1b6ec61d24acfa16a29c369c66680","kind":"ruling","number":3,"player":"Anna","previous":"e59ac8a2a88ebc37822bf55a78cfa078fd77ad0796aafeab15e5f9e7afcbfe71","program":"empires 0.1.0","side":"French","time":"2026-11-21T18:50:21.519315Z","turn":2}','63641b161effc57d4fed8df697bddffbf95b9990c7fcdd4f37ce511582a46a8f');
INSERT INTO "entries" VALUES(4,'a3ff60a9f118440580d276da14002018','note','{"battle":"v2","body":{"subject":"","text":"rain"},"copy":"red-1","format":1,"key":"a3ff60a9f118440580d276da14002018","kind":"note","number":4,"player":"Anna","previous":"63641b161effc57d4fed8df697bddffbf95b9990c7fcdd4f37ce511582a46a8f","program":"empires 0.1.0","side":"French","time":"2026-11-21T18:50:21.528969Z","turn":2}','e755277eb579d0734b66df019e2ad5dbff27ff436b02704177e3b2f6023efd8b');
INSERT INTO "entries" VALUES(5,'73a379c0f0374bd6bfa7403b2fce8e7b','void','{"battle":"v2","body":{"entry":1,"reason":"wrong target"},"copy":"red-1","format":1,"key":"73a379c0f0374bd6bfa7403b2fce8e7b","kind":"void","number":5,"player":"Anna","previous":"e755277eb579d0734b66df019e2ad5dbff27ff436b02704177e3b2f6023efd8b","program":"empires 0.1.0","side":"French","time":"2026-11-21T18:50:21.532970Z","turn":2}','0399eb643d44c09e86e6bf69780d2f3636e2c967a0030812fed2beb9e88aed73');
INSERT INTO "entries" VALUES(6,'24b500f5fe61486b8cf612d90efa2647','override','{"battle":"v2","body":{"drawn":"2 hits","entry":3,"reason":"agreed","ruled":"nothing"},"copy":"red-1","format":1,"key":"24b500f5fe61486b8cf612d90efa2647","kind":"override","number":6,"player":"Anna","previous":"0399eb643d44c09e86e6bf69780d2f3636e2c967a0030812fed2beb9e88aed73","program":"empires 0.1.0","side":"French","time":"2026-11-21T18:50:21.536823Z","turn":2}','79c2ad100bec6188fd612f59ede7a36737edd95c2c9c149098ca09cd48e4e52e');
CREATE TABLE rules (digest TEXT PRIMARY KEY, content TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO "rules" VALUES('8aaea59b27ecbb4564d1c2ef766bd1288c5ca77d240663e3a477ef3162f37563','{"die.faces":6,"die.needed":4}');
INSERT INTO "rules" VALUES('e20f40452ef1990f4cf6769051c5abe4e8dd8a7a4369e84d500f3a0da5f98b25','{"die.faces":6,"die.needed":5}');
CREATE INDEX turns ON entries (number) WHERE kind = 'turn';
CREATE TRIGGER entries_are_not_changed BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, 'entries of a journal are never changed'); END;
CREATE TRIGGER entries_are_not_deleted BEFORE DELETE ON entries
    BEGIN SELECT RAISE(ABORT, 'entries of a journal are never deleted'); END;
CREATE TRIGGER rules_are_not_changed BEFORE UPDATE ON rules
    BEGIN SELECT RAISE(ABORT, 'rules that a journal keeps are never changed'); END;
CREATE TRIGGER rules_are_not_deleted BEFORE DELETE ON rules
    BEGIN SELECT RAISE(ABORT, 'rules that a journal keeps are never deleted'); END;
COMMIT;

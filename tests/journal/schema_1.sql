-- A journal as schema 1 had it; load it, then set the two pragmas.
PRAGMA application_id = 1164800114;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE battle (name TEXT NOT NULL);
INSERT INTO "battle" VALUES('v1');
CREATE TABLE entries (
    number INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    content TEXT NOT NULL,
    hash TEXT NOT NULL
);
INSERT INTO "entries" VALUES(1,'f1c3bed6debd4c388785db49e4dfbd38','ruling','{"battle":"v1","body":{"action":"throw","draws":[{"ask":"dice","roll":"13","total":"16"}],"form":{"allowed":true,"dice":4},"headline":"3 hits","how":["dice"],"label":"3 hits","on-table":["remove figures"],"outcome":{"hits":3},"overrides":{},"probability":"1/4","rules":"8aaea59b27ecbb4564d1c2ef766bd1288c5ca77d240663e3a477ef3162f37563","seed":"5eed","seed-given":true,"system":"toy-dice"},"copy":"red-1","format":1,"key":"f1c3bed6debd4c388785db49e4dfbd38","kind":"ruling","number":1,"player":"Anna","previous":"0000000000000000000000000000000000000000000000000000000000000000","program":"empires 0.1.0","side":"French","time":"2026-11-21T15:56:16.916458Z","turn":1}','4e5584e28c5b0f778303c1195a8a8654713121bd3cc3c573379584c6bca235b4');
INSERT INTO "entries" VALUES(2,'8efb2af315f74e70be812f17d8cce7cd','turn','{"battle":"v1","body":{"turn":2},"copy":"red-1","format":1,"key":"8efb2af315f74e70be812f17d8cce7cd","kind":"turn","number":2,"player":"Anna","previous":"4e5584e28c5b0f778303c1195a8a8654713121bd3cc3c573379584c6bca235b4","program":"empires 0.1.0","side":"French","time":"2026-11-21T15:56:16.949053Z","turn":2}','68b652e2c7ed66b6cd840b0874af13b49532b9b44f69ef9256324af1a5df434f');
INSERT INTO "entries" VALUES(3,'1cac45f2245a44fb9e0ef09cb62defb4','ruling','{"battle":"v1","body":{"action":"throw","draws":[{"ask":"dice","roll":"18","total":"27"}],"form":{"allowed":true,"dice":3},"headline":"1 hits","how":["dice"],"label":"1 hits","on-table":["remove figures"],"outcome":{"hits":1},"overrides":{"die.needed":5},"probability":"4/9","rules":"e20f40452ef1990f4cf6769051c5abe4e8dd8a7a4369e84d500f3a0da5f98b25","seed":"4aa4af8be28c632eef8eecdd58682b3f","seed-given":false,"system":"toy-dice"},"copy":"red-1","format":1,"key":"1cac45f2245a44fb9e0ef09cb62defb4","kind":"ruling","number":3,"player":"Anna","previous":"68b652e2c7ed66b6cd840b0874af13b49532b9b44f69ef9256324af1a5df434f","program":"empires 0.1.0","side":"French","time":"2026-11-21T15:56:16.953498Z","turn":2}','00ffd39e02dcdf308a1237da0d26d61c42b362291366dc28818f53b956f56cec');
INSERT INTO "entries" VALUES(4,'ab656d091e6e4082908d5035f34b1b15','note','{"battle":"v1","body":{"subject":"","text":"rain"},"copy":"red-1","format":1,"key":"ab656d091e6e4082908d5035f34b1b15","kind":"note","number":4,"player":"Anna","previous":"00ffd39e02dcdf308a1237da0d26d61c42b362291366dc28818f53b956f56cec","program":"empires 0.1.0","side":"French","time":"2026-11-21T15:56:16.956977Z","turn":2}','18c349a7529a08265d7dd909639b4b7a45e871e6a833b4dc61b6944f0797fcac');
INSERT INTO "entries" VALUES(5,'48651795f79e43a3919bf15ba17b5c03','void','{"battle":"v1","body":{"entry":1,"reason":"wrong unit"},"copy":"red-1","format":1,"key":"48651795f79e43a3919bf15ba17b5c03","kind":"void","number":5,"player":"Anna","previous":"18c349a7529a08265d7dd909639b4b7a45e871e6a833b4dc61b6944f0797fcac","program":"empires 0.1.0","side":"French","time":"2026-11-21T15:56:16.958814Z","turn":2}','f8e566d1c66409f910ddf2294c3c5df1a3800eb13ca4c144d286e5655c11a3ea');
INSERT INTO "entries" VALUES(6,'136e4dd1913148ca816ef1babbeabbc8','override','{"battle":"v1","body":{"drawn":"1 hits","entry":3,"reason":"agreed","ruled":"nothing hit"},"copy":"red-1","format":1,"key":"136e4dd1913148ca816ef1babbeabbc8","kind":"override","number":6,"player":"Anna","previous":"f8e566d1c66409f910ddf2294c3c5df1a3800eb13ca4c144d286e5655c11a3ea","program":"empires 0.1.0","side":"French","time":"2026-11-21T15:56:16.963311Z","turn":2}','567a6d18bbbf8b179dc84c120cb8f4fde9c55dc1e281cd67448fbb4310ee675f');
CREATE INDEX turns ON entries (number) WHERE kind = 'turn';
CREATE TRIGGER entries_are_not_changed BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, 'entries of a journal are never changed'); END;
CREATE TRIGGER entries_are_not_deleted BEFORE DELETE ON entries
    BEGIN SELECT RAISE(ABORT, 'entries of a journal are never deleted'); END;
COMMIT;

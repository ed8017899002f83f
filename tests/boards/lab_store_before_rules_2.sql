-- A store of the lab as `lab run --name wins --size 6x6 --vary mines=6 --boards 3 --strategies unit,opens.py:Player`
-- wrote it while a game that was won without flags counted as stuck. Player opens what is safe and sets no flags.
PRAGMA application_id = 1835819362;
PRAGMA user_version = 3;
BEGIN TRANSACTION;
CREATE TABLE configs (id INTEGER PRIMARY KEY, recipe TEXT, config TEXT, revision TEXT, UNIQUE (recipe, config, revision));
INSERT INTO "configs" VALUES(1,'wins','{"mines":6,"part":"games","size":"6x6","strategy":"unit","trial":"game"}','game 1; unit 1');
INSERT INTO "configs" VALUES(2,'wins','{"mines":6,"part":"games","size":"6x6","strategy":"opens.py:Player","trial":"game"}','game 1; opens.py:Player 21f887fa210d3b5c');
CREATE TABLE rows (config INTEGER, seed INTEGER, run INTEGER, row TEXT, checksum INTEGER, PRIMARY KEY (config, seed)) WITHOUT ROWID;
INSERT INTO "rows" VALUES(1,0,1,'{"complete":true,"determined":1.0,"exploded":false,"generated":290,"inserted":153,"ms":1.3286390000000203,"nodes":0,"resolutions":55,"stuck":false,"success":true,"won":true,"wrong":0}',1771957688);
INSERT INTO "rows" VALUES(1,1,1,'{"complete":false,"determined":0.16666666666666663,"exploded":false,"fenced":true,"generated":134,"inserted":99,"missed_clues":false,"missed_count":false,"ms":0.5490180000000122,"nodes":0,"resolutions":5,"several":true,"stuck":true,"success":false,"truly":true,"won":false,"wrong":0}',2034814870);
INSERT INTO "rows" VALUES(1,2,1,'{"complete":false,"determined":0.5555555555555556,"exploded":false,"generated":229,"inserted":124,"missed_clues":true,"missed_count":false,"ms":0.7326009999999994,"nodes":0,"resolutions":36,"stuck":true,"success":false,"truly":false,"won":false,"wrong":0}',3420434855);
INSERT INTO "rows" VALUES(2,0,1,'{"complete":false,"determined":0.8333333333333334,"exploded":false,"fault":false,"missed_clues":true,"missed_count":false,"ms":1.9360429999999984,"stuck":true,"success":false,"truly":false,"won":true,"wrong":0}',143525487);
INSERT INTO "rows" VALUES(2,1,1,'{"complete":false,"determined":0.16666666666666663,"exploded":false,"fault":false,"fenced":true,"missed_clues":false,"missed_count":false,"ms":1.6178900000000107,"several":true,"stuck":true,"success":false,"truly":true,"won":false,"wrong":0}',2223554994);
INSERT INTO "rows" VALUES(2,2,1,'{"complete":false,"determined":0.8333333333333334,"exploded":false,"fault":false,"missed_clues":true,"missed_count":false,"ms":0.9514970000000234,"stuck":true,"success":false,"truly":false,"won":true,"wrong":0}',3859157090);
CREATE TABLE runs (id INTEGER PRIMARY KEY, run TEXT, checksum INTEGER);
INSERT INTO "runs" VALUES(1,'{"began":"2026-11-18 09:11:14 UTC","engine":"native","machine":"Linux x86_64, 2 cores, Python 3.11.7, native engine","own":{"boards":3,"settings":{"size":"6x6"},"vary":["mines=6"]},"recipe":"wins","revisions":{"assignment":1,"complete":1,"complete-clues":1,"consuming":1,"csp":1,"csp-assign":1,"fewest-neighbours":1,"guess":2,"least-risk":1,"logic-csp":1,"rebuild":1,"safest-region":1,"saturate":1,"two-literal":1,"unit":1},"scale":null,"seed":0,"strategies":["unit","opens.py:Player"],"version":"0.1.0"}',4253219050);
CREATE TABLE spent (run INTEGER, machine TEXT, seconds REAL, PRIMARY KEY (run, machine));
INSERT INTO "spent" VALUES(1,'Linux x86_64, 2 cores, Python 3.11.7, native engine',0.010053382);
COMMIT;

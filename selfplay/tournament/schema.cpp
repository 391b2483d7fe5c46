#include "selfplay/tournament/schema.hpp"

namespace alea {

const char* const schema_tables = R"sql(
CREATE TABLE tournaments (
  id       INTEGER PRIMARY KEY,
  name     TEXT NOT NULL UNIQUE,
  game     TEXT NOT NULL,           -- backgammon, dvonn, diablo-6, ..
  format   TEXT NOT NULL,           -- round-robin, gauntlet, swiss
  seed     INTEGER NOT NULL,        -- seeds of pairings follow from it
  settings TEXT NOT NULL            -- what affects the games, a JSON object
) STRICT;

CREATE TABLE players (
  id       INTEGER PRIMARY KEY,
  game     TEXT NOT NULL,
  name     TEXT NOT NULL,           -- one player has one name in all tournaments of a game
  agent    TEXT NOT NULL,           -- as --agent takes it; empty: from imported games
  settings TEXT NOT NULL,           -- the agent taken apart, a JSON object
  version  TEXT NOT NULL,           -- of what plays: a network's checksum; empty: that of the program
  UNIQUE (game, name)
) STRICT;

CREATE TABLE pairings (
  id         INTEGER PRIMARY KEY,
  tournament INTEGER NOT NULL REFERENCES tournaments,
  round      INTEGER NOT NULL,      -- from 1
  a          INTEGER NOT NULL REFERENCES players,  -- moves first in games 0, 2, 4, ..
  b          INTEGER NOT NULL REFERENCES players,  -- moves first in games 1, 3, 5, ..
  seed       INTEGER NOT NULL,      -- its games are those of: alea match GAME --a .. --b .. --paired --seed ..
  games      INTEGER NOT NULL,      -- to be played
  UNIQUE (tournament, a, b, round)
) STRICT;

CREATE TABLE games (
  id             INTEGER PRIMARY KEY,  -- in the order of their ends
  game           TEXT NOT NULL,
  pairing        INTEGER REFERENCES pairings,  -- NULL: imported
  source         TEXT,              -- where it was imported from; NULL: played here
  number         INTEGER NOT NULL,  -- in the pairing or the source, from 0
  pair           INTEGER NOT NULL,  -- two games with one number, in one pairing, share start and dice, with seats swapped
  seed           INTEGER,           -- of the pairing; with the number it gives the game again. NULL: unknown
  first          INTEGER NOT NULL REFERENCES players,  -- who moves first
  second         INTEGER NOT NULL REFERENCES players,
  start          TEXT NOT NULL,     -- position, with `first` to move; empty: forfeited before it began
  turns          TEXT NOT NULL,     -- "3-1:8/5 6/5;6-4:24/14", without dice "A1;B2;PASS"
  turn_count     INTEGER NOT NULL,
  result         TEXT,              -- for `first`: win_single, win_gammon, win_backgammon, lose_single, ..,
                                    -- else win, draw, lose. NULL: cut off, or adjudicated before it was certain
  first_score    REAL NOT NULL,     -- points where the game has points, else 1, 0.5, 0; a game that was cut off is drawn
  second_score   REAL NOT NULL,
  ending         TEXT NOT NULL CHECK (ending = 'finished' OR ending = 'adjudicated' OR ending = 'cut' OR
                                      ending = 'forfeit'),  -- with IN, SQLite would make a table for every row
  forfeited_by   TEXT CHECK (forfeited_by IN ('first', 'second')),
  fault          TEXT,              -- of the one who forfeited: crash, garbage, illegal play, timeout, flood
  note           TEXT NOT NULL,     -- why it was forfeited, how it was adjudicated, .. for people
  first_seconds  REAL NOT NULL,     -- spent choosing plays
  second_seconds REAL NOT NULL,
  first_nodes    INTEGER,           -- positions evaluated choosing plays. NULL: the player does not count them
  second_nodes   INTEGER,
  played_at      TEXT NOT NULL,     -- UTC, when it ended: 2026-01-31T12:00:00Z
  version        TEXT NOT NULL,     -- of alea: the commit it was built from
  CHECK ((forfeited_by IS NOT NULL) = (ending = 'forfeit')),
  CHECK ((fault IS NOT NULL) = (ending = 'forfeit')),
  UNIQUE (pairing, number)          -- no game is there twice, ..
) STRICT;

CREATE UNIQUE INDEX imports ON games (source, number) WHERE source IS NOT NULL;  -- .. and no import
)sql";

const char* const schema_views = R"sql(
-- Games with names for ids.
CREATE VIEW named_games AS
SELECT games.id, tournaments.name AS tournament, games.game, games.source, games.number, games.pair, games.seed,
       one.name AS first, two.name AS second, start, turns, turn_count, result, first_score, second_score, ending,
       CASE forfeited_by WHEN 'first' THEN one.name WHEN 'second' THEN two.name END AS forfeited_by, fault, note,
       first_seconds, second_seconds, first_nodes, second_nodes, played_at, games.version
FROM games
JOIN players AS one ON one.id = games.first
JOIN players AS two ON two.id = games.second
LEFT JOIN pairings ON pairings.id = games.pairing
LEFT JOIN tournaments ON tournaments.id = pairings.tournament;

-- Every game twice, once as each player saw it.
CREATE VIEW seats AS
SELECT id, tournament, game, first AS player, second AS opponent, 'first' AS seat, first_score AS score,
       second_score AS opponent_score, first_seconds AS seconds, first_nodes AS nodes, ending,
       ifnull(forfeited_by = first, 0) AS forfeited
FROM named_games
UNION ALL
SELECT id, tournament, game, second, first, 'second', second_score,
       first_score, second_seconds, second_nodes, ending, ifnull(forfeited_by = second, 0)
FROM named_games;

CREATE VIEW standings AS
SELECT tournament, game, player, count(*) AS games, avg(score) AS score, sum(score > opponent_score) AS wins,
       sum(score = opponent_score) AS draws, sum(score < opponent_score) AS losses, sum(forfeited) AS forfeits,
       sum(seconds) AS seconds, sum(nodes) AS nodes
FROM seats
GROUP BY tournament, game, player
ORDER BY tournament, game, score DESC;

CREATE VIEW head_to_head AS
SELECT tournament, game, player, opponent, count(*) AS games, avg(score) AS score, sum(score > opponent_score) AS wins,
       sum(score = opponent_score) AS draws, sum(score < opponent_score) AS losses, sum(forfeited) AS forfeits
FROM seats
GROUP BY tournament, game, player, opponent
ORDER BY tournament, game, player, opponent;
)sql";

const char* const schema_from_version_1 = R"sql(
ALTER TABLE games ADD COLUMN first_nodes INTEGER;
ALTER TABLE games ADD COLUMN second_nodes INTEGER;
DROP VIEW head_to_head;
DROP VIEW standings;
DROP VIEW seats;
DROP VIEW named_games;
)sql";

}  // namespace alea

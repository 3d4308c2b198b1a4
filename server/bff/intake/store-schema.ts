/** What waits, and the sealed files of it. Everything that tells who sent something is in `head`, `problem` and `sealed`. */
export const intakeSchema = `
  CREATE TABLE IF NOT EXISTS items (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    reference TEXT NOT NULL,
    call TEXT NOT NULL,
    received_at INTEGER NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    failures INTEGER NOT NULL DEFAULT 0,
    next_at INTEGER NOT NULL DEFAULT 0,
    is_sending INTEGER NOT NULL DEFAULT 0,
    may_be_twice INTEGER NOT NULL DEFAULT 0,
    is_noticed INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL DEFAULT 0,
    head BLOB NOT NULL,
    problem BLOB
  ) STRICT;
  CREATE INDEX IF NOT EXISTS items_state ON items (state, id);
  CREATE TABLE IF NOT EXISTS pieces (
    item_id INTEGER NOT NULL REFERENCES items (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    sealed BLOB NOT NULL,
    PRIMARY KEY (item_id, number)
  ) STRICT;
`;

/** Suspects but for so many of the newest; and those beyond so many bytes of the newest. */
export const forgetOldSuspects =
  "DELETE FROM items WHERE id IN (SELECT id FROM items WHERE state = 'suspect' ORDER BY id DESC LIMIT -1 OFFSET ?)";
export const forgetLargeSuspects = `
  DELETE FROM items WHERE id IN (SELECT id FROM (
    SELECT id, sum(bytes) OVER (ORDER BY id DESC) AS total FROM items WHERE state = 'suspect') WHERE total > ?)`;

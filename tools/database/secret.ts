import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { opensHead } from '../../server/bff/intake/items.ts';
import { createSealer } from '../../server/bff/sealed.ts';
import { purposeKeys } from '../../server/bff/session/secrets.ts';
import { MoveProblem } from './copy.ts';

/**
 * Returns a sentence on whether the sealed data of the site can be opened after the move. Rejects with `MoveProblem`
 * if there are queued forms that none of the secrets in SESSION_SECRET opens.
 */
export async function checkSecret(dataDir: string, secrets: readonly string[]): Promise<string> {
  const file = join(dataDir, 'session-secret');
  const own = existsSync(file) ? (await readFile(file, 'utf8')).trim() : undefined;
  const closed = await closedForms(dataDir, secrets);
  if (closed > 0)
    throw new MoveProblem(
      `SESSION_SECRET: ${closed === 1 ? 'one form waits' : `${closed} forms wait`} in ${join(dataDir, 'intake.sqlite')}, and no configured secret ` +
        `decrypts ${closed === 1 ? 'it' : 'them'}. ${own === undefined ? 'Set it to the secret that the site has used' : `Set SESSION_SECRET to what is in ${file}`}.`,
    );
  if (own !== undefined && !secrets.includes(own))
    return `SESSION_SECRET is not what is in ${file}: if the site has used that file, all admins have to sign in again.`;
  return own === undefined
    ? 'SESSION_SECRET must be the secret that the site has used: then all admins stay signed in.'
    : `SESSION_SECRET is what is in ${file}: all admins stay signed in.`;
}

/** Returns the number of queued forms that none of these secrets can open. */
async function closedForms(dataDir: string, secrets: readonly string[]): Promise<number> {
  const file = join(dataDir, 'intake.sqlite');
  if (!existsSync(file)) return 0;
  const keys = await purposeKeys({ SESSION_SECRET: [...secrets], DATA_DIR: dataDir }, 'studio intake');
  const sealer = createSealer(keys);
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    let closed = 0;
    const tables = database
      .prepare("select name from sqlite_schema where type = 'table' and name in ('intake_items', 'items')")
      .all();
    for (const { name } of tables) {
      const rows = database.prepare(
        `select key, head from ${String(name)} where state not in ('arriving', 'delivered')`,
      );
      for (const { key, head } of rows.iterate())
        if (!opensHead(sealer, String(key), head as Uint8Array)) closed += 1;
    }
    return closed;
  } finally {
    database.close();
  }
}

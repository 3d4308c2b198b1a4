import { join } from 'node:path';
import { secretOf } from '../../server/content-api/visitors/forms.ts';
import { openSqlite } from '../../server/database/sqlite.ts';
import { createFormTokens } from '../../server/forms/form-tokens.ts';

/** Returns a token of this site's engine, for a form that was opened this many seconds ago. */
export async function formTokenOf({ dataDir }: { dataDir: string }, secondsAgo: number) {
  const db = openSqlite(join(dataDir, 'content.sqlite'));
  try {
    const secret = await secretOf(db, 'form-tokens');
    return createFormTokens(secret, () => Date.now() - secondsAgo * 1000).issue();
  } finally {
    await db.destroy();
  }
}

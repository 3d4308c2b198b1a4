import { randomBytes } from 'node:crypto';
import type { Db } from '../../database/types.ts';

const secretBytes = 32;

/** Returns the secret of this name, generated on first use. The secret never leaves the database. */
export async function secretOf(db: Db, name: string) {
  await db
    .insertInto('secrets')
    .values({ name, value: randomBytes(secretBytes).toString('base64url') })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return Buffer.from(value, 'base64url');
}

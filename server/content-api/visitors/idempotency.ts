import { limits } from '#shared/limits.ts';
import type { Db } from '../../database/types.ts';
import type { EngineAnswer } from '../calls.ts';
import type { Chore } from '../chore.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** The data of a form by which its repeats are recognised. */
interface FormIdempotency {
  /** Name of the contract row. */
  row: string;
  /** The Idempotency-Key of the request; without one every form is new. */
  key: string | undefined;
  now: Date;
}

/**
 * Processes a form once: a form with the idempotency key of an accepted form gets the stored answer
 * (server/bff/intake/README.md). `isRepeated` is true for a repeat. Runs in the caller's transaction, so that key and
 * result are stored together or not at all.
 */
export async function runOnce(
  tx: Db,
  { row, key, now }: FormIdempotency,
  work: () => Promise<EngineAnswer>,
): Promise<{ answer: EngineAnswer; isRepeated: boolean }> {
  if (key === undefined) return { answer: await work(), isRepeated: false };
  const known = await tx
    .selectFrom('idempotent_answers')
    .select('answer')
    .where('row_name', '=', row)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  if (known) return { answer: JSON.parse(known.answer) as EngineAnswer, isRepeated: true };
  const answer = await work();
  await tx
    .insertInto('idempotent_answers')
    .values({
      row_name: row,
      idempotency_key: key,
      answer: JSON.stringify(answer),
      created_at: now.toISOString(),
    })
    .execute();
  return { answer, isRepeated: false };
}

/** Deletes keys after `limits.idempotencyDays`. */
export function idempotencyChore(db: Db): Chore {
  return {
    name: 'forms: forget idempotency keys',
    async run(now) {
      const before = new Date(now.getTime() - limits.idempotencyDays * dayMs).toISOString();
      const { numDeletedRows } = await db
        .deleteFrom('idempotent_answers')
        .where('created_at', '<', before)
        .executeTakeFirst();
      return { keys: Number(numDeletedRows) };
    },
  };
}

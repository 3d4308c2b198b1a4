import { randomBytes } from 'node:crypto';
import { limits } from '#shared/limits.ts';
import { type Counts, countsInMemory } from '../../database/site/counts.ts';
import { createFormLimiter, createLimiter, mailboxOf, takeBoth } from '../../database/site/limiter.ts';
import type { Db } from '../../database/types.ts';
import { AppError } from '../../errors.ts';
import type { FormTokens } from '../../forms/form-tokens.ts';
import type { EngineAnswer, EngineCall } from '../calls.ts';
import { type Chore, dayMs } from '../chore.ts';
import type { Outbox } from '../mail/outbox.ts';

/** Dependencies of the public forms. */
export interface FormDependencies {
  formTokens: FormTokens;
  outbox: Pick<Outbox, 'enqueue'>;
  counts?: Counts;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** The fields of every public form; `website` is one that people do not see. */
interface SentForm {
  email: string;
  website?: unknown;
  form_token?: unknown;
}

interface Judged {
  isSpam: boolean;
  /** True if the visitor gets a confirmation by mail. */
  isConfirmed: boolean;
}

/**
 * Makes the function that receives public forms of a kind: limits them by address and mailbox, and recognises spam. An
 * admin who enters a form that came by post or phone is not checked for spam, and not limited.
 */
export function createFormDesk(
  kind: string,
  { formTokens, now, counts = countsInMemory(now) }: FormDependencies,
) {
  const limit = createFormLimiter(counts, kind);
  const mayConfirm = limitConfirmations(counts);
  return async function receive<Sent extends SentForm>(
    call: EngineCall,
    read: () => Promise<Sent>,
    store: (sent: Sent, judged: Judged) => Promise<EngineAnswer>,
  ) {
    const isLimited = !call.admin && !call.receipt.isCounted;
    if (isLimited) await limit.assertFree(call.address);
    const sent = await read();
    const { email, website, form_token } = sent;
    const token = typeof form_token === 'string' ? form_token : undefined;
    const isSpam = !call.admin && (Boolean(website) || formTokens.judge(token) !== 'fine');
    const taken = isLimited ? await limit.take(call.address, email) : undefined;
    const isConfirmed = !isSpam && (call.admin !== undefined || (await mayConfirm(email)));
    try {
      return await store(sent, { isSpam, isConfirmed });
    } catch (error) {
      await taken?.giveBack();
      throw error;
    }
  };
}

const hourMs = 3_600_000;
const perHour = 3;
const perDay = 10;

/**
 * Limits the confirmations of forms by recipient, because anyone can type another person's email address, and can
 * send forms from many IP addresses. Confirmations above the limit are left out without an error, because an error
 * would reveal that the address has been used before (docs/product.md §9).
 */
function limitConfirmations(counts: Counts) {
  const kind = 'engine-confirmation';
  const ofDay = createLimiter({ counts, kind, limit: perDay, windowMs: 24 * hourMs });
  const ofHour = createLimiter({ counts, kind: `${kind}-hour`, limit: perHour, windowMs: hourMs });
  /** Returns true if one more confirmation may be sent to an email address, and counts it. */
  return async (email: string) => {
    const mailbox = mailboxOf(email);
    return takeBoth([ofHour, mailbox], [ofDay, mailbox]).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError && error.status === 429) return false;
        throw error;
      },
    );
  };
}

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
export async function runOnce(tx: Db, { row, key, now }: FormIdempotency, work: () => Promise<EngineAnswer>) {
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

import { type Counts, countsInMemory } from '../../database/site/counts.ts';
import type { FormTokens } from '../../forms/form-tokens.ts';
import { createFormLimiter } from '../../limiter.ts';
import type { EngineAnswer, EngineCall } from '../calls.ts';
import type { Outbox } from '../mail/outbox.ts';
import { limitConfirmations } from './confirmations.ts';

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
    call: Pick<EngineCall, 'admin' | 'address' | 'receipt'>,
    read: () => Promise<Sent>,
    store: (sent: Sent, judged: Judged) => Promise<EngineAnswer>,
  ): Promise<EngineAnswer> {
    const isLimited = !call.admin && !call.receipt.isCounted;
    if (isLimited) await limit.assertFree(call.address);
    const sent = await read();
    const { email, website, form_token } = sent;
    const token = typeof form_token === 'string' ? form_token : undefined;
    const isSpam = !call.admin && (Boolean(website) || !formTokens.check(token));
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

import type { Id } from '#shared/id.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { callApi } from '../../../api/call.ts';
import type { SentMails } from './mail-queries.ts';

/** Persons of one call: few enough that progress is seen. */
const batch = 25;

interface Sending {
  ids: readonly Id[];
  /** What goes with each call. */
  body: Record<string, unknown>;
  signal: AbortSignal;
  /** Told after each call. */
  onProgress: (done: number) => void;
}

/**
 * One mail to each, a few at a time. Whoever sends the same form again after a failure mails nobody twice: `body.key` stays. Rejects as
 * `callApi` does; those before are queued then.
 */
export async function sendMails({ ids, body, signal, onProgress }: Sending): Promise<Envelope<SentMails>> {
  const sent: SentMails = { mails: [], skipped: [] };
  for (let start = 0; start < ids.length; start += batch) {
    onProgress(start);
    const some = ids.slice(start, start + batch);
    const answer = await callApi('sendCandidateMails', { body: { ...body, ids: some }, signal });
    if (answer.status !== 1 || !answer.data) return { ...answer, status: 0, data: sent };
    sent.mails.push(...answer.data.mails);
    sent.skipped.push(...answer.data.skipped);
  }
  onProgress(ids.length);
  return { status: 1, data: sent };
}

/** Names one form: what is sent by it twice is sent once. */
export function newSendKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

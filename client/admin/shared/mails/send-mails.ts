import type { Id } from '#shared/id.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { callApi } from '../../../api/call.ts';
import type { SentMails } from './mail-queries.ts';

/** Number of recipients per call; small enough to show progress. */
const batch = 25;

interface Sending {
  ids: readonly Id[];
  /** Body of each call. */
  body: Record<string, unknown>;
  signal: AbortSignal;
  /** Called after each call. */
  onProgress: (done: number) => void;
}

/**
 * Sends separate mails, a few per call. Sending the same form again after a failure sends no mail twice, because
 * `body.key` stays the same. Rejects as `callApi` does; the mails before the failure are then queued.
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

/** Returns an idempotency key for one form: a repeated request is sent only once. */
export function newSendKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

import type { Id } from '#shared/id.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { callApi } from '../../../api/call.ts';
import type { SentMails } from './mail-queries.ts';

/** Number of recipients per call. Small, so that the progress can be shown. */
const batch = 25;

interface Sending {
  ids: readonly Id[];
  /** Body of every call, without the recipients. */
  body: Record<string, unknown>;
  signal: AbortSignal;
  /** Called after each call with the number of recipients that are done. */
  onProgress: (done: number) => void;
}

/**
 * Sends separate mails, with a few recipients per call. If the form is sent again after a failure, no mail is sent
 * twice, because `body.key` is still the same. Rejects as `callApi` does; the mails of earlier calls are queued
 * nevertheless.
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

/** Returns an idempotency key for one form, so that a repeated request sends no second mail. */
export function newSendKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

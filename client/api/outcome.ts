import { messages } from '#shared/messages.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { translateError } from './api-error.ts';

/** Result of a call: its answer, or the reason why it is not done. An envelope with status 0 counts as not done. */
type Outcome = { done: true; answer: Envelope } | { done: false; reason: string };

/** Waits for a call, and never rejects. A failure has been logged by the request helper. */
export async function outcomeOf(call: Promise<Envelope>): Promise<Outcome> {
  try {
    const answer = await call;
    return answer.status === 1
      ? { done: true, answer }
      : { done: false, reason: answer.message || messages['request.failed'] };
  } catch (error) {
    return { done: false, reason: translateError(error).message };
  }
}

import { messages } from '#shared/messages.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { translateError } from './api-error.ts';

/** Result of a call, for a screen: done, or the reason why not. An answer with status 0 is not done. */
export type Outcome = { done: true } | { done: false; reason: string };

/** Waits for a call; never rejects. The request helper logs failures. */
export async function outcomeOf(call: Promise<Envelope>): Promise<Outcome> {
  try {
    const answer = await call;
    return answer.status === 1
      ? { done: true }
      : { done: false, reason: answer.message || messages['request.failed'] };
  } catch (error) {
    return { done: false, reason: translateError(error).message };
  }
}

/**
 * True when an answer with 2xx is a success, as at sign-in: hosts leave `status` out, or have another word for it. Only
 * an answer that says no is a failure.
 */
export function saysSuccess(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return true;
  const { status, success } = answer as { status?: unknown; success?: unknown };
  if (success === false) return false;
  return status === undefined || status === null || successWords.has(status);
}

const successWords = new Set<unknown>([1, '1', 200, '200', true, 'ok', 'success']);

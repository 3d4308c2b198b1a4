/**
 * True when a 2xx answer is a success, as at sign-in: some hosts omit `status` or use another value. Only an answer
 * that reports a failure is one.
 */
export function saysSuccess(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return true;
  const { status, success } = answer as { status?: unknown; success?: unknown };
  if (success === false) return false;
  return status === undefined || status === null || successWords.has(status);
}

const successWords = new Set<unknown>([1, '1', 200, '200', true, 'ok', 'success']);

/**
 * True when a 2xx answer, such as that of a sign-in, reports success. A missing `status` counts as success, because
 * some hosts omit it. `success: false` and unknown values of `status` count as failure.
 */
export function saysSuccess(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return true;
  const { status, success } = answer as { status?: unknown; success?: unknown };
  if (success === false) return false;
  return status === undefined || status === null || successWords.has(status);
}

const successWords = new Set<unknown>([1, '1', 200, '200', true, 'ok', 'success']);

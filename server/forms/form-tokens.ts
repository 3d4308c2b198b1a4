import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { limits } from '#shared/limits.ts';

/** Tokens by which a form tells when it was opened: HMAC-SHA256, so nobody but whoever has the secret makes them. */
export interface FormTokens {
  issue(): string;
  /**
   * False for a token that is missing or forged, or comes back sooner than a person can fill a form. There is no upper
   * end: somebody who leaves a tab open over night is no robot, and must not be lost.
   */
  check(token: string | undefined): boolean;
  /** The same in more words: `foreign` is a token that is missing, forged, or somebody else's. */
  judge(token: string | undefined): 'foreign' | 'early' | 'fine';
}

/** The first secret signs, any of them verifies. `now` gives milliseconds since 1970. */
export function createFormTokens(
  secrets: Buffer | readonly Buffer[],
  now: () => number = () => Date.now(),
): FormTokens {
  const [current, ...older] = [secrets].flat() as Buffer[];
  if (!current) throw new Error('createFormTokens: no secret');
  const sign = (text: string, secret = current) =>
    createHmac('sha256', secret).update(`form ${text}`).digest('base64url');
  const isSigned = (text: string, signature: string) =>
    [current, ...older].some((secret) =>
      timingSafeEqual(Buffer.from(sign(text, secret)), Buffer.from(signature)),
    );
  return {
    issue() {
      const opened = `${now().toString(36)}.${randomBytes(6).toString('base64url')}`;
      return `${opened}.${sign(opened)}`;
    },
    check: (token) => judge(token) === 'fine',
    judge,
  };

  function judge(token: string | undefined): ReturnType<FormTokens['judge']> {
    const [, opened, time, signature] = tokenForm.exec(token ?? '') ?? [];
    if (!opened || !time || !signature || !isSigned(opened, signature)) return 'foreign';
    const age = now() - Number.parseInt(time, 36);
    // A token of the future is one of ours all the same: it is the clock that was set back.
    return age < 0 || age >= limits.formMinSeconds * 1000 ? 'fine' : 'early';
  }
}

const tokenForm = /^(([0-9a-z]{1,12})\.[\w-]{8})\.([\w-]{43})$/;

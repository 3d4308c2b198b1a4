import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { limits } from '#shared/limits.ts';

export type FormTokens = ReturnType<typeof createFormTokens>;

/**
 * Tokens that contain the time at which a form was opened: HMAC-SHA256, so only a holder of the secret can make them.
 * The first secret signs; each of the secrets verifies. `now` returns milliseconds since 1970.
 */
export function createFormTokens(secrets: Buffer | readonly Buffer[], now: () => number = () => Date.now()) {
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
    judge,
  };

  /**
   * Judges a token: `foreign` is one that is missing, forged, or made by another server, `early` one that is returned
   * sooner than a person can fill in a form. There is no upper limit: a person who leaves a tab open overnight is not a
   * robot.
   */
  function judge(token: string | undefined): 'foreign' | 'early' | 'fine' {
    const [, opened, time, signature] = tokenForm.exec(token ?? '') ?? [];
    if (!opened || !time || !signature || !isSigned(opened, signature)) return 'foreign';
    const age = now() - Number.parseInt(time, 36);
    // A token from the future is genuine too: the clock was set back after it was issued.
    return age < 0 || age >= limits.formMinSeconds * 1000 ? 'fine' : 'early';
  }
}

const tokenForm = /^(([0-9a-z]{1,12})\.[\w-]{8})\.([\w-]{43})$/;

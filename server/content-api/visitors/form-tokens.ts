import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { limits } from '#shared/limits.ts';

/** Tokens by which a form tells when it was opened: HMAC-SHA256, so nobody but this engine makes them. */
export interface FormTokens {
  issue(): string;
  /**
   * False for a token that is missing or forged, or comes back sooner than a person can fill a form. There is no upper
   * end: somebody who leaves a tab open over night is no robot, and must not be lost.
   */
  check(token: string | undefined): boolean;
}

/** `now` gives milliseconds since 1970. */
export function createFormTokens(secret: Buffer, now: () => number = () => Date.now()): FormTokens {
  const sign = (text: string) => createHmac('sha256', secret).update(`form ${text}`).digest('base64url');
  return {
    issue() {
      const opened = `${now().toString(36)}.${randomBytes(6).toString('base64url')}`;
      return `${opened}.${sign(opened)}`;
    },
    check(token) {
      const [, opened, time, signature] = tokenForm.exec(token ?? '') ?? [];
      if (!opened || !time || !signature) return false;
      if (!timingSafeEqual(Buffer.from(sign(opened)), Buffer.from(signature))) return false;
      const age = now() - Number.parseInt(time, 36);
      // A token of the future is one of ours all the same: it is the clock that was set back.
      return age < 0 || age >= limits.formMinSeconds * 1000;
    },
  };
}

const tokenForm = /^(([0-9a-z]{1,12})\.[\w-]{8})\.([\w-]{43})$/;

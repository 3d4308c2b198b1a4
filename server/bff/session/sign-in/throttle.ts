import type { Request } from 'express';
import type { Counts } from '../../../database/site/counts.ts';
import { createLimiter, takeBoth } from '../../../database/site/limiter.ts';
import type { Devices } from '../devices.ts';

/**
 * After 5 wrong attempts for an account or from an IP address, further ones get 429 for 10 minutes. The attempts of a
 * known browser are counted separately, with the same limit.
 */
const maxAttempts = 5;
const waitMs = 10 * 60_000;

/** An attempt that was counted. */
export interface Attempt {
  /** Takes back the count of an attempt that did not test the password. */
  forgive(): Promise<unknown>;
  /**
   * Resets the account's count after a right password. The count of the IP address is not reset: otherwise attackers
   * could sign in to an account of their own to get new guesses.
   */
  succeeded(): Promise<unknown>;
}

export type LoginThrottle = ReturnType<typeof createLoginThrottle>;

/**
 * Creates the throttle, which counts an attempt to sign in before the upstream is called, so that parallel guesses
 * cannot bypass the limit, and throws 429 above it. A browser that has signed in before has its own count, so that an
 * attacker elsewhere, or behind the same proxy, cannot lock it out. When its attempts are used up, it is treated like an
 * unknown browser.
 */
export function createLoginThrottle({ known, counts }: { known: Devices['known']; counts: Counts }) {
  const limiter = (kind: string) =>
    createLimiter({ counts, kind, limit: maxAttempts, windowMs: waitMs, from: 'last' });
  const devices = limiter('login-device');
  const addresses = limiter('login-address');
  const accounts = limiter('login-account');

  return async (req: Pick<Request, 'ip' | 'cookies'>, account: string): Promise<Attempt> => {
    const device = await known(req, account);
    const ofDevice = device === undefined ? undefined : await devices.tryTake(device);
    // The account's count stays as it is: it counts guesses from elsewhere.
    if (device && ofDevice?.giveBack)
      return { forgive: ofDevice.giveBack, succeeded: () => devices.forget(device) };
    // The IP address is counted before the account, so that a blocked address cannot use up the attempts of other
    // people's accounts.
    const { giveBack } = await takeBoth([addresses, req.ip ?? 'gone'], [accounts, account]);
    return { forgive: giveBack, succeeded: () => Promise.all([giveBack(), accounts.forget(account)]) };
  };
}

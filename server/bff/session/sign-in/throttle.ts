import type { Request, RequestHandler } from 'express';
import type { Counts } from '../../../database/site/counts.ts';
import { createLimiter, type Limiter, type Taken } from '../../../limiter.ts';
import type { Devices } from '../devices.ts';
import { attemptedAccount } from './attempted-account.ts';

/**
 * After 5 wrong attempts for an account or from an IP address, further ones get 429 for 10 minutes. The attempts of a
 * known browser are counted separately, with the same limit.
 */
const maxAttempts = 5;
const waitMs = 10 * 60_000;
const maxKeys = 50_000;

/** Limits guesses at passwords. */
export interface LoginThrottle {
  /**
   * Counts the attempt before the upstream is called, so that parallel guesses cannot bypass the limit. Answers 429
   * above the limit.
   */
  readonly pass: RequestHandler;
  /** Takes back the count of an attempt that did not test the password. */
  forgive(req: Request): Promise<void>;
  /**
   * Resets the account's count after a right password. The count of the IP address is not reset: otherwise attackers
   * could sign in to an account of their own to get new guesses.
   */
  succeeded(req: Request): Promise<void>;
}

interface LoginThrottleOptions {
  devices: Pick<Devices, 'known'>;
  counts: Counts;
}

interface Counted extends Taken {
  in: Limiter;
  key: string;
}

/**
 * Creates the throttle. A browser that has signed in before has its own count, so that an attacker elsewhere, or
 * behind the same proxy, cannot lock it out. When its attempts are used up, it is treated like an unknown browser.
 */
export function createLoginThrottle({ devices: browsers, counts }: LoginThrottleOptions): LoginThrottle {
  const limiter = (kind: string) =>
    createLimiter({ counts, kind, limit: maxAttempts, windowMs: waitMs, from: 'last', maxKeys });
  const devices = limiter('login-device');
  const addresses = limiter('login-address');
  const accounts = limiter('login-account');
  /**
   * The counts that an attempt has increased: that of its known browser only, or those of its IP address and account.
   */
  const attempts = new WeakMap<Request, Counted[]>();

  /** Counts one attempt; throws 429 above the limit. */
  async function count(on: Limiter, key: string): Promise<Counted> {
    return { in: on, key, ...(await on.take(key)) };
  }

  async function countDevice(req: Request): Promise<Counted[] | undefined> {
    const key = await browsers.known(req, attemptedAccount(req));
    const taken = key === undefined ? undefined : await devices.tryTake(key);
    return key && taken?.giveBack ? [{ in: devices, key, ...taken }] : undefined;
  }

  /**
   * The IP address is counted before the account, so that a blocked address cannot use up the attempts of other
   * people's accounts.
   */
  async function countUnknown(req: Request): Promise<Counted[]> {
    const byAddress = await count(addresses, req.ip ?? 'gone');
    try {
      return [byAddress, await count(accounts, attemptedAccount(req))];
    } catch (error) {
      // If the account is blocked, no password was checked, so the attempt is not counted for the IP address.
      await byAddress.giveBack();
      throw error;
    }
  }

  return {
    async pass(req, _res, next) {
      attempts.set(req, (await countDevice(req)) ?? (await countUnknown(req)));
      next();
    },
    async forgive(req) {
      await Promise.all((attempts.get(req) ?? []).map((each) => each.giveBack()));
    },
    async succeeded(req) {
      await Promise.all(
        (attempts.get(req) ?? []).map((each) =>
          // The count of the IP address is only reduced by this one attempt. The account's count is reset only if
          // this attempt has increased it. An attempt of a known browser has not increased it, so the account's count
          // stays: it counts guesses from elsewhere.
          each.in === addresses ? each.giveBack() : each.in.forget(each.key),
        ),
      );
    },
  };
}

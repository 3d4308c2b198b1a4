import type { Request, RequestHandler } from 'express';
import type { Counts } from '../../../database/site/counts.ts';
import { createLimiter, type Limiter, type Taken } from '../../../limiter.ts';
import type { Devices } from '../devices.ts';
import { attemptedAccount } from './attempted-account.ts';

/**
 * 5 wrong attempts per account or address, then 429 for 10 minutes; the same for a known device, which is counted
 * separately.
 */
const maxAttempts = 5;
const waitMs = 10 * 60_000;
const maxKeys = 50_000;

/** Limits guesses at passwords. */
export interface LoginThrottle {
  /**
   * Counts the attempt before the call to the upstream, so that parallel guesses cannot bypass the limit; 429 above
   * it.
   */
  readonly pass: RequestHandler;
  /** Reverts the count of an attempt that proved nothing about the password. */
  forgive(req: Request): Promise<void>;
  /**
   * Resets the account's count after the right password. The address's count is not reset: otherwise an attacker
   * could sign in to their own account to get new guesses.
   */
  succeeded(req: Request): Promise<void>;
}

export interface LoginThrottleOptions {
  devices: Pick<Devices, 'known'>;
  counts: Counts;
}

interface Counted extends Taken {
  in: Limiter;
  key: string;
}

/**
 * Creates the throttle. A browser that has signed in before has its own count, so that an attacker elsewhere, or
 * behind the same proxy, cannot lock it out. Once its attempts are used up, it counts as unknown.
 */
export function createLoginThrottle({ devices: browsers, counts }: LoginThrottleOptions): LoginThrottle {
  const limiter = (kind: string) =>
    createLimiter({ counts, kind, limit: maxAttempts, windowMs: waitMs, from: 'last', maxKeys });
  const devices = limiter('login-device');
  const addresses = limiter('login-address');
  const accounts = limiter('login-account');
  /** The counts of an attempt: by its device only, or by address and account. */
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
   * Counts the address before the account: a blocked address cannot use up the attempts of other people's accounts.
   */
  async function countUnknown(req: Request): Promise<Counted[]> {
    const byAddress = await count(addresses, req.ip ?? 'gone');
    try {
      return [byAddress, await count(accounts, attemptedAccount(req))];
    } catch (error) {
      // A blocked account does not count against this address: no password was checked.
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
          // For a known device the account's own count is not reset: it counts guesses from elsewhere.
          each.in === addresses ? each.giveBack() : each.in.forget(each.key),
        ),
      );
    },
  };
}

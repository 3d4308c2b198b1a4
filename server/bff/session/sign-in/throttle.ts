import type { Request, RequestHandler } from 'express';
import type { Counts } from '../../../database/site/counts.ts';
import { createLimiter, type Limiter, type Taken } from '../../../limiter.ts';
import type { Devices } from '../devices.ts';
import { triedAccount } from './tried.ts';

/** 5 wrong attempts per account or address, then 10 minutes of 429; the same for a known device, which is counted apart. */
const maxAttempts = 5;
const waitMs = 10 * 60_000;
const maxKeys = 50_000;

/** Holds back guessing at passwords. */
export interface LoginThrottle {
  /** Counts the attempt before the upstream is asked, so that parallel guesses cannot pass; 429 past the limit. */
  readonly pass: RequestHandler;
  /** The attempt proved nothing about the password: it does not count after all. */
  forgive(req: Request): Promise<void>;
  /** The right password: the account's count starts again. The address's does not: an account of one's own would buy new guesses. */
  succeeded(req: Request): Promise<void>;
}

export interface LoginThrottleOptions {
  devices: Pick<Devices, 'known'>;
  counts: Counts;
}

/** An attempt that was counted. */
interface Counted extends Taken {
  in: Limiter;
  key: string;
}

/**
 * A browser that has signed in before has attempts of its own, so that who guesses elsewhere, or behind the same proxy, cannot lock
 * it out; when they are used up it is as unknown as any.
 */
export function createLoginThrottle({ devices: browsers, counts }: LoginThrottleOptions): LoginThrottle {
  const limiter = (kind: string) =>
    createLimiter({ counts, kind, limit: maxAttempts, windowMs: waitMs, from: 'last', maxKeys });
  const devices = limiter('login-device');
  const addresses = limiter('login-address');
  const accounts = limiter('login-account');
  /** What an attempt was counted as: by its device alone, or by address and account. */
  const attempts = new WeakMap<Request, Counted[]>();

  /** Counts one, or 429. */
  async function count(on: Limiter, key: string): Promise<Counted> {
    return { in: on, key, ...(await on.take(key)) };
  }

  async function countDevice(req: Request): Promise<Counted[] | undefined> {
    const key = await browsers.known(req, triedAccount(req));
    const taken = key === undefined ? undefined : await devices.tryTake(key);
    return key && taken?.giveBack ? [{ in: devices, key, ...taken }] : undefined;
  }

  /** The address before the account: one that is blocked cannot go on and use up the attempts of other people's accounts. */
  async function countUnknown(req: Request): Promise<Counted[]> {
    const byAddress = await count(addresses, req.ip ?? 'gone');
    try {
      return [byAddress, await count(accounts, triedAccount(req))];
    } catch (error) {
      // A refused account says nothing about this address: no password was looked at.
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
          // By device, the account's own count stays: it is about those who guess elsewhere.
          each.in === addresses ? each.giveBack() : each.in.forget(each.key),
        ),
      );
    },
  };
}

import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator, type Options, type RateLimitInfo, rateLimit } from 'express-rate-limit';
import { AppError } from '../../../errors.ts';
import { accountOf } from '../devices.ts';
import { createAttemptStore } from './attempt-store.ts';
import { credentialsOf } from './credentials.ts';

/** 5 wrong attempts per account or address, then 10 minutes of 429; the same for a known device, which is counted apart. */
const maxAttempts = 5;
const waitMs = 10 * 60_000;
const maxKeys = 50_000;

/** Holds back guessing at passwords. */
export interface LoginThrottle {
  /** Count the attempt before the upstream is asked, so that parallel guesses cannot pass; 429 past the limit. */
  readonly passes: RequestHandler[];
  /** The attempt proved nothing about the password: it does not count after all. */
  forgive(req: Request): void;
  /** The right password: the account's count starts again. The address's does not: an account of one's own would buy new guesses. */
  succeeded(req: Request): void;
}

export interface LoginThrottleOptions {
  /** The id of the browser that asks, when somebody has signed in there to this very account before. */
  knownDevice(req: Request): Promise<string | undefined>;
  /** Milliseconds since 1970. */
  now: () => number;
}

/**
 * A browser that has signed in before has attempts of its own, so that who guesses elsewhere, or behind the same proxy, cannot lock
 * it out; when they are used up it is as unknown as any.
 */
export function createLoginThrottle({ knownDevice, now }: LoginThrottleOptions): LoginThrottle {
  const store = () => createAttemptStore({ limit: maxAttempts, windowMs: waitMs, maxKeys, now });
  const [devices, addresses, accounts] = [store(), store(), store()];
  /** The requests that are counted by their device, with its id. */
  const byDevice = new WeakMap<Request, string>();

  const countDevice: RequestHandler = async (req, _res, next) => {
    const id = await knownDevice(req);
    if (id && devices.increment(id).totalHits <= maxAttempts) byDevice.set(req, id);
    next();
  };

  const limiter = (options: Pick<Options, 'store' | 'keyGenerator'>, refused: (req: Request) => void) =>
    rateLimit({
      ...options,
      windowMs: waitMs,
      limit: maxAttempts,
      legacyHeaders: false,
      standardHeaders: false,
      skip: (req) => byDevice.has(req),
      handler(req: Request & { rateLimit?: RateLimitInfo }, _res, next) {
        refused(req);
        const until = req.rateLimit?.resetTime?.getTime() ?? now() + waitMs;
        next(throttled((until - now()) / 1000));
      },
    });

  return {
    // The address before the account: one that is blocked cannot go on and use up the attempts of other people's accounts.
    passes: [
      countDevice,
      limiter({ store: addresses, keyGenerator: addressKey }, () => {}),
      // A refused account says nothing about this address: no password was looked at.
      limiter({ store: accounts, keyGenerator: accountKey }, (req) => addresses.decrement(addressKey(req))),
    ],
    forgive(req) {
      const device = byDevice.get(req);
      if (device) return devices.decrement(device);
      addresses.decrement(addressKey(req));
      accounts.decrement(accountKey(req));
    },
    succeeded(req) {
      const device = byDevice.get(req);
      // The account's own count stays: it is about those who guess elsewhere.
      if (device) return devices.resetKey(device);
      addresses.decrement(addressKey(req));
      accounts.resetKey(accountKey(req));
    },
  };
}

/** 429 with the wait in the message and in Retry-After. */
export function throttled(seconds: number): AppError {
  const wait = Math.max(1, Math.ceil(seconds));
  return new AppError('login.throttled', 429, {
    values: { minutes: Math.ceil(wait / 60) },
    headers: { 'Retry-After': String(wait) },
  });
}

/** An IPv6 address counts by its /56: whoever has one address there has them all. */
function addressKey(req: Request): string {
  return ipKeyGenerator(req.ip ?? 'gone');
}

function accountKey(req: Request): string {
  return accountOf(credentialsOf(req).email);
}

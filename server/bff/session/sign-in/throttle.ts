import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator, type Options, type RateLimitInfo, rateLimit } from 'express-rate-limit';
import { AppError } from '../../../errors.ts';
import { credentialsOf } from './credentials.ts';
import { createTryStore } from './try-store.ts';

/** DESIGN §5: 5 wrong tries per account or address, then 10 minutes of 429. */
const wrongTries = 5;
const waitMs = 10 * 60_000;
const maxKeys = 50_000;

/** Holds back guessing at passwords. */
export interface LoginThrottle {
  /** Count the try before the upstream is asked, so that parallel guesses cannot pass; 429 past the limit. */
  readonly passes: RequestHandler[];
  /** The try proved nothing about the password: it does not count after all. */
  forgive(req: Request): void;
  /** The right password: the account begins anew. The address does not, or one own account would free all guesses. */
  succeeded(req: Request): void;
}

/** `now` gives milliseconds since 1970. */
export function createLoginThrottle(now: () => number): LoginThrottle {
  const addresses = createTryStore({ limit: wrongTries, windowMs: waitMs, maxKeys, now });
  const accounts = createTryStore({ limit: wrongTries, windowMs: waitMs, maxKeys, now });

  const limiter = (options: Pick<Options, 'store' | 'keyGenerator'>, refused: (req: Request) => void) =>
    rateLimit({
      ...options,
      windowMs: waitMs,
      limit: wrongTries,
      legacyHeaders: false,
      standardHeaders: false,
      handler(req: Request & { rateLimit?: RateLimitInfo }, _res, next) {
        refused(req);
        const until = req.rateLimit?.resetTime?.getTime() ?? now() + waitMs;
        next(throttled((until - now()) / 1000));
      },
    });

  return {
    // The address first: one that is blocked cannot go on and use up the tries of other people's accounts.
    passes: [
      limiter({ store: addresses, keyGenerator: addressKey }, () => {}),
      // A refused account says nothing about this address: no password was looked at.
      limiter({ store: accounts, keyGenerator: accountKey }, (req) => addresses.decrement(addressKey(req))),
    ],
    forgive(req) {
      addresses.decrement(addressKey(req));
      accounts.decrement(accountKey(req));
    },
    succeeded(req) {
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

/** Hosts compare e-mails without case, accents or invisible characters (MySQL collations); so do we, to be no laxer. */
function accountKey(req: Request): string {
  return credentialsOf(req)
    .email.normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\s]/gu, '')
    .toLowerCase();
}

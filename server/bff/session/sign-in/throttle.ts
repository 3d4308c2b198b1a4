import type { Request, RequestHandler } from 'express';
import type { Counts } from '../../../database/site/counts.ts';
import { AppError } from '../../../errors.ts';
import { networkOf } from '../../../forms/rate-limit.ts';
import type { Devices } from '../devices.ts';
import { type AttemptStore, createAttemptStore } from './attempt-store.ts';
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
interface Counted {
  in: AttemptStore;
  key: string;
  at: number;
}

/**
 * A browser that has signed in before has attempts of its own, so that who guesses elsewhere, or behind the same proxy, cannot lock
 * it out; when they are used up it is as unknown as any.
 */
export function createLoginThrottle({ devices: browsers, counts }: LoginThrottleOptions): LoginThrottle {
  const store = (kind: string) =>
    createAttemptStore({ counts, kind, limit: maxAttempts, windowMs: waitMs, maxKeys });
  const devices = store('login-device');
  const addresses = store('login-address');
  const accounts = store('login-account');
  /** What an attempt was counted as: by its device alone, or by address and account. */
  const attempts = new WeakMap<Request, Counted[]>();

  /** Counts one, or 429. */
  async function count(on: AttemptStore, key: string): Promise<Counted> {
    const attempt = await on.count(key);
    if ('waitMs' in attempt) throw throttled(attempt.waitMs / 1000);
    return { in: on, key, at: attempt.at };
  }

  async function countDevice(req: Request): Promise<Counted[] | undefined> {
    const id = await browsers.known(req, triedAccount(req));
    const attempt = id === undefined ? undefined : await devices.count(id);
    return id && attempt && 'at' in attempt ? [{ in: devices, key: id, at: attempt.at }] : undefined;
  }

  /** The address before the account: one that is blocked cannot go on and use up the attempts of other people's accounts. */
  async function countUnknown(req: Request): Promise<Counted[]> {
    const byAddress = await count(addresses, addressKey(req));
    try {
      return [byAddress, await count(accounts, triedAccount(req))];
    } catch (error) {
      // A refused account says nothing about this address: no password was looked at.
      await takeBack(byAddress);
      throw error;
    }
  }

  const takeBack = ({ in: on, key, at }: Counted) => on.forgive(key, at);

  return {
    async pass(req, _res, next) {
      attempts.set(req, (await countDevice(req)) ?? (await countUnknown(req)));
      next();
    },
    async forgive(req) {
      await Promise.all((attempts.get(req) ?? []).map(takeBack));
    },
    async succeeded(req) {
      await Promise.all(
        (attempts.get(req) ?? []).map((each) =>
          // By device, the account's own count stays: it is about those who guess elsewhere.
          each.in === addresses ? takeBack(each) : each.in.forget(each.key),
        ),
      );
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

function addressKey(req: Request): string {
  return networkOf(req.ip ?? 'gone');
}

import { hash, randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { z } from 'zod';
import type { Revocations } from './revocations.ts';
import { sealedCookie } from './seal.ts';

/** How far a clock may have been ahead when a cookie was created, in milliseconds. */
export const clockSkewMs = 5 * 60_000;
/** How long a browser stays known after a sign-in, in milliseconds. */
export const deviceLifeMs = 180 * 24 * 3_600_000;

const payload = z.object({ id: z.string().min(1), account: z.string().min(1), provedAt: z.number() });

export type Devices = ReturnType<typeof createDevices>;

/**
 * Browsers that have signed in before. The attempts of these browsers are counted separately, so an attacker who
 * guesses passwords elsewhere cannot lock them out (OWASP, "Slow down online guessing attacks with device cookies").
 * `now` returns milliseconds since 1970.
 */
export function createDevices(
  passwords: readonly string[],
  publicUrl: URL,
  revocations: Pick<Revocations, 'devicesVoidUntil' | 'voidDevices'>,
  now: () => number,
) {
  const cookie = sealedCookie(publicUrl, 'studio_device', passwords, payload);
  return {
    /** Returns the id of this browser if it has signed in to this account before; otherwise undefined. */
    async known(req: Pick<Request, 'cookies'>, account: string) {
      const device = await cookie.open(req.cookies?.[cookie.name]);
      // A cookie that is dated in the future was created while a clock was ahead. It is refused, because it would be
      // valid for too long.
      if (device?.account !== account || device.provedAt > now() + clockSkewMs) return undefined;
      // While the database is unavailable, no browser counts as known.
      const voidUntil = await revocations.devicesVoidUntil(account).catch(() => Number.POSITIVE_INFINITY);
      return device.provedAt > voidUntil ? device.id : undefined;
    },
    /**
     * Marks the browser as known to this account. Call it only for a user who has just proved that they know the
     * password; `provedAt` is the time of that proof.
     */
    async remember(res: Response, account: string, provedAt: number) {
      const id = randomBytes(16).toString('base64url');
      const line = await cookie.line({ id, account, provedAt }, deviceLifeMs);
      if (line) cookie.set(res, line);
    },
    /**
     * Called after a change of the password: browsers that signed in to the account before `at` no longer count as
     * known. Resolves once the database has recorded the change.
     */
    forgetAll: (account: string, at: number) => revocations.voidDevices(account, at, at + deviceLifeMs),
  };
}

/** Letters that Unicode does not decompose, with the letters that hosts treat as equal to them. */
const foldedLetters: Record<string, string> = Object.fromEntries(
  'æ:ae œ:oe ß:ss þ:th ð:d đ:d ħ:h ı:i ł:l ø:o ŧ:t'.split(' ').map((pair) => pair.split(':')),
);

/**
 * Returns a hash of the account that an email address names. It is used for counting, not for display. Hosts compare
 * addresses without case, accents and invisible characters (MySQL's collations). This function does the same:
 * otherwise an attacker could use several spellings of one address to get more attempts.
 */
export function accountOf(email: string) {
  const folded = email
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\p{C}\p{Default_Ignorable_Code_Point}\s]/gu, '')
    .replace(/[æœßþðđħıłøŧ]/g, (letter) => foldedLetters[letter] ?? letter);
  return hash('sha256', folded, 'base64url');
}

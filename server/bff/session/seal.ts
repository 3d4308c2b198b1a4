import { sealData, unsealData } from 'iron-session';
import { z } from 'zod';
import { sessionUserSchema } from '#shared/schemas/session.ts';
import type { Session } from './session.ts';

/** Encrypts and authenticates sessions for the cookie. */
export interface Seal {
  /** `lifeMs`: the seal itself refuses to open after that, whatever it holds. */
  close(session: Session, lifeMs: number): Promise<string>;
  /** The session inside; undefined for whatever does not open. Never throws. */
  open(sealed: string): Promise<Session | undefined>;
}

const payload = z.object({
  id: z.string().min(1),
  token: z.string().min(1),
  user: sessionUserSchema.optional(),
  issuedAt: z.number(),
  renewedAt: z.number(),
});

/** What a seal looks like. The library ignores all text after the `~`: one session would have endless cookies. */
const sealShape = /^Fe26\.2\*1\*[\w*-]+~\d$/;

/**
 * Seals with the first password and opens with any (DESIGN §3, rotation). Each password is used under the same id: ids
 * by position would shift when a new secret is put in front, and no old cookie would open.
 */
export function createSeal(passwords: readonly string[]): Seal {
  const [first] = passwords;
  if (!first) throw new Error('createSeal: no password');
  return {
    close: (session, lifeMs) =>
      // A ttl of 0 would mean for ever.
      sealData(session, { password: first, ttl: Math.max(1, Math.ceil(lifeMs / 1000)) }),
    async open(sealed) {
      if (!sealShape.test(sealed)) return undefined;
      for (const password of passwords) {
        // Gives an empty object for anything forged, cut, expired or sealed by another password.
        const opened = payload.safeParse(await unsealData(sealed, { password }));
        if (opened.success) return opened.data;
      }
      return undefined;
    },
  };
}

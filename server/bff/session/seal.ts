import { sealData, unsealData } from 'iron-session';
import { z } from 'zod';
import { sessionUserSchema } from '#shared/schemas/session.ts';

/** Encrypts and authenticates what a cookie holds. */
export interface Seal<Content> {
  /** `lifeMs`: the seal itself refuses to open after that, whatever it holds. */
  close(content: Content, lifeMs: number): Promise<string>;
  /** What is inside; undefined for whatever does not open. Never throws. */
  open(sealed: string): Promise<Content | undefined>;
}

/** What a session's cookie holds. */
export const sessionContent = z.object({
  id: z.string().min(1),
  token: z.string().min(1),
  user: sessionUserSchema.optional(),
  account: z.string().optional(),
  admin: z.string().optional(),
  issuedAt: z.number(),
  renewedAt: z.number(),
});

/** What a seal looks like. The library ignores all text after the `~`: one content would have endless cookies. */
const sealShape = /^Fe26\.2\*1\*[\w*-]+~\d$/;

/**
 * Seals with the first password and opens with any (docs/architecture.md §3, rotation). Each password is used under the same
 * id: ids by position would shift when a new secret is put in front, and no old cookie would open.
 */
export function createSeal<Content extends object>(
  passwords: readonly string[],
  shape: z.ZodType<Content>,
): Seal<Content> {
  const [first] = passwords;
  if (!first) throw new Error('createSeal: no password');
  return {
    close: (content, lifeMs) =>
      // A ttl of 0 would mean for ever.
      sealData(content, { password: first, ttl: Math.max(1, Math.ceil(lifeMs / 1000)) }),
    async open(sealed) {
      if (!sealShape.test(sealed)) return undefined;
      for (const password of passwords) {
        // Gives an empty object for anything forged, cut, expired or sealed by another password.
        const opened = shape.safeParse(await unsealData(sealed, { password }));
        if (opened.success) return opened.data;
      }
      return undefined;
    },
  };
}

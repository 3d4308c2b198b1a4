import { sealData, unsealData } from 'iron-session';
import { z } from 'zod';
import { sessionUserSchema } from '#shared/schemas/session.ts';

/** Encrypts and authenticates the content of a cookie. */
export interface Seal<Content> {
  /** `lifeMs`: the seal cannot be opened after that time, independent of its content. */
  close(content: Content, lifeMs: number): Promise<string>;
  /** Returns the content; undefined if the seal cannot be opened. Never throws. */
  open(sealed: string): Promise<Content | undefined>;
}

/** Content of a session's cookie. */
export const sessionContent = z.object({
  id: z.string().min(1),
  token: z.string().min(1),
  user: sessionUserSchema.optional(),
  account: z.string().optional(),
  admin: z.string().optional(),
  issuedAt: z.number(),
  renewedAt: z.number(),
});

/**
 * The format of a seal. The library ignores all text after the `~`: one content would otherwise have endless valid
 * cookies.
 */
const sealShape = /^Fe26\.2\*1\*[\w*-]+~\d$/;

/**
 * Seals with the first password and opens with any (docs/configuration.md, rotation). All passwords have the same
 * id: ids by position would shift when a new secret is put in front, and old cookies could not be opened.
 */
export function createSeal<Content extends object>(
  passwords: readonly string[],
  shape: z.ZodType<Content>,
): Seal<Content> {
  const [first] = passwords;
  if (!first) throw new Error('createSeal: no password');
  return {
    close: (content, lifeMs) =>
      // A ttl of 0 would mean no expiry.
      sealData(content, { password: first, ttl: Math.max(1, Math.ceil(lifeMs / 1000)) }),
    async open(sealed) {
      if (!sealShape.test(sealed)) return undefined;
      for (const password of passwords) {
        // Returns an empty object for a seal that is forged, cut, expired or made with another password.
        const opened = shape.safeParse(await unsealData(sealed, { password }));
        if (opened.success) return opened.data;
      }
      return undefined;
    },
  };
}

import { sealData, unsealData } from 'iron-session';
import { z } from 'zod';
import { sessionUserSchema } from '#shared/schemas/session.ts';

/** Encrypts and authenticates the content of a cookie. */
export interface Seal<Content> {
  /** Returns the sealed content. The seal cannot be opened after `lifeMs`, regardless of its content. */
  close(content: Content, lifeMs: number): Promise<string>;
  /** Returns the content; undefined if the seal cannot be opened. Never throws. */
  open(sealed: string): Promise<Content | undefined>;
}

/** The content of a session cookie. */
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
 * The format of a seal. It is checked because the library ignores all text after the `~`, so one content would
 * otherwise have any number of valid cookies.
 */
const sealShape = /^Fe26\.2\*1\*[\w*-]+~\d$/;

/**
 * Creates a seal that closes with the first password and opens with any of them (docs/configuration.md, rotation).
 * The library gets the same id for every password: ids by position would shift when a new secret is put first, and
 * old cookies could not be opened.
 */
export function createSeal<Content extends object>(
  passwords: readonly string[],
  shape: z.ZodType<Content>,
): Seal<Content> {
  const [first] = passwords;
  if (!first) throw new Error('createSeal: no password');
  return {
    close: (content, lifeMs) =>
      // At least one second, because a ttl of 0 would mean that the seal never expires.
      sealData(content, { password: first, ttl: Math.max(1, Math.ceil(lifeMs / 1000)) }),
    async open(sealed) {
      if (!sealShape.test(sealed)) return undefined;
      for (const password of passwords) {
        // For a seal that is forged, cut, expired or made with another password, the library returns an empty object,
        // which the schema then rejects.
        const opened = shape.safeParse(await unsealData(sealed, { password }));
        if (opened.success) return opened.data;
      }
      return undefined;
    },
  };
}

import { z } from 'zod';

/** The alias of a foreign media origin, as used in URLs: /media/{alias}/… (server/foreign-media/README.md). */
export const mediaAliasSchema = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be 1 to 32 small letters, digits and "-", and begin with a letter');

/**
 * Matches a URL of plain characters only: no user name, query, fragment, encoding or dot segment, because another
 * parser could read such a URL differently.
 */
const plainAddress = /^https?:\/\/[^/?#@\\\s]+(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*\/?$/i;

/** Like URL.canParse, which the oldest supported browsers lack; this module may be loaded in browsers. */
function isAddress(text: string) {
  try {
    return Boolean(new URL(text));
  } catch {
    return false;
  }
}

const address = z
  .string()
  .refine(
    (text) => plainAddress.test(text) && isAddress(text),
    'must be an http:// or https:// address, with no more than a plain path',
  );

/** A source of foreign media: an origin, with a base path if the media are not at the root. */
export const mediaOriginSchema = z
  .union(
    [
      address,
      z.strictObject({
        url: address,
        /** True for a server in the operator's own network, whose IP address may be private. */
        allow_private: z.boolean().default(false),
      }),
    ],
    { error: 'must be an http:// or https:// address, or {"url": address, "allow_private": true}' },
  )
  .transform((given): MediaOrigin => {
    const { url, allow_private } = typeof given === 'string' ? { url: given, allow_private: false } : given;
    return { url: new URL(url), allowPrivate: allow_private };
  });

export interface MediaOrigin {
  url: URL;
  /** True if the origin may be in a private network, or on this machine. */
  allowPrivate?: boolean;
}

/** Origins by alias. */
export type MediaOrigins = Readonly<Record<string, MediaOrigin>>;

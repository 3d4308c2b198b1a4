import type { ServerResponse } from 'node:http';
import { sealData, unsealData } from 'iron-session';
import type { z } from 'zod';

/**
 * The format of a seal. It is checked because the library ignores all text after the `~`, so one content would
 * otherwise have any number of valid cookies.
 */
const sealShape = /^Fe26\.2\*1\*[\w*-]+~\d$/;

/**
 * Creates a seal, which encrypts and authenticates. It closes with the first password and opens with any of them
 * (docs/configuration.md, rotation). The library gets the same id for every password: ids by position would shift when
 * a new secret is put first, and old cookies could not be opened.
 */
export function createSeal<Content extends object>(passwords: readonly string[], shape: z.ZodType<Content>) {
  const [first] = passwords;
  if (!first) throw new Error('createSeal: no password');
  return {
    /**
     * Returns the sealed content. The seal cannot be opened later than `lifeMs` and the minute that the library allows
     * for clocks that differ, regardless of its content.
     */
    close: (content: Content, lifeMs: number) =>
      // At least one second, because a ttl of 0 would mean that the seal never expires.
      sealData(content, { password: first, ttl: Math.max(1, Math.ceil(lifeMs / 1000)) }),
    /** Returns the content; undefined if the seal cannot be opened. Never throws. */
    async open(sealed: string) {
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

/**
 * The size of a cookie that every browser must support, in bytes: name, value and attributes together (RFC 6265
 * §6.1).
 */
const maxCookieBytes = 4096;

/**
 * Creates a cookie that only the server reads: scripts have no access to it, and requests that other sites cause do not
 * carry it. Over https its name gets the prefix `__Host-`: browsers then accept the cookie only from this host itself,
 * for the path `/`, and over https.
 */
export function sealedCookie<Content extends object>(
  publicUrl: URL,
  plainName: string,
  passwords: readonly string[],
  shape: z.ZodType<Content>,
) {
  const seal = createSeal(passwords, shape);
  const secure = publicUrl.protocol === 'https:';
  const name = secure ? `__Host-${plainName}` : plainName;
  // The header is built without a library. A seal contains only characters that need no encoding, so the length that is
  // measured is the length that is sent.
  const lineOf = (value: string, seconds: number) =>
    `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly;${secure ? ' Secure;' : ''} SameSite=Strict`;

  /** Adds a Set-Cookie header in place of an earlier one for this cookie: a name may be set only once (RFC 6265 §4.1.1). */
  function set(res: ServerResponse, line: string) {
    const lines = [res.getHeader('set-cookie') ?? []].flat().map(String);
    res.setHeader('set-cookie', [...lines.filter((each) => !each.startsWith(`${name}=`)), line]);
  }

  return {
    name,
    set,
    clear: (res: ServerResponse) => set(res, lineOf('', 0)),
    /** Returns the whole Set-Cookie header for `set`; undefined if the cookie would be too large for browsers. */
    async line(content: Content, lifeMs: number) {
      const line = lineOf(await seal.close(content, lifeMs), Math.floor(lifeMs / 1000));
      return Buffer.byteLength(line) <= maxCookieBytes ? line : undefined;
    },
    /** Opens the value of a cookie; undefined if there is none, or if it cannot be opened. */
    open: async (value: unknown) =>
      typeof value === 'string' && value.length <= maxCookieBytes ? seal.open(value) : undefined,
  };
}

import type { ServerResponse } from 'node:http';

/**
 * A cookie that only the server reads: scripts have no access to it, and requests that other sites cause do not carry
 * it.
 */
interface ServerCookie {
  readonly name: string;
  /** Returns the value of the whole Set-Cookie header. With `maxAgeSeconds` 0 the browser deletes the cookie. */
  line(value: string, maxAgeSeconds: number): string;
  /**
   * Adds the Set-Cookie header `line` to the response. An earlier Set-Cookie header for this cookie is replaced,
   * because a name may be set only once (RFC 6265 §4.1.1).
   */
  set(res: ServerResponse, line: string): void;
}

/**
 * The size of a cookie that every browser must support, in bytes: name, value and attributes together (RFC 6265
 * §6.1).
 */
export const maxCookieBytes = 4096;

export function sessionCookie(publicUrl: URL): ServerCookie {
  return serverCookie(publicUrl, 'studio_session');
}

/**
 * Creates a cookie. Over https its name gets the prefix `__Host-`: browsers then accept the cookie only from this
 * host itself, for the path `/`, and over https.
 */
export function serverCookie(publicUrl: URL, plainName: string): ServerCookie {
  const secure = publicUrl.protocol === 'https:';
  const name = secure ? `__Host-${plainName}` : plainName;
  const attributes = `Path=/; HttpOnly;${secure ? ' Secure;' : ''} SameSite=Strict`;
  return {
    name,
    // The header is built without a library. A seal contains only characters that need no encoding, so the length
    // that is measured is the length that is sent.
    line: (value, maxAgeSeconds) => `${name}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}`,
    set(res, line) {
      const others = [res.getHeader('set-cookie') ?? []]
        .flat()
        .filter((each) => !String(each).startsWith(`${name}=`));
      res.setHeader('set-cookie', [...others.map(String), line]);
    },
  };
}

import type { ServerResponse } from 'node:http';

/** A cookie for the server only: scripts cannot read it, and other sites' requests do not carry it. */
export interface ServerCookie {
  readonly name: string;
  /** Returns the whole Set-Cookie line; `maxAgeSeconds` 0 makes the browser drop the cookie. */
  line(value: string, maxAgeSeconds: number): string;
  /**
   * Sets the line on the response, and replaces an earlier line of this cookie (RFC 6265 §4.1.1: one line per name).
   */
  set(res: ServerResponse, line: string): void;
}

/** Bytes that every browser must support for a cookie: name, value and attributes together (RFC 6265 §6.1). */
export const maxCookieBytes = 4096;

export function sessionCookie(publicUrl: URL): ServerCookie {
  return serverCookie(publicUrl, 'studio_session');
}

/** Over https, the `__Host-` prefix makes browsers reject the cookie from any other host, path or unsafe origin. */
export function serverCookie(publicUrl: URL, plainName: string): ServerCookie {
  const secure = publicUrl.protocol === 'https:';
  const name = secure ? `__Host-${plainName}` : plainName;
  const attributes = `Path=/; HttpOnly;${secure ? ' Secure;' : ''} SameSite=Strict`;
  return {
    name,
    // Built by hand: a seal contains only characters that need no encoding, so that the measured length is the sent
    // length.
    line: (value, maxAgeSeconds) => `${name}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}`,
    set(res, line) {
      const others = [res.getHeader('set-cookie') ?? []]
        .flat()
        .filter((each) => !String(each).startsWith(`${name}=`));
      res.setHeader('set-cookie', [...others.map(String), line]);
    },
  };
}

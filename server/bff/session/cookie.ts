import type { ServerResponse } from 'node:http';

/** A cookie of the server alone: no script reads it, no other site sends it along. */
export interface ServerCookie {
  readonly name: string;
  /** The whole Set-Cookie line; `maxAgeSeconds` 0 makes the browser drop the cookie. */
  line(value: string, maxAgeSeconds: number): string;
  /** Puts the line on the response in place of an earlier one of this cookie (RFC 6265 §4.1.1: one line a name). */
  set(res: ServerResponse, line: string): void;
}

/** What browsers keep at least, name, value and attributes together (RFC 6265 §6.1). */
export const maxCookieBytes = 4096;

/** The cookie that holds the session. */
export function sessionCookie(publicUrl: URL): ServerCookie {
  return serverCookie(publicUrl, 'studio_session');
}

/** Over https the `__Host-` name makes browsers refuse the cookie from any other host, path or unsafe origin. */
export function serverCookie(publicUrl: URL, plainName: string): ServerCookie {
  const secure = publicUrl.protocol === 'https:';
  const name = secure ? `__Host-${plainName}` : plainName;
  const attributes = `Path=/; HttpOnly;${secure ? ' Secure;' : ''} SameSite=Strict`;
  return {
    name,
    // Written by hand: a seal has only characters that need no encoding, so that what is measured is what is sent.
    line: (value, maxAgeSeconds) => `${name}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}`,
    set(res, line) {
      const others = [res.getHeader('set-cookie') ?? []]
        .flat()
        .filter((each) => !String(each).startsWith(`${name}=`));
      res.setHeader('set-cookie', [...others.map(String), line]);
    },
  };
}

import request, { type Response } from 'supertest';
import { type CallName, contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/row.ts';
import type { StubUpstream } from '../../support/stub-upstream.ts';

/** A call as a browser sends it: with X-CSRF, and with a cookie if there is one. */
const ofCall =
  (name: CallName) =>
  (url: string, cookie = '') => {
    const { method } = contract[name];
    return request(url)
      [method.toLowerCase() as 'get' | 'post'](callPath(contract[name]))
      .set({ 'X-CSRF': '1', Cookie: cookie });
  };

export const signIn = (url: string, body: object, cookie = '') => ofCall('login')(url, cookie).send(body);
export const signOut = ofCall('logout');
export const probe = ofCall('session');
export const renewal = ofCall('renewSession');
/** Makes a call to the host that needs a session. */
export const adminRead = ofCall('blogs');
/** Makes a call answered by the BFF that needs a session and the site's database. */
export const siteStatus = ofCall('siteStatus');
export const deskCounts = ofCall('deskCounts');
export const blogSchedules = ofCall('blogSchedules');
export const jobSchedules = ofCall('jobSchedules');

/** Returns the Set-Cookie lines of an answer. */
export function setCookies(answer: Response) {
  return [answer.headers['set-cookie'] ?? []].flat();
}

/** Returns the cookie of an answer as a browser sends it back. Throws if the answer sets none. */
export function cookieOf(answer: Response) {
  const [line] = setCookies(answer);
  if (!line) throw new Error(`No cookie in the answer ${answer.status} ${answer.text}`);
  return line.split(';', 1)[0] ?? '';
}

/** Returns everything of an answer that a page or its extensions could read. */
export function visible(answer: Response) {
  return JSON.stringify(answer.headers) + answer.text;
}

/** Sets the API host's answer to the next sign-in. */
export function answerSignIn(
  stub: StubUpstream,
  status: number,
  body: unknown,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  stub.misbehave({ kind: 'answer', status, headers, body: text }, { path: '/api/login', times: 1 });
}

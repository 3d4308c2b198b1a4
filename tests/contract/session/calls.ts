import request, { type Response, type Test } from 'supertest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import type { StubUpstream } from '../../support/stub-upstream.ts';

/** The session calls as a browser sends them: with X-CSRF, and with a cookie if there is one. */
export function signIn(url: string, body: object, cookie = ''): Test {
  return request(url).post(callPath(contract.login)).set('X-CSRF', '1').set('Cookie', cookie).send(body);
}

export function signOut(url: string, cookie = ''): Test {
  return request(url).post(callPath(contract.logout)).set('X-CSRF', '1').set('Cookie', cookie);
}

export function probe(url: string, cookie = ''): Test {
  return request(url).get(callPath(contract.session)).set('Cookie', cookie);
}

export function renewal(url: string, cookie = ''): Test {
  return request(url).post(callPath(contract.renewSession)).set('X-CSRF', '1').set('Cookie', cookie);
}

/** Makes a call to the host that needs a session. */
export function adminRead(url: string, cookie = ''): Test {
  return request(url).get(callPath(contract.blogs)).set('Cookie', cookie);
}

/** Makes a call answered by the BFF that needs a session and the site's database. */
export function siteStatus(url: string, cookie = ''): Test {
  return request(url).get(callPath(contract.siteStatus)).set('Cookie', cookie);
}

/** Returns the Set-Cookie lines of an answer. */
export function setCookies(answer: Response): string[] {
  return [answer.headers['set-cookie'] ?? []].flat();
}

/** Returns the cookie of an answer as a browser sends it back. Throws if the answer sets none. */
export function cookieOf(answer: Response): string {
  const [line] = setCookies(answer);
  if (!line) throw new Error(`No cookie in the answer ${answer.status} ${answer.text}`);
  return line.split(';', 1)[0] ?? '';
}

/** Returns everything of an answer that a page or its extensions could read. */
export function visible(answer: Response): string {
  return JSON.stringify(answer.headers) + answer.text;
}

/** Sets the API host's answer to the next sign-in. */
export function answerSignIn(
  stub: StubUpstream,
  status: number,
  body: unknown,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  stub.misbehave({ kind: 'answer', status, headers, body: text }, { path: '/api/login', times: 1 });
}

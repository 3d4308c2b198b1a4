import request, { type Response, type Test } from 'supertest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import type { StubUpstream } from '../../support/stub-upstream.ts';

/** The session calls as a browser sends them: with X-CSRF, and with a cookie when there is one. */
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

/** A call that needs a session. */
export function adminRead(url: string, cookie = ''): Test {
  return request(url).get(callPath(contract.blogs)).set('Cookie', cookie);
}

/** A call of ours that needs a session, and our own database. */
export function siteStatus(url: string, cookie = ''): Test {
  return request(url).get(callPath(contract.siteStatus)).set('Cookie', cookie);
}

/** The Set-Cookie lines of an answer. */
export function setCookies(answer: Response): string[] {
  return [answer.headers['set-cookie'] ?? []].flat();
}

/** The cookie of an answer as a browser sends it back. Fails when the answer sets none. */
export function cookieOf(answer: Response): string {
  const [line] = setCookies(answer);
  if (!line) throw new Error(`No cookie in the answer ${answer.status} ${answer.text}`);
  return line.split(';', 1)[0] ?? '';
}

/** Everything of an answer that a page or its extensions could read. */
export function visible(answer: Response): string {
  return JSON.stringify(answer.headers) + answer.text;
}

/** Makes the API host answer the next sign-in so. */
export function answerSignIn(
  stub: StubUpstream,
  status: number,
  body: unknown,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  stub.misbehave({ kind: 'answer', status, headers, body: text }, { path: '/api/login', times: 1 });
}

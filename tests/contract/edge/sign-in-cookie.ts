import type { TestApp } from '../../support/start-test-app.ts';
import type { StubUpstream } from '../../support/stub-upstream.ts';

/** Signs in as the stub's admin and returns the Cookie header for raw requests. */
export async function signInCookie(app: TestApp, upstream: StubUpstream): Promise<string> {
  const answer = await fetch(`${app.url}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-CSRF': '1' },
    body: JSON.stringify(upstream.admin),
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0];
  if (!cookie) throw new Error(`No session cookie came with ${answer.status}`);
  return cookie;
}

import { signIn } from '../../support/sign-in.ts';
import type { TestApp } from '../../support/start-test-app.ts';
import type { StubUpstream } from '../../support/stub-upstream.ts';
import { head, openRaw, sendRaw } from '../edge/raw-http.ts';

/** A way for a call to cross the BFF. Each has its own code, so each attack is tried on all of them. */
export interface Way {
  name: string;
  method: string;
  /** Path that the upstream receives, which a stub's rule matches. */
  path: string;
  body?: string;
  session: boolean;
}

export const ways: readonly Way[] = [
  { name: 'a read of the contract', method: 'GET', path: '/api/singlePost/1', session: false },
  { name: 'a call without a body', method: 'DELETE', path: '/api/deleteTechImage/1', session: true },
  { name: 'a read that the contract does not list', method: 'GET', path: '/api/elsewhere', session: false },
  { name: 'a call with a body', method: 'POST', path: '/api/elsewhere', body: '{"a":1}', session: true },
  { name: 'media', method: 'GET', path: '/storage/x.png', session: false },
];

/** Sends calls of any way over raw sockets, with the session of one sign-in. */
export async function openWays(app: TestApp, stub: StubUpstream) {
  const cookie = (await signIn(app, stub.admin)).cookie;
  const bytes = (way: Way, headers: Record<string, string> = {}) =>
    head(`${way.method} ${way.path} HTTP/1.1`, {
      Host: new URL(app.url).host,
      'X-CSRF': '1',
      Connection: 'close',
      ...(way.session && { Cookie: cookie }),
      ...(way.body && {
        'Content-Type': 'application/json',
        'Content-Length': String(Buffer.byteLength(way.body)),
      }),
      ...headers,
    }) + (way.body ?? '');
  return {
    cookie,
    send: (way: Way, headers?: Record<string, string>) => sendRaw(app.url, bytes(way, headers)),
    /** Sends the call and leaves the connection open, for calls that are cut or aborted. */
    async open(way: Way, headers?: Record<string, string>) {
      const connection = await openRaw(app.url);
      connection.send(bytes(way, headers));
      return connection;
    },
  };
}

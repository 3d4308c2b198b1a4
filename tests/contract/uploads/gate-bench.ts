import { readdir } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { expect, vi } from 'vitest';
import { type StubSite, stubSite } from '../../support/stub-site.ts';

/** A part as sent over the wire; `head` replaces its whole head, for hostile forms. */
export interface SentPart {
  name?: string;
  fileName?: string;
  type?: string;
  head?: Buffer | string;
  bytes: Buffer | string;
}

export interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: { status: number; code?: string; message?: string; errors?: Record<string, string[]> };
}

export const boundary = 'x-test-boundary';
export const formType = `multipart/form-data; boundary=${boundary}`;

export const text = (name: string, bytes: Buffer | string): SentPart => ({ name, bytes });
export const file = (
  name: string,
  bytes: Buffer | string,
  fileName = 'a.png',
  type = 'image/png',
): SentPart => ({ name, fileName, type, bytes });

/** Returns a form's bytes, written by hand: HTTP clients would correct a hostile form. */
export function formBody(parts: readonly SentPart[], end = `--${boundary}--\r\n`) {
  const pieces = parts.flatMap(({ name = '', fileName, type, head, bytes }) => {
    const disposition = `Content-Disposition: form-data; name="${name}"`;
    const asFile = fileName === undefined ? '' : `; filename="${fileName}"`;
    const own = `${disposition}${asFile}${type ? `\r\nContent-Type: ${type}` : ''}`;
    return [`--${boundary}\r\n`, head ?? own, '\r\n\r\n', bytes, '\r\n'];
  });
  return Buffer.concat([...pieces, end].map((piece) => Buffer.from(piece as string)));
}

/** The product in front of a stub, with an admin signed in, and a client that sends bodies unchanged. */
export function gateBench(...given: Parameters<typeof stubSite>) {
  const site: StubSite = stubSite(...given);
  const leftovers = () => readdir(join(site.app.dataDir, 'tmp', 'uploads'));
  const bench = {
    site,
    /** Sends the head of a request; the test writes the body. */
    begin(path: string, headers: Record<string, string | number>) {
      const all = { 'x-csrf': '1', cookie: site.cookie, ...headers };
      const req = request(new URL(path, site.app.url), { method: 'POST', agent: false, headers: all });
      const answer = new Promise<Answer>((resolve, reject) => {
        // After an early answer the server may close the connection while the test still writes; the answer counts.
        req.on('error', reject).on('response', (res) => {
          textOf(res).then((whole) => {
            const body = whole ? JSON.parse(whole) : {};
            resolve({ status: res.statusCode ?? 0, headers: res.headers, body });
          }, reject);
        });
      });
      return { req, answer };
    },
    /** Sends a body; a `transfer-encoding` among the headers stands in place of its length. */
    send(path: string, body: Buffer, headers: Record<string, string> = {}) {
      const length: Record<string, number> =
        'transfer-encoding' in headers ? {} : { 'content-length': body.length };
      const { req, answer } = bench.begin(path, { ...length, ...headers });
      req.end(body);
      return answer;
    },
    sendForm: (path: string, parts: readonly SentPart[], headers = {}) =>
      bench.send(path, formBody(parts), { 'content-type': formType, ...headers }),
    /** Waits until this many uploads are on disk; they are deleted just after the answer has arrived. */
    untilLeftovers: (count: number) =>
      vi.waitFor(async () => expect(await leftovers()).toHaveLength(count), { timeout: 60_000 }),
    /** Checks that nothing was sent to the API host and nothing remains on disk. */
    async expectNothingPassed() {
      expect(site.stub.requests).toEqual([]);
      await bench.untilLeftovers(0);
    },
  };
  return bench;
}

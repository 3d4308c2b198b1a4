import { readdir } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type { StartOptions } from '../../../server/main.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';

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
  headers: Record<string, string | string[] | undefined>;
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
): SentPart => ({
  name,
  fileName,
  type,
  bytes,
});

/** Returns a form's bytes, written by hand: HTTP clients would correct a hostile form. */
export function formBody(parts: readonly SentPart[], end = `--${boundary}--\r\n`): Buffer {
  const pieces: (Buffer | string)[] = [];
  for (const part of parts) {
    const disposition = `Content-Disposition: form-data; name="${part.name ?? ''}"`;
    const asFile = part.fileName === undefined ? '' : `; filename="${part.fileName}"`;
    const type = part.type ? `\r\nContent-Type: ${part.type}` : '';
    const head = part.head ?? `${disposition}${asFile}${type}`;
    pieces.push(`--${boundary}\r\n`, head, '\r\n\r\n', part.bytes, '\r\n');
  }
  return Buffer.concat([...pieces, end].map((piece) => Buffer.from(piece as string)));
}

/** The product in front of a stub, with an admin signed in. */
export interface GateBench {
  app: TestApp;
  stub: StubUpstream;
  /** Sends a body unchanged. `chunked` omits Content-Length. */
  send(
    path: string,
    body: Buffer,
    headers?: Record<string, string>,
    options?: { chunked?: boolean; method?: string },
  ): Promise<Answer>;
  sendForm(path: string, parts: readonly SentPart[], options?: { chunked?: boolean }): Promise<Answer>;
  /** Sends the head of a request; the test writes the body. */
  begin(
    path: string,
    headers: Record<string, string | number>,
  ): { req: ClientRequest; answer: Promise<Answer> };
  cookie: string;
  /** Files below DATA_DIR/tmp/uploads now. */
  leftovers(): Promise<string[]>;
  /**
   * Waits until this many uploads are there; files are deleted when a response closes, just after the answer has
   * arrived.
   */
  untilLeftovers(count: number): Promise<void>;
  /** Checks that nothing was sent to the API host and nothing remains on disk. */
  expectNothingPassed(): Promise<void>;
  close(): Promise<void>;
}

export async function startGateBench(
  environment: Record<string, string> = {},
  options: Pick<StartOptions, 'minRate'> = {},
): Promise<GateBench> {
  const stub = await startStubUpstream();
  const app = await startTestApp({ UPSTREAM_URL: stub.url, ...environment }, options);
  const login = await fetch(`${app.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf': '1' },
    body: JSON.stringify(stub.admin),
  });
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  expect(login.status).toBe(200);
  stub.requests.length = 0;

  const begin: GateBench['begin'] = (path, headers) => open('POST', path, headers);
  const open = (method: string, path: string, headers: Record<string, string | number>) => {
    const url = new URL(path, app.url);
    const req = request(url, { method, agent: false, headers: { 'x-csrf': '1', cookie, ...headers } });
    const answer = new Promise<Answer>((resolve, reject) => {
      // After an early answer the server may close the connection while the test still writes; the answer counts.
      req.on('error', reject);
      req.on('response', (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('error', reject);
        res.on('end', () => {
          const whole = Buffer.concat(chunks).toString();
          resolve({
            status: res.statusCode ?? 0,
            headers: res.headers,
            body: whole ? JSON.parse(whole) : {},
          });
        });
      });
    });
    return { req, answer };
  };

  const leftovers = () => readdir(join(app.dataDir, 'tmp', 'uploads'));
  const bench: GateBench = {
    app,
    stub,
    cookie,
    begin,
    async send(path, body, headers = {}, { chunked = false, method = 'POST' } = {}) {
      const length: Record<string, string | number> = chunked
        ? { 'transfer-encoding': 'chunked' }
        : { 'content-length': body.length };
      const { req, answer } = open(method, path, { ...length, ...headers });
      req.end(body);
      return answer;
    },
    sendForm: (path, parts, options) =>
      bench.send(path, formBody(parts), { 'content-type': formType }, options),
    leftovers,
    untilLeftovers: (count) =>
      vi.waitFor(async () => expect(await leftovers()).toHaveLength(count), { timeout: 60_000 }),
    async expectNothingPassed() {
      expect(stub.requests).toEqual([]);
      await bench.untilLeftovers(0);
    },
    async close() {
      await app.close();
      await stub.close();
    },
  };
  return bench;
}

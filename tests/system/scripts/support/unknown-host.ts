import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, vi } from 'vitest';
import { proposeHostFile } from '../../../../tools/commands/doctor.ts';
import { closeServer, listening } from '../../../support/free-port.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closers.splice(0).reverse()) await close();
});

export interface Given {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Answers by method and path. The last segment of a path may be `*`; its value is then the last argument. */
export type Answers = Record<
  string,
  (query: URLSearchParams, headers: Record<string, unknown>, body: string, last: string) => Given
>;

/**
 * Starts a host that answers by method and path, and with `otherwise` to all other requests. The host and its folder
 * are removed after the test.
 */
export async function startHost(
  answers: Answers,
  otherwise: Given = { status: 404, body: { detail: 'Not found.' } },
) {
  const asked: string[] = [];
  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '/', 'http://host.invalid');
    asked.push(`${req.method} ${req.url}`);
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const [, parent = '', last = ''] = /^(.*\/)([^/]*)$/.exec(url.pathname) ?? [];
      const answer = answers[`${req.method} ${url.pathname}`] ?? answers[`${req.method} ${parent}*`];
      const body = Buffer.concat(chunks).toString('latin1');
      const given = answer?.(url.searchParams, req.headers, body, decodeURIComponent(last)) ?? otherwise;
      res.writeHead(given.status ?? 200, { 'content-type': 'application/json', ...given.headers });
      res.end('body' in given && given.body !== undefined ? JSON.stringify(given.body) : '');
    });
  });
  const url = await listening(server);
  closers.push(() => closeServer(server));
  return { url, asked };
}

/** Runs `npm run studio -- doctor URL` in a separate data folder. */
export async function run(
  url: string,
  flags: Parameters<typeof proposeHostFile>[1] = {},
  password = 'correct horse',
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'studio-test-'));
  closers.push(() => rm(dataDir, { recursive: true }));
  const out: string[] = [];
  const told: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((text) => void out.push(String(text)));
  vi.spyOn(console, 'error').mockImplementation((text) => void told.push(String(text)));
  const environment = { DATA_DIR: dataDir, ADMIN_EMAIL: 'ada@example.com', ADMIN_PASSWORD: password };
  const again = (more = flags) => proposeHostFile(url, more, environment);
  return { code: await again(), again, out: () => out.join('\n'), told: () => told.join('\n'), dataDir };
}

export const token = '0123456789abcdef0123456789abcdef01234567';

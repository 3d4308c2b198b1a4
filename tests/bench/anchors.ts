import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Agent, createServer, type IncomingMessage, type RequestListener, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';

/**
 * The programs beside the product: `node anchors.ts NAME [HOST or FILE]`. Each is minimal and has none of the product's
 * other functions.
 */
const [, , name = '', given = ''] = process.argv;
const agent = new Agent({ keepAlive: true });

/** The address and bytes of answers that the product gave before. */
const stored: Record<string, { headers: Record<string, string>; body: string }> = given.endsWith('.json')
  ? JSON.parse(readFileSync(given, 'utf8'))
  : {};
const answers = new Map(
  Object.entries(stored).map(([path, { headers, body }]) => [
    path,
    { headers, body: Buffer.from(body, 'base64') },
  ]),
);

const programs: Record<string, () => RequestListener> = {
  host: () => (req, res) => {
    req.resume().once('end', () => {
      const body = hostAnswer(req.method, req.url ?? '/');
      res.writeHead(200, { 'content-type': 'application/json', 'content-length': body.byteLength }).end(body);
    });
  },
  'bare node': () => (req, res) => {
    const answer = answers.get(req.url ?? '');
    if (!answer) res.writeHead(404).end();
    else if (req.headers['if-none-match'] && req.headers['if-none-match'] === answer.headers.etag)
      res.writeHead(304, { etag: answer.headers.etag }).end();
    else res.writeHead(200, answer.headers).end(answer.body);
  },
  Express: () =>
    express().get(/.*/, (req, res) => {
      const answer = answers.get(req.originalUrl);
      res.set(answer?.headers ?? {}).end(answer?.body ?? 'Hello');
    }),
  'bare node proxy': () => (req, res) => {
    req.pipe(toHost(req, (answer) => answer.pipe(res.writeHead(answer.statusCode ?? 502, answer.headers))));
  },
  'through a file': () => async (req, res) => {
    const file = join(tmpdir(), `studio-bench-${process.pid}-${performance.now()}`);
    await pipeline(req, createWriteStream(file));
    const sent = toHost(req, (answer) => {
      answer.pipe(res.writeHead(answer.statusCode ?? 502, answer.headers));
      void rm(file);
    });
    createReadStream(file).pipe(sent);
  },
  'http-proxy-middleware': () =>
    express().use(createProxyMiddleware({ target: given, changeOrigin: true, agent })),
};

function toHost({ method, url, headers }: IncomingMessage, answered: (answer: IncomingMessage) => void) {
  const { hostname, port } = new URL(given);
  return request({ host: hostname, port, method, path: url, headers, agent }, answered);
}

/** A post has 60 kB of text; pages of a list from 100,000 on are of 200 kB. */
function hostAnswer(method = 'GET', url: string) {
  const post = Number(/singlePost\/(\d+)/.exec(url)?.[1]);
  const page = Number(/[?&]page=(\d+)/.exec(url)?.[1] ?? 1);
  if (url === '/api/login') return json({ token: 'token-of-the-bench-0123456789' });
  if (method !== 'GET') return json({ data: { id: 1 } });
  if (!post) return json({ data: list(page >= 100_000 ? 1_450 : 14) });
  const text = '<p>One of many <em>paragraphs</em> of text.</p>'.repeat(1_330);
  return json({
    data: {
      id: post,
      blog_title: 'A post',
      description: text,
      blog_image: '/storage/a.png',
      is_active: 1,
      ...stamps,
    },
  });
}

const stamps = { created_at: '2026-01-02T00:00:00.000Z', updated_at: '2026-01-02T00:00:00.000Z' };

function list(count: number): object {
  const row = { title: 'Film and moving pictures', image: '/storage/a.png', tech_img: [], ...stamps };
  const data = Array.from({ length: count }, (_, index) => ({ id: index + 1, ...row }));
  return { data, current_page: 1, last_page: 1_000_000, total: count, per_page: count };
}

function json(fields: object) {
  return Buffer.from(JSON.stringify({ status: 1, ...fields }));
}

const program = programs[name];
if (!program) throw new Error(`There is no anchor ${name}.`);
const server = createServer(program()).listen(0, '127.0.0.1', () => {
  console.log('The site is at', `http://127.0.0.1:${(server.address() as { port: number }).port}`);
});
// A program waits for its turn longer than Node keeps an idle connection.
server.keepAliveTimeout = 600_000;

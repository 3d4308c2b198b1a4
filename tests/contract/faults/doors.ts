import { expect } from 'vitest';
import { image } from '../../support/files.ts';
import type { RawRequest, WireAnswer } from '../../support/raw-host.ts';
import type { TestApp } from '../../support/start-test-app.ts';

/** An answer as a browser saw it. */
export interface Seen {
  status: number;
  headers: Headers;
  body: Buffer;
  /** True if the connection ended before the answer did. */
  cut: boolean;
}

/** One way into the product that leads to a call to the API host; each has its own code in between. */
export interface Door {
  name: string;
  /** True if answers are streamed: a failure after the first byte can only cut them. */
  streams?: true;
  /** True if visitors get a stale entry while the host fails. */
  keeps?: true;
  /** True for a page: its failures are pages too. */
  page?: true;
  /** Makes the call; `round` differs for each fault, for addresses that were never requested before. */
  call(round: number): Promise<Seen>;
  isGood(seen: Seen): boolean;
}

const credentials = { email: 'admin@host.example', password: 'a long password' };
const words = 'Words that nobody else has written, and enough of them to be cut in two. ';

const post = (id: number) => ({
  id,
  blog_title: `Post ${id}`,
  description: `<p>${words.repeat(20)}</p>`,
  blog_image: null,
  is_active: 1,
  created_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-01-02T03:04:05Z',
});
/** A team member: a record that lacks a required field would be left out. */
const member = {
  id: 1,
  name: 'Gul',
  designation: 'Editor',
  bio: words.repeat(20),
  is_active: 1,
  sort_order: 1,
  created_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-01-02T03:04:05Z',
};
const listOf = (items: unknown[]) => ({
  status: 1,
  data: { data: items, current_page: 1, last_page: 1, per_page: 10, total: items.length },
});

/** Returns an honest host's answers to all requests of the doors and of the pages. */
export async function honestHost(): Promise<{
  answer: (request: RawRequest) => WireAnswer;
  picture: Buffer;
}> {
  const picture = await image('png', 700, 400);
  const document = Buffer.from(`%PDF-1.4\n${'% words of a life\n'.repeat(200)}%%EOF\n`);
  return {
    picture,
    answer({ method, path }) {
      if (method === 'OPTIONS') return answer('', 'text/plain', [['Allow', 'GET, HEAD, POST, DELETE']]);
      if (path.startsWith('/storage/')) return answer(picture, 'image/png');
      if (path.startsWith('/api/downloadCv/')) return answer(document, 'application/pdf');
      if (path === '/api/login')
        return json({
          status: 1,
          message: words,
          data: { token: `token-of-${path.length}-${words.length}` },
        });
      const id = Number(/^\/api\/singlePost\/(\d+)/.exec(path)?.[1]);
      if (id) return json({ status: 1, data: post(id) });
      if (path.startsWith('/api/team')) return json({ status: 1, data: [member] });
      if (method === 'GET') return json(listOf([post(1)]));
      return json({ status: 1, message: words, data: post(1) });
    },
  };
}

function answer(body: string | Buffer, type: string, headers: [string, string][] = []): WireAnswer {
  return {
    statusLine: 'HTTP/1.1 200 OK',
    headers: [['Content-Type', type], ...headers],
    body: Buffer.from(body),
  };
}

const json = (value: unknown) => answer(JSON.stringify(value), 'application/json');

/** Returns every door of a running product, with an admin signed in. */
export async function openDoors(app: TestApp, picture: Buffer): Promise<Door[]> {
  const signIn = () =>
    send('POST', '/api/login', { body: JSON.stringify(credentials), type: 'application/json' });
  const cookie = (await signIn()).headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  expect(cookie).not.toBe('');

  async function send(
    method: string,
    path: string,
    { body, type, session = false }: { body?: string | FormData; type?: string; session?: boolean } = {},
  ): Promise<Seen> {
    const response = await fetch(app.url + path, {
      method,
      redirect: 'manual',
      headers: { 'x-csrf': '1', ...(session && { cookie }), ...(type && { 'content-type': type }) },
      ...(body !== undefined && { body }),
    });
    const pieces: Uint8Array[] = [];
    let cut = false;
    try {
      for await (const piece of response.body ?? []) pieces.push(piece);
    } catch {
      cut = true;
    }
    return { status: response.status, headers: response.headers, body: Buffer.concat(pieces), cut };
  }

  const saysOk = ({ body }: Seen) => JSON.parse(body.toString()).status === 1 && body.includes(words);
  const form = () => {
    const data = new FormData();
    data.set('blog_title', 'A post');
    data.set('is_active', '1');
    data.set('description', '<p>x</p>');
    data.set('blog_image', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'p.png');
    return data;
  };
  return [
    { name: 'a read of visitors', call: (round) => send('GET', `/api/singlePost/${round}`), isGood: saysOk },
    { name: 'the same, kept from before', keeps: true, call: () => send('GET', '/api/team'), isGood: saysOk },
    {
      name: 'a page',
      page: true,
      call: (round) => send('GET', `/view-blog/${round}`),
      isGood: ({ body }) => body.includes(words),
    },
    {
      name: 'an upload',
      call: () => send('POST', '/api/saveBlog', { session: true, body: form() }),
      isGood: saysOk,
    },
    {
      name: 'a download',
      streams: true,
      call: () => send('GET', '/api/downloadCv/1', { session: true }),
      isGood: ({ body }) => body.toString('latin1').endsWith('%%EOF\n'),
    },
    {
      name: 'sign-in',
      call: signIn,
      isGood: ({ body, headers }) =>
        JSON.parse(body.toString()).status === 1 && Boolean(headers.get('set-cookie')),
    },
  ];
}

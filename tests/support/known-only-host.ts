import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A Laravel-like API host that has only the known calls of docs/calls.md; its media has another host name. */
export interface KnownOnlyHost {
  url: string;
  /** Every request, with method and path including the query, in order. */
  requests: { method: string; path: string; authorized: boolean }[];
  settings: KnownOnlySettings;
  close(): Promise<void>;
}

export interface KnownOnlySettings {
  /** True if `blogs` answers 401 without a token. */
  blogsNeedToken: boolean;
  /** Calls that are left in this minute for all clients together, as with Laravel's `throttle:60,1`; then 429. */
  callsLeft: number;
  /** True if the host never answers. */
  silent: boolean;
  /** How the host answers an unknown address. */
  unknown: 'json' | 'html' | 'spa';
  /**
   * How the host answers OPTIONS: with Allow as Laravel does, with an empty 204 as a CORS layer does, or like an
   * unknown address.
   */
  options: 'allow' | 'cors' | 'none';
  /** True if a wrong method is answered with 404 instead of 405, as in Rails and Express. */
  hidesMethods: boolean;
  /** Further contract paths that this host has, e.g. /api/contactUs. */
  besides: string[];
}

const knownOnlyDefaults: KnownOnlySettings = {
  blogsNeedToken: false,
  callsLeft: Number.POSITIVE_INFINITY,
  silent: false,
  unknown: 'json',
  options: 'allow',
  hidesMethods: false,
  besides: [],
};

const media = 'https://cdn.host.example/storage';
export const knownOnlyAdmin = { email: 'admin@host.example', password: 'a long password' };
const token = 'known-only-token';

/** 25 posts, newest first; every third is inactive, in every spelling of yes and no. */
const posts = Array.from({ length: 25 }, (_, index) => {
  const id = 25 - index;
  const active = id % 3 !== 0;
  const spelling = [1, '1', true][id % 3];
  return {
    id,
    blog_title: active ? `Known post ${id}` : `Hidden post ${id}`,
    description: `<p>Words of ${id}.</p><script>alert(${id})</script>`,
    is_active: active ? spelling : [0, '0', false][Math.floor(id / 3) % 3],
    blog_image: `${media}/post-${id}.png`,
    created_at: new Date(Date.UTC(2026, 0, id)).toISOString(),
  };
});

const categories = [
  { id: 1, title: 'Film', image: `${media}/film.png`, tech_img: [{ id: 1, image: `${media}/logo.png` }] },
  { id: 2, title: 'Web', image: `${media}/web.png`, tech_img: [] },
];

type Row = [
  method: string,
  path: RegExp,
  answer: (id: number, page: number, authorized: boolean) => [number, unknown],
];

export async function startKnownOnlyHost(given: Partial<KnownOnlySettings> = {}): Promise<KnownOnlyHost> {
  const settings = { ...knownOnlyDefaults, ...given };
  const ok = (data?: unknown): [number, unknown] => [200, data === undefined ? { message: 'OK' } : { data }];
  const notFound = (what: string, id: number): [number, unknown] => [
    404,
    { message: `No query results for model [App\\Models\\${what}] ${id}` },
  ];
  const list = (items: unknown[], page: number, perPage: number) =>
    ok({
      data: items.slice((page - 1) * perPage, page * perPage),
      current_page: page,
      last_page: Math.max(1, Math.ceil(items.length / perPage)),
    });
  const change: Row[2] = (_id, _page, authorized) =>
    authorized ? ok() : [401, { message: 'Unauthenticated.' }];
  const rows: Row[] = [
    ['GET', /^\/api\/getProjectCategory$/, (_id, page) => list(categories, page, 10)],
    [
      'GET',
      /^\/api\/getSingleCategory\/(\d+)$/,
      (id) => {
        const found = categories.find((each) => each.id === id);
        return found ? ok(found) : notFound('Category', id);
      },
    ],
    [
      'GET',
      /^\/api\/singlePost\/(\d+)$/,
      (id) => {
        const found = posts.find((each) => each.id === id);
        return found ? ok(found) : notFound('Blog', id);
      },
    ],
    [
      'GET',
      /^\/api\/blogs$/,
      (_id, page, authorized) =>
        settings.blogsNeedToken && !authorized
          ? [401, { message: 'Unauthenticated.' }]
          : list(posts, page, 4),
    ],
    ['POST', /^\/api\/login$/, () => [200, { token, user: { id: 1, name: 'Admin' } }]],
    ['POST', /^\/api\/logout$/, () => ok()],
    ['POST', /^\/api\/(?:addProjectCategory|addProject|saveBlog|editBlog)$/, change],
    ['POST', /^\/api\/(?:updateProjectCategory|deleteBlog)\/(\d+)$/, change],
    ['DELETE', /^\/api\/deleteTechImage\/(\d+)$/, change],
  ];

  function answer(
    method: string,
    path: string,
    page: number,
    authorized: boolean,
    res: ServerResponse,
  ): void {
    const json = (status: number, body: unknown, headers = {}) => {
      res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    };
    const allowed = rows.filter(([, pattern]) => pattern.test(path)).map(([each]) => each);
    if (settings.besides.includes(path)) allowed.push('POST');
    const allow = allowed.flatMap((each) => (each === 'GET' ? ['GET', 'HEAD'] : [each])).join(',');
    if (method === 'OPTIONS' && settings.options === 'cors') {
      res.writeHead(204).end();
      return;
    }
    if (method === 'OPTIONS' && settings.options === 'allow' && allow) {
      res.writeHead(200, { allow }).end();
      return;
    }
    if (settings.besides.includes(path) && method === 'POST') {
      res.writeHead(204).end();
      return;
    }
    const row = rows.find(([each, pattern]) => each === method && pattern.test(path));
    if (row) {
      const [status, body] = row[2](Number(row[1].exec(path)?.[1]), page, authorized);
      json(status, body);
    } else if (allow && method !== 'OPTIONS' && !settings.hidesMethods) {
      const message = `The ${method} method is not supported for route ${path.slice(1)}.`;
      json(405, { message }, { allow });
    } else if (settings.unknown === 'json') {
      json(404, { message: `The route ${path.slice(1)} could not be found.` });
    } else {
      const status = settings.unknown === 'spa' ? 200 : 404;
      res.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Not Found</h1>');
    }
  }

  function handle(req: IncomingMessage, res: ServerResponse): void {
    const { pathname: path, searchParams } = new URL(req.url ?? '/', 'http://host.example');
    const authorized = req.headers.authorization === `Bearer ${token}`;
    host.requests.push({ method: req.method ?? '', path: req.url ?? '', authorized });
    req.resume();
    req.once('end', () => {
      if (settings.silent) return;
      if (settings.callsLeft <= 0) {
        res.writeHead(429, { 'content-type': 'application/json', 'retry-after': '37' });
        res.end('{"message":"Too Many Attempts."}');
        return;
      }
      settings.callsLeft -= 1;
      answer(req.method ?? '', path, Number(searchParams.get('page')) || 1, authorized, res);
    });
  }

  const server = createServer(handle);
  const host: KnownOnlyHost = {
    url: '',
    requests: [],
    settings,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return host;
}

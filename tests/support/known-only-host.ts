import { createServer, type ServerResponse } from 'node:http';
import { listening } from './free-port.ts';

const defaults = {
  /** True if `blogs` answers 401 without a token. */
  blogsNeedToken: false,
  /** Calls that are left in this minute for all clients together, as with Laravel's `throttle:60,1`; then 429. */
  callsLeft: Number.POSITIVE_INFINITY,
  /** True if the host never answers. */
  silent: false,
  /** How the host answers an unknown address. */
  unknown: 'json' as 'json' | 'spa',
  /**
   * How the host answers OPTIONS: with Allow as Laravel does, with an empty 204 as a CORS layer does, or like an
   * unknown address.
   */
  options: 'allow' as 'allow' | 'cors' | 'none',
  /** Further contract paths that this host has, e.g. /api/contactUs. */
  besides: [] as string[],
};
export type KnownOnlySettings = typeof defaults;
export type KnownOnlyHost = Awaited<ReturnType<typeof startKnownOnlyHost>>;

const media = 'https://cdn.host.example/storage';
export const knownOnlyAdmin = { email: 'admin@host.example', password: 'a long password' };
const token = 'known-only-token';

/** 25 posts, newest first; every third is inactive, in every spelling of yes and no. */
const posts = Array.from({ length: 25 }, (_, index) => {
  const id = 25 - index;
  const active = id % 3 !== 0;
  return {
    id,
    blog_title: `${active ? 'Known' : 'Hidden'} post ${id}`,
    description: `<p>Words of ${id}.</p><script>alert(${id})</script>`,
    is_active: active ? [1, '1', true][id % 3] : [0, '0', false][Math.floor(id / 3) % 3],
    blog_image: `${media}/post-${id}.png`,
    created_at: new Date(Date.UTC(2026, 0, id)).toISOString(),
  };
});
const categories = [
  { id: 1, title: 'Film', image: `${media}/film.png`, tech_img: [{ id: 1, image: `${media}/logo.png` }] },
  { id: 2, title: 'Web', image: `${media}/web.png`, tech_img: [] },
];
const pageOf = (items: unknown[], page: number, size: number) => ({
  data: items.slice((page - 1) * size, page * size),
  current_page: page,
  last_page: Math.ceil(items.length / size),
});
const byId = (items: { id: number }[], id: number) => items.find((each) => each.id === id);
type Answer = (id: number, page: number) => unknown;
const changed: Answer = () => ({ message: 'OK' });

/** The calls by method and path: what each answers, undefined being a 404. */
const rows: [method: string, path: RegExp, answer: Answer][] = [
  ['GET', /^\/api\/getProjectCategory$/, (_id, page) => ({ data: pageOf(categories, page, 10) })],
  [
    'GET',
    /^\/api\/getSingleCategory\/(\d+)$/,
    (id) => byId(categories, id) && { data: byId(categories, id) },
  ],
  ['GET', /^\/api\/singlePost\/(\d+)$/, (id) => byId(posts, id) && { data: byId(posts, id) }],
  ['GET', /^\/api\/blogs$/, (_id, page) => ({ data: pageOf(posts, page, 4) })],
  ['POST', /^\/api\/login$/, () => ({ token, user: { id: 1, name: 'Admin' } })],
  ['POST', /^\/api\/logout$/, changed],
  [
    'POST',
    /^\/api\/(?:addProjectCategory|addProject|saveBlog|editBlog|(?:updateProjectCategory|deleteBlog)\/\d+)$/,
    changed,
  ],
  ['DELETE', /^\/api\/deleteTechImage\/\d+$/, changed],
];

/** Starts a Laravel-like API host that has only the known calls of docs/calls.md; its media has another host name. */
export async function startKnownOnlyHost(given: Partial<KnownOnlySettings> = {}) {
  const settings = { ...defaults, ...given };
  /** Every request, with method and path including the query, in order. */
  const requests: { method: string; path: string; authorized: boolean }[] = [];

  function answer(res: ServerResponse, method: string, { pathname, searchParams }: URL, authorized: boolean) {
    const json = (status: number, body: unknown, headers = {}) =>
      res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    const isExtra = settings.besides.includes(pathname);
    const there = rows.filter(([, path]) => path.test(pathname));
    const allow = [
      ...there.map(([each]) => each.replace('GET', 'GET,HEAD')),
      ...(isExtra ? ['POST'] : []),
    ].join(',');
    const [, path, found] = there.find(([each]) => each === method) ?? [];
    const needsToken =
      (found === changed && !pathname.endsWith('logout')) ||
      (settings.blogsNeedToken && pathname === '/api/blogs');
    if (method === 'OPTIONS' && settings.options === 'cors') res.writeHead(204).end();
    else if (method === 'OPTIONS' && settings.options === 'allow' && allow)
      res.writeHead(200, { allow }).end();
    else if (isExtra && method === 'POST') res.writeHead(204).end();
    else if (found && needsToken && !authorized) json(401, { message: 'Unauthenticated.' });
    else if (found) {
      const id = path?.exec(pathname)?.[1];
      const body = found(Number(id), Number(searchParams.get('page')) || 1);
      if (body) json(200, body);
      else json(404, { message: `No query results for model [App\\Models\\Row] ${id}` });
    } else if (allow && method !== 'OPTIONS') {
      json(
        405,
        { message: `The ${method} method is not supported for route ${pathname.slice(1)}.` },
        { allow },
      );
    } else if (settings.unknown === 'json') {
      json(404, { message: `The route ${pathname.slice(1)} could not be found.` });
    } else {
      res.writeHead(200, { 'content-type': 'text/html' }).end('<h1>The app</h1>');
    }
  }

  const server = createServer((req, res) => {
    const { method = '', url = '/' } = req;
    const authorized = req.headers.authorization === `Bearer ${token}`;
    requests.push({ method, path: url, authorized });
    req.resume().once('end', () => {
      if (settings.silent) return;
      settings.callsLeft -= 1;
      if (settings.callsLeft >= 0)
        return answer(res, method, new URL(url, 'http://host.example'), authorized);
      res.writeHead(429, { 'content-type': 'application/json', 'retry-after': '37' });
      res.end('{"message":"Too Many Attempts."}');
    });
  });
  const url = await listening(server);
  return {
    url,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

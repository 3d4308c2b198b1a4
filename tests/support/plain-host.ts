import { createServer, type Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';

/** A third party's API host: a few routes, with the manners of its framework. */
export interface PlainHost {
  url: string;
  /** Method and target of every request, in order. */
  seen: string[];
  close(): Promise<void>;
}

interface PlainHostOptions {
  /** By method and path (`GET /api/blogs`, `{id}` for any number): the body of a 200, or a status with a body. */
  routes: Record<string, unknown>;
  /**
   * Number of calls under /api that are accepted in a minute; further calls get 429 with Retry-After, as with
   * Laravel's throttle.
   */
  perMinute?: number;
  /**
   * True if OPTIONS of an existing path answers with success, as Laravel's router does; otherwise every OPTIONS is a
   * 404.
   */
  answersOptions?: boolean;
}

/** An answer of a route with a status other than 200. */
export class Answered {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown = { message: 'Unauthenticated.' }) {
    this.status = status;
    this.body = body;
  }
}

export async function startPlainHost(options: PlainHostOptions): Promise<PlainHost> {
  const seen: string[] = [];
  const routes = Object.entries(options.routes).map(([name, body]) => {
    const [method = '', path = ''] = name.split(' ');
    return { method, pattern: new RegExp(`^${path.replace('{id}', '\\d+')}$`), body };
  });
  let left = options.perMinute ?? Number.POSITIVE_INFINITY;
  const server = createServer((req, res) => {
    seen.push(`${req.method} ${req.url}`);
    req.resume();
    const path = (req.url ?? '').split('?', 1)[0] ?? '';
    const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
      res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    if (path.startsWith('/api/') && options.perMinute) {
      if (left === 0) {
        // Tests control their own clock: a client that waits as long as Retry-After says finds a new minute.
        left = options.perMinute;
        json(429, { message: 'Too Many Attempts.' }, { 'retry-after': '30', 'x-ratelimit-remaining': '0' });
        return;
      }
      left -= 1;
      res.setHeader('x-ratelimit-limit', String(options.perMinute));
      res.setHeader('x-ratelimit-remaining', String(left));
    }
    const there = routes.filter((route) => route.pattern.test(path));
    const allow = there.map((route) => route.method).join(', ');
    const route = there.find((each) => each.method === req.method);
    if (route?.body instanceof Answered) json(route.body.status, route.body.body);
    else if (route && typeof route.body === 'string') {
      res.writeHead(200, { 'content-type': 'image/png' }).end(route.body);
    } else if (route) json(200, route.body);
    else if (there.length === 0) {
      json(404, { message: `The route ${path.slice(1)} could not be found.` });
    } else if (req.method === 'OPTIONS' && options.answersOptions) res.writeHead(200, { allow }).end();
    else if (req.method === 'HEAD') res.writeHead(200, { 'content-type': 'image/png' }).end();
    else if (req.method === 'OPTIONS') json(404, {});
    else json(405, { message: 'Method not allowed.' }, { allow });
  });
  return { seen, url: await listening(server), close: () => closed(server) };
}

/** Starts a host that accepts connections and never answers. */
export async function startSilentHost(): Promise<PlainHost> {
  const seen: string[] = [];
  const sockets = new Set<{ destroy(): void }>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (chunk) => seen.push(chunk.toString('latin1').split('\r\n', 1)[0] ?? ''));
  });
  const url = await listening(server);
  return {
    url,
    seen,
    async close() {
      for (const socket of sockets) socket.destroy();
      await closed(server);
    },
  };
}

async function listening(server: Server | HttpServer): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function closed(server: Server | HttpServer): Promise<void> {
  if ('closeAllConnections' in server) server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

import { createHash } from 'node:crypto';
import { callsAMinute } from '../support/calls-a-minute.ts';
import { mediaType } from '../support/pictures.ts';
import { type HostAnswer, type HostRequest, openServer, type RunningHost } from '../support/server.ts';
import { admin, type LaravelData, seed } from './content.ts';
import { contentRoutes } from './content-routes.ts';
import { errorAnswer, kernel } from './framework.ts';
import { peopleRoutes } from './people-routes.ts';

interface Settings {
  port?: number;
  /** Number of posts; every seventh is a draft. */
  posts?: number;
  projects?: number;
  /** Calls a minute for each client (`throttle:api`). */
  perMinute?: number;
}

interface LaravelHost extends RunningHost<LaravelData> {
  admin: { email: string; password: string };
  /** Ends all tokens, as when their table is emptied. */
  endTokens(): void;
}

/**
 * A backend that an agency built with Laravel 11: API resources, Sanctum's tokens, its validator, and no uploads by
 * PUT. Dates without a zone are in Berlin time.
 */
export async function start(settings: Settings = {}): Promise<LaravelHost> {
  const { port = 0, posts = 30, projects = 12, perMinute = 1000 } = settings;
  const throttle = callsAMinute(perMinute);
  const server = await openServer(port, (request) => answer(request));
  const storage = `${server.url}/storage`;
  const data = await seed(storage, { posts, projects });
  const handle = kernel([...contentRoutes(data, storage), ...peopleRoutes(data, storage)], (token) =>
    data.tokens.get(token),
  );

  async function answer(request: HostRequest): Promise<HostAnswer> {
    if (request.path.startsWith('/storage/')) return stored(request.path.slice('/storage/'.length));
    if (!request.path.startsWith('/api/')) return errorAnswer(request, 404, { message: '' });
    const { left, retryAfter } = throttle.take(request.headers.authorization ?? request.client);
    const limits: Record<string, string> = {
      'x-ratelimit-limit': String(perMinute),
      'x-ratelimit-remaining': String(left),
    };
    if (retryAfter !== undefined) {
      const reset = String(Math.floor(Date.now() / 1000) + retryAfter);
      return errorAnswer(
        request,
        429,
        { message: 'Too Many Attempts.' },
        { ...limits, 'retry-after': String(retryAfter), 'x-ratelimit-reset': reset },
      );
    }
    const { headers, ...rest } = await handle(request);
    return { ...rest, headers: { ...headers, ...limits } };
  }

  /** Serves a file of the public disk, as nginx does. */
  function stored(path: string): HostAnswer {
    const body = data.files.get(path);
    if (!body)
      return { status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>404 Not Found</h1>' };
    const etag = `"${createHash('sha1').update(body).digest('hex').slice(0, 16)}"`;
    return { status: 200, headers: { 'content-type': mediaType(path), etag }, body };
  }

  const { email, password } = admin;
  return { ...server, data, admin: { email, password }, endTokens: () => data.tokens.clear() };
}

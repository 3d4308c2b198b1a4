import { mediaType } from '../support/pictures.ts';
import { type HostAnswer, type HostRequest, openServer, type RunningHost } from '../support/server.ts';
import { type NestData, owner, seed } from './content.ts';
import { application, HttpException, json } from './framework.ts';
import { routes } from './routes.ts';

interface Settings {
  port?: number;
  /** Number of articles; every sixth is a draft. */
  posts?: number;
  projects?: number;
}

interface NestHost extends RunningHost<NestData> {
  admin: { username: string; password: string };
  /** Ends all sessions, as when the secret of the tokens changes. */
  endTokens(): void;
}

/**
 * A NestJS backend: UUIDs, DTOs that refuse unknown properties, and a token that is only in a cookie. It has no jobs,
 * no team and no rate limit.
 */
export async function start({ port = 0, posts = 57, projects = 12 }: Settings = {}): Promise<NestHost> {
  const data = await seed({ posts, projects });
  const handle = application(routes(data), (token) => data.tokens.has(token));
  const server = await openServer(port, (request) => uploaded(request) ?? handle(request));

  function uploaded({ path, method, target }: HostRequest): HostAnswer | undefined {
    if (!path.startsWith('/uploads/')) return undefined;
    const body = data.files.get(path.slice('/uploads/'.length));
    if (!body) return json(404, new HttpException(404, `Cannot ${method} ${target}`).body);
    const headers = { 'content-type': mediaType(path), 'cache-control': 'public, max-age=0' };
    return { status: 200, headers, body };
  }

  const { username, password } = owner;
  return { ...server, data, admin: { username, password }, endTokens: () => data.tokens.clear() };
}

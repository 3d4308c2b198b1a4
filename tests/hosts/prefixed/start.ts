import { randomBytes } from 'node:crypto';
import { callsAMinute } from '../support/calls-a-minute.ts';
import { phpInput } from '../support/php-form.ts';
import { mediaType } from '../support/pictures.ts';
import { type HostAnswer, type HostRequest, openServer, type RunningHost } from '../support/server.ts';
import { actionsOf } from './actions.ts';
import { accounts, type PrefixedData, seed } from './content.ts';
import { dispatch, json } from './framework.ts';

interface Settings {
  port?: number;
  /** Number of news items; every eighth is hidden. */
  posts?: number;
  projects?: number;
  /** Calls a minute for each client; media requests do not count. */
  perMinute?: number;
}

interface PrefixedHost extends RunningHost<PrefixedData> {
  /** The second origin, with the pictures of works and the pictures inside texts. */
  cdn: Pick<RunningHost<never>, 'url' | 'requests'>;
  admin: { username: string; password: string };
  customer: { username: string; password: string };
  /** Ends all tokens. */
  endTokens(): void;
}

const prefix = '/cms/index.php/v2';

/**
 * A PHP backend that has grown for fifteen years: everything is below a prefix, except the sign-in, which was added
 * later and also accepts customers; errors are HTTP 200; file names replace addresses, on two origins.
 */
export async function start(settings: Settings = {}): Promise<PrefixedHost> {
  const { port = 0, posts = 28, projects = 12, perMinute = 60 } = settings;
  const cdn = await openServer(0, ({ path }) => file(data.cdn.get(path.slice(1)), path));
  const data = await seed(cdn.url, { posts, projects });
  const throttle = callsAMinute(perMinute);
  const run = dispatch(actionsOf(data), data);
  const server = await openServer(port, answer);

  function answer(request: HostRequest): HostAnswer {
    const { path, client } = request;
    if (path.startsWith('/cms/media/')) return file(data.media.get(path.slice('/cms/media/'.length)), path);
    if (!path.startsWith(`${prefix}/`) && !path.startsWith('/oauth/')) return notFound;
    const { retryAfter } = throttle.take(client);
    if (retryAfter !== undefined) {
      return json(429, { ok: false, msg: 'Too many requests' }, { 'retry-after': String(retryAfter) });
    }
    if (path.startsWith(prefix)) return run(request, path.slice(prefix.length));
    if (request.method !== 'POST') return json(405, { error: 'invalid_request' }, { allow: 'POST' });
    if (path === '/oauth/token') return token(request);
    return path === '/oauth/revoke' ? revoke(request) : notFound;
  }

  /** RFC 6749 §4.3; failures are 400 (§5.2). */
  function token(request: HostRequest): HostAnswer {
    const { grant_type, username, password } = phpInput(request).fields;
    if (grant_type !== 'password') return json(400, { error: 'unsupported_grant_type' });
    const known = Object.values(accounts).find(
      (each) => each.username === username && each.password === password,
    );
    if (!known) {
      return json(400, { error: 'invalid_grant', error_description: 'The user credentials were incorrect.' });
    }
    const { mail, level } = known;
    const access_token = randomBytes(20).toString('hex');
    data.tokens.set(access_token, { mail, level });
    return json(200, { access_token, token_type: 'bearer', expires_in: 7200, profile: { mail, level } });
  }

  /** RFC 7009: always 200. */
  function revoke(request: HostRequest): HostAnswer {
    data.tokens.delete(String(phpInput(request).fields.token));
    return { status: 200 };
  }

  const { editor, customer } = accounts;
  return {
    ...server,
    data,
    cdn,
    admin: { username: editor.username, password: editor.password },
    customer: { username: customer.username, password: customer.password },
    endTokens: () => data.tokens.clear(),
    async stop() {
      await server.stop();
      await cdn.stop();
    },
  };
}

const notFound: HostAnswer = {
  status: 404,
  headers: { 'content-type': 'text/html; charset=iso-8859-1' },
  body: '<html><head><title>404 Not Found</title></head><body><h1>Not Found</h1></body></html>',
};

function file(body: Buffer | undefined, path: string): HostAnswer {
  return body ? { status: 200, headers: { 'content-type': mediaType(path) }, body } : notFound;
}

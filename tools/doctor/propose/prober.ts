import { createUpstream } from '../../../server/bff/upstream/client.ts';
import { type Answer, createHost, header } from '../host.ts';
import { placesIn } from './matching.ts';

/** An answer of the host. `status` is 0 if the call was not answered, and `sent` are the headers of the request. */
export type ProbeAnswer = Answer & { call: string; path: string; sent: Record<string, string> };

export type Prober = ReturnType<typeof createProber>;

/** Sends requests to a host, each read once. Never rejects. */
export function createProber(url: URL, timeoutMs: number) {
  const upstream = createUpstream(new URL(url.origin), timeoutMs);
  const host = createHost(upstream, console.error);
  const known = new Map<string, ProbeAnswer>();
  const prober = {
    origin: url.origin,
    upstream,
    rate: host.rate,
    /** Why the last call failed. */
    error: undefined as unknown,
    async send(method: string, path: string, sent: ProbeAnswer['sent'] = {}, body?: object) {
      const answer = await host.ask(method, path, { headers: sent, body }).catch((error: unknown) => {
        prober.error = error;
        return { status: 0, headers: {} as Answer['headers'], json: undefined, type: '', milliseconds: 0 };
      });
      return { ...answer, call: `${method} ${path}`, path, sent };
    },
    /** Makes a read. Follows one redirect to another path of the origin, as to the path with a slash at its end. */
    async ask(path: string, sent: ProbeAnswer['sent'] = {}, method = 'GET') {
      const key = JSON.stringify([method, path, sent]);
      let seen = known.get(key) ?? (await prober.send(method, path, sent));
      const to = seen.status >= 300 && seen.status < 400 && header(seen.headers, 'location');
      const next = to ? URL.parse(to, url.href) : null;
      if (next?.origin === url.origin) seen = await prober.send(method, next.pathname + next.search, sent);
      known.set(key, seen);
      return seen;
    },
  };
  return prober;
}

/** Returns a path with these query parameters. They replace parameters of the same name. */
export function withQuery(path: string, query: Record<string, string> = {}) {
  const all = new URLSearchParams({ ...queryOf(path), ...query });
  return all.size > 0 ? `${bareOf(path)}?${all}` : path;
}

export const bareOf = (path: string) => path.replace(/\?.*/, '');
export const queryOf = (path: string) =>
  Object.fromEntries(new URLSearchParams(path.slice(bareOf(path).length)));
export const lastOf = (path: string) => /([^/]*)\/?$/.exec(bareOf(path))?.[1] ?? '';

/** Returns the places of an answer, its headers included, as host.json names them: `header:x-total-count`. */
export const placesOf = ({ json, headers }: ProbeAnswer) =>
  placesIn(
    json,
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [`header:${name}`, value])),
  );

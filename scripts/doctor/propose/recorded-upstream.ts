import { Readable } from 'node:stream';
import { createUpstream } from '../../../server/bff/upstream/client.ts';
import type { Upstream, UpstreamRequest } from '../../../server/bff/upstream/upstream.ts';
import type { Prober, Seen } from './prober.ts';

/**
 * The host as the adapter wants it, over the prober: what was read before is not asked for again, and a sign-in gets the answer that the one
 * sign-in has had. Nothing else that changes something is let through but the sign-out.
 */
export function recordedUpstream(
  prober: Prober,
  options: {
    signedIn: Seen | undefined;
    timeoutMs: number;
    logoutPath: string | undefined;
    /** Hears what the host said to the sign-out. */
    onLogout(seen: Seen): void;
  },
): Upstream {
  const { signedIn, timeoutMs, logoutPath, onLogout } = options;

  async function exchange({ method, path, headers }: UpstreamRequest): Promise<Seen> {
    const { host: _host, accept: _accept, 'content-length': _length, ...kept } = headers;
    if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS')
      return prober.askAt(method, path, kept);
    if (method === 'POST' && path === signedIn?.path) return signedIn;
    if (logoutPath === path) {
      const seen = await prober.send(method, path, kept, '');
      onLogout(seen);
      return seen;
    }
    throw new Error(`${method} ${path} changes something, and is not tried`);
  }

  return {
    ...createUpstream(new URL(prober.origin), timeoutMs),
    async request(wanted) {
      const seen = await exchange(wanted);
      if (seen.status === 0) throw prober.spent.error ?? new Error(prober.spent.why ?? 'not asked any more');
      const bytes = Buffer.from(seen.text);
      const { 'content-encoding': _encoding, 'transfer-encoding': _transfer, ...headers } = seen.headers;
      return {
        status: seen.status,
        headers: { ...headers, ...(wanted.method !== 'HEAD' && { 'content-length': String(bytes.length) }) },
        body: Readable.from([bytes], { objectMode: false }),
      };
    },
  };
}

import { signIn } from '../../support/sign-in.ts';
import { type Call, requests } from '../client.ts';
import type { Contender, Load } from '../load.ts';
import { caddy, nginx } from '../other-servers.ts';

const account = { email: 'bench@studio.example', password: 'a password of the bench' };

/** Reads with a session go to the API host each time: measures the product's share, compared with plain proxies. */
export const load: Load = {
  name: 'session-read',
  target: 'session read',
  about: 'Reads with a session, and of a path that no row lists, beside proxies that only forward.',
  async *cases(stage) {
    const host = await stage.host();
    const product = await stage.product({ UPSTREAM_URL: host.url });
    const { cookie } = await signIn(product, account);
    const others = {
      'bare node proxy': await stage.anchor('node-proxy', host.url),
      'undici pass-through': await stage.anchor('undici-proxy', host.url),
      'stock http-proxy-middleware': await stage.anchor('stock-proxy', host.url),
      nginx: await nginx(stage, host.url),
      Caddy: await caddy(stage, host.url),
    };
    const contenders = (path: string, calls: number): Contender[] => {
      const call: Call = { path, headers: { cookie, 'x-csrf': '1' } };
      return Object.entries({ product, ...others }).map(([name, started]) => ({
        name,
        ...(started && requests(started, [call], { calls })),
      }));
    };
    yield {
      name: '2 kB JSON with a session',
      contenders: contenders('/api/getJobs?page=1', 1500),
      limits: [{ figure: 'cpu', atMost: 1.4, of: 'bare node proxy' }],
    };
    yield {
      name: '2 kB JSON of an unlisted path',
      contenders: contenders('/api/somethingElse', 1500),
      limits: [{ figure: 'cpu', atMost: 1.9, of: 'bare node proxy' }],
    };
    yield {
      name: '200 kB JSON without rich text',
      contenders: contenders('/api/getProjectCategory?page=100000', 200),
      limits: [{ figure: 'cpu', atMost: 1.6, of: 'undici pass-through' }],
    };
    yield { name: '60 kB of rich text', contenders: contenders('/api/singlePost/2', 150) };
  },
};

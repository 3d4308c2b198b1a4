import type { Contender, Load } from '../load.ts';
import { whileOthersAsk } from '../pinger.ts';
import type { Started } from '../stage.ts';

/** Sanitising a post of pure markup takes long: other visitors must not notice. */
export const load: Load = {
  name: 'lag',
  target: 'lag',
  about:
    'How long another request waits while a post of 4.5 MB of markup is read, for the first time and again.',
  async *cases(stage) {
    const host = await stage.host();
    const product = await stage.product({ UPSTREAM_URL: host.url });
    const proxy = await stage.anchor('node-proxy', host.url);
    let id = 1_000;
    const first = () => `/api/singlePost/${++id}`;
    yield {
      name: '4.5 MB of markup, each for the first time',
      contenders: [reads('product', product, first), reads('bare node proxy', proxy, first)],
      limits: [{ figure: 'longestWait', atMost: 50 }],
    };
    yield {
      name: '4.5 MB of markup, again',
      contenders: [reads('product', product, () => '/api/singlePost/999')],
      limits: [{ figure: 'longestWait', atMost: 50 }],
    };
  },
};

function reads(name: string, started: Started, nextPath: () => string): Contender {
  const read = async () => {
    const answer = await fetch(started.url + nextPath());
    if (answer.status !== 200) throw new Error(`The post was answered with ${answer.status}`);
    await answer.arrayBuffer();
  };
  return { name, warmUp: read, round: () => whileOthersAsk(started, read) };
}

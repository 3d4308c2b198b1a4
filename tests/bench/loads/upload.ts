import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { signIn } from '../../support/sign-in.ts';
import type { Contender, Load, Round } from '../load.ts';
import { caddy, nginx } from '../other-servers.ts';
import { forgetPeakRss, meterCpu, peakRssOf, rssOf } from '../process-cost.ts';
import type { Started } from '../stage.ts';

const account = { email: 'bench@studio.example', password: 'a password of the bench' };
const megabyte = 1_000_000;

/** A form with a video passes through to the API host. */
export const load: Load = {
  name: 'upload',
  target: 'upload',
  about:
    'Forms with videos to an API host that reads and keeps nothing: one of 200 MB, and eight of 20 MB at once.',
  async *cases(stage) {
    const host = await stage.host();
    const product = await stage.product({ UPSTREAM_URL: host.url });
    const { cookie } = await signIn(product, account);
    const all = {
      product,
      'Express with multer': await stage.anchor('multer-forward', host.url),
      'bare node, spooled': await stage.anchor('node-spool', host.url),
      'bare node proxy': await stage.anchor('node-proxy', host.url),
      'stock http-proxy-middleware': await stage.anchor('stock-proxy', host.url),
      nginx: await nginx(stage, host.url),
      Caddy: await caddy(stage, host.url),
    };
    for (const [count, bytes] of [
      [1, 200 * megabyte],
      [8, 20 * megabyte],
    ] as const) {
      yield {
        name: `${count} × ${bytes / megabyte} MB`,
        rounds: 3,
        contenders: Object.entries(all).map(([name, started]) =>
          uploads(name, started, cookie, count, bytes),
        ),
        limits: [
          { figure: 'seconds', atMost: 1.25, of: 'Express with multer' },
          { figure: 'cpuSeconds', atMost: 1.25, of: 'Express with multer' },
          { figure: 'addedRss', atMost: 60 },
        ],
      };
    }
  },
};

function uploads(
  name: string,
  started: Started | undefined,
  cookie: string,
  count: number,
  bytes: number,
): Contender {
  if (!started) return { name };
  let atRest = 0;
  return {
    name,
    // A small upload first, so that one-time loading does not count.
    warmUp: async () => {
      await upload(started.url, cookie, megabyte);
      atRest = rssOf(started.pid);
    },
    round: async (): Promise<Round> => {
      forgetPeakRss(started.pid);
      const cpu = meterCpu(started.pid);
      const begun = performance.now();
      await Promise.all(Array.from({ length: count }, () => upload(started.url, cookie, bytes)));
      return {
        seconds: (performance.now() - begun) / 1000,
        cpuSeconds: cpu() / 1e6,
        addedRss: Math.max(0, peakRssOf(started.pid) - atRest),
      };
    },
  };
}

const boundary = '----bench-4f1c9d0a';
const fields = {
  title: 'A project of the bench',
  category_id: '1',
  description: '<p>Words.</p>',
  v_order: '1',
};
const head = Buffer.from(
  [
    ...Object.entries(fields).map(
      ([name, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    ),
    `--${boundary}\r\nContent-Disposition: form-data; name="video"; filename="a.mp4"\r\nContent-Type: video/mp4\r\n\r\n`,
  ].join(''),
);
const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
/** The bytes by which a signature check recognises an MP4 file. */
const signature = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1');
const chunk = randomBytes(1 << 18);

/**
 * Sends a form with a video of this many bytes as fast as the server accepts it. Throws unless the answer is a
 * success.
 */
async function upload(url: string, cookie: string, bytes: number): Promise<void> {
  const sent = request(`${url}/api/addProject`, {
    method: 'POST',
    // A new connection: an idle one may just have been closed.
    agent: false,
    headers: {
      cookie,
      'x-csrf': '1',
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + bytes + tail.length,
    },
  });
  const answered = once(sent, 'response');
  sent.write(head);
  sent.write(signature);
  let left = bytes - signature.length;
  while (left > 0) {
    const part = left < chunk.length ? chunk.subarray(0, left) : chunk;
    left -= part.length;
    if (!sent.write(part)) await Promise.race([once(sent, 'drain'), answered]);
  }
  sent.end(tail);
  const [answer] = await answered;
  answer.resume();
  await once(answer, 'end');
  if (answer.statusCode !== 200) throw new Error(`The upload was answered with ${answer.statusCode}`);
}

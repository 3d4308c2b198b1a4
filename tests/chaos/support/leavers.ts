import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from './actors.ts';
import { signInAt } from './admin-client.ts';
import type { Product } from './product.ts';
import { between, oneOf } from './seeded.ts';
import type { Tally } from './tally.ts';

interface Counted {
  product: Product;
  tally: Tally;
}

/** An actor that leaves in the middle of an answer, or before it begins. */
export function leaver({ product, tally }: Counted, paths: readonly string[]): Actor {
  return {
    kind: 'gone in mid-answer',
    everyMs: 80,
    async act(random) {
      const leave = new AbortController();
      const gone = sleep(between(random, 0, 30)).then(() => leave.abort());
      const answer = await fetch(product.url + oneOf(random, paths), { signal: leave.signal });
      tally.count('gone in mid-answer', answer.status);
      await answer.arrayBuffer().finally(() => gone);
    },
  };
}

/** An actor that announces a form with a large file, sends a part of it, and leaves. */
export function halfUploader({ product, tally }: Counted): Actor {
  return {
    kind: 'gone in mid-upload',
    everyMs: 200,
    async act(random) {
      const { hostname, port, host } = new URL(product.url);
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {});
      const head =
        `POST /api/applyJob HTTP/1.1\r\nHost: ${host}\r\nX-CSRF: 1\r\nX-Forwarded-For: 10.200.${between(random, 0, 255)}.1\r\n` +
        'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000\r\n\r\n' +
        '--b\r\nContent-Disposition: form-data; name="cv"; filename="cv.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.4\n';
      socket.write(head + 'x'.repeat(between(random, 1, 400_000)));
      await sleep(between(random, 5, 60));
      socket.destroy();
      tally.count('gone in mid-upload', 'cut');
    },
  };
}

/** An actor that signs in, reads a few pages and signs out; while the host is down that fails, and it tries again. */
export function commuter({ product, tally }: Counted): Actor {
  return {
    kind: 'sign-ins and outs',
    everyMs: 400,
    async act() {
      const admin = await signInAt(product.url).catch((error: unknown) => {
        if (!String(error).includes('Sign-in was answered')) throw error;
      });
      if (!admin) return tally.count('sign-ins and outs', 503);
      await admin.get('/api/getMessages?page=1');
      const { status } = await admin.post('/api/logout');
      tally.count('sign-ins and outs', status);
    },
  };
}

/** An actor that searches for a new term each time. */
export function searcher({ product, tally }: Counted): Actor {
  return {
    kind: 'searches',
    everyMs: 60,
    async act(random) {
      const word = between(random, 0, 1_000_000).toString(36);
      const answer = await fetch(`${product.url}/api/jobs?search=${word}`);
      await answer.arrayBuffer();
      tally.count('searches', answer.status);
    },
  };
}

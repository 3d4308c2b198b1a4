import { brotliCompressSync } from 'node:zlib';
import { signIn } from '../../support/sign-in.ts';
import { captureAnswers } from '../capture.ts';
import { requests } from '../client.ts';
import type { Load } from '../load.ts';
import { misses } from '../misses.ts';
import type { Started } from '../stage.ts';

const admin = { email: 'bench@studio.example', password: 'a password of the bench' };

/** The page that most visitors open first. */
export const load: Load = {
  name: 'home',
  target: 'pages',
  about: 'Home of the embedded engine with sample content: made anew, from memory, and how long it is.',
  async *cases(stage) {
    const product = await stage.product({ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password });
    const { cookie } = await signIn(product, admin);
    yield {
      name: 'home and others, made anew',
      contenders: [
        await misses('home', product, cookie, '/'),
        await misses('publishing', product, cookie, '/publishing'),
        await misses('a post', product, cookie, '/view-blog/1'),
        await misses('a posting', product, cookie, '/careers/apply/1'),
      ],
      limits: [{ figure: 'cpuMs', atMost: 6 }],
    };
    const headers = { 'accept-encoding': 'br' };
    const file = await captureAnswers(stage, product, ['/'], headers);
    const constant = await stage.anchor('node-constant', file);
    const hit = (started: Started, connections: number) =>
      requests(started, [{ path: '/', headers }], { calls: connections * 400, connections });
    yield {
      name: 'home, one visitor after the other',
      contenders: [
        { name: 'product', ...hit(product, 1) },
        { name: 'bare node, constant', ...hit(constant, 1) },
      ],
      limits: [{ figure: 'wait', atMost: 1 }],
    };
    yield {
      name: 'home, eight visitors at once',
      contenders: [
        { name: 'product', ...hit(product, 8) },
        { name: 'bare node, constant', ...hit(constant, 8) },
      ],
      limits: [{ figure: 'perCpuSecond', atLeast: 20_000 }],
    };
    yield {
      name: 'home, its document',
      rounds: 1,
      contenders: [{ name: 'product', round: () => documentLength(product) }],
      limits: [{ figure: 'kilobytes', atMost: 40 }],
    };
  },
};

async function documentLength({ url }: Started) {
  const body = Buffer.from(await (await fetch(url)).arrayBuffer());
  return { kilobytes: body.length / 1000, compressedKilobytes: brotliCompressSync(body).length / 1000 };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { routes } from '#shared/routes.ts';
import { type Call, requests } from '../client.ts';
import type { Contender, Load, Round } from '../load.ts';
import { forgetPeakRss, peakRssOf, rssOf } from '../process-cost.ts';
import type { Stage, Started } from '../stage.ts';

const pages = Object.values(routes).filter((path) => !/:|^\/admin/.test(path));
const reads = ['/api/getProjectCategory', '/api/activeBlogs', '/api/jobs', '/api/team', '/api/getProjects/1'];
/** Milliseconds after which a started server is idle. */
const toRest = 3000;

/** Memory of the process before the first visitor, and under load. */
export const load: Load = {
  name: 'memory',
  target: 'memory and start',
  about:
    'The embedded engine with sample content: CPU to the first page, memory at rest and under a mixed load.',
  async *cases(stage) {
    const folder = stage.folder();
    // The very first start fills the engine, and V8's compiled code is cached from then on.
    await firstAnswer(await stage.product({ DATA_DIR: folder }));
    const atRest = (name: string, start: () => Promise<Started>): Contender => ({
      name,
      round: () => startAndRest(start),
    });
    yield {
      name: 'start',
      rounds: 3,
      contenders: [
        atRest('product', () => stage.product({ DATA_DIR: folder })),
        atRest('Express alone', () => stage.anchor('express-constant')),
      ],
      limits: [
        { figure: 'cpuSeconds', atMost: 0.6 },
        { figure: 'rss', atMost: 140 },
      ],
    };
    yield {
      name: 'mixed load',
      rounds: 1,
      contenders: [{ name: 'product', round: () => mixedLoad(stage, folder) }],
      limits: [{ figure: 'rss', atMost: 320 }],
    };
  },
};

async function firstAnswer({ url, stop }: Started): Promise<void> {
  const answer = await fetch(url);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`The first page was answered with ${answer.status}`);
  await stop();
}

async function startAndRest(start: () => Promise<Started>): Promise<Round> {
  const started = await start();
  await (await fetch(started.url)).arrayBuffer();
  const cpuSeconds = started.cpu() / 1e6;
  await sleep(toRest);
  const rss = rssOf(started.pid);
  await started.stop();
  return { cpuSeconds, rss };
}

/** Sends pages, reads and files from 32 connections for ten seconds; returns the peak memory of that time. */
async function mixedLoad(stage: Stage, folder: string): Promise<Round> {
  const product = await stage.product({ DATA_DIR: folder });
  const home = await (await fetch(product.url)).text();
  const files = [...home.matchAll(/\/assets\/[^"\s]+/g)].map(([path]) => path);
  const headers = { 'accept-encoding': 'br' };
  const calls: Call[] = [...pages, ...reads, ...files].map((path) => ({ path, headers }));
  forgetPeakRss(product.pid);
  const { round } = requests(product, calls, { connections: 32, calls: 100_000, milliseconds: 10_000 });
  const { perSecond = 0 } = await round();
  const rss = peakRssOf(product.pid);
  await product.stop();
  return { rss, perSecond };
}

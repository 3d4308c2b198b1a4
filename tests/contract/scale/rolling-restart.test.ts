// @module-tag deep/scale: several sites are replaced one by one
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { makeProduct, openClient } from '../../support/product.ts';
import { testBucket, testDatabase } from '../../support/shared-servers.ts';
import { startUnforgivingBalancer } from './unforgiving-balancer.ts';

it('two processes are restarted in turn under load, by SIGTERM: no request fails, nobody is signed out, no form is lost', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-rolling-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [database, bucket] = await Promise.all([testDatabase({ migrated: true }), testBucket()]);
  onTestFinished(async () => void (await Promise.all([database.drop(), bucket.drop()])));
  const shared = {
    ...database.environment,
    ...bucket.environment,
    SESSION_SECRET: 'the same thirty-two bytes everywhere',
    // Many times what the balancer needs to notice, since the machine may be busy.
    SHUTDOWN_DELAY_MS: '1000',
  };
  const products = await Promise.all(['one', 'two'].map((name) => makeProduct(join(folder, name), shared)));
  onTestFinished(async () => void (await Promise.all(products.map((product) => product.stop()))));
  await Promise.all(products.map((product) => product.start()));
  const balancer = await startUnforgivingBalancer(products.map(({ url }) => url));
  onTestFinished(() => balancer.close());
  const { url } = balancer;

  const failures: string[] = [];
  const taken: string[] = [];
  let isOver = false;
  const again = async (act: (round: number) => Promise<{ status: number; what: string }>) => {
    for (let round = 0; !isOver; round += 1) {
      const failed = (error: Error) => ({ status: 0, what: String(error.cause ?? error) });
      const { status, what } = await act(round).catch(failed);
      if (status !== 200) failures.push(`${status} ${what}`);
      await pause(40);
    }
  };
  const visit = (...paths: string[]) =>
    again(async (round) => {
      const path = paths[round % paths.length] ?? '/';
      const answer = await fetch(url + path);
      return { status: answer.status, what: `${path} ${(await answer.text()).slice(0, 200)}` };
    });
  const client = await openClient(url);
  const load = [
    visit('/', '/contact', '/api/team'),
    visit('/careers', '/api/jobs', '/robots.txt'),
    again(async () => ({ status: (await client.get(url, '/api/getJobs?page=1')).status, what: 'getJobs' })),
    again(async (round) => {
      const email = `visitor-${round}@applicant.example`;
      const { status } = await client.apply(url, email);
      if (status === 200) taken.push(email);
      return { status, what: 'an application' };
    }),
  ];
  const before = products.map((product) => product.child.pid);
  for (const product of products) {
    await product.stop();
    await product.start();
    await balancer.whenReady(product.url);
  }
  isOver = true;
  await Promise.all(load);

  expect(failures).toEqual([]);
  for (const product of products) expect(before).not.toContain(product.child.pid);
  for (const product of products) expect(balancer.chosen.get(product.url)).toBeGreaterThan(20);
  const stored = new pg.Client(database.url);
  await stored.connect();
  const { rows } = await stored.query('select email from applicant_submissions');
  await stored.end();
  expect(rows.map(({ email }) => email).sort()).toEqual(taken.sort());
  expect(taken.length).toBeGreaterThan(20);
});

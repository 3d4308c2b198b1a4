// @module-tag deep/faults: fills the disk
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { pdf } from '../../support/files.ts';
import { type FullDisk, fillDisk } from '../../support/full-disk.ts';
import { type RawHost, startRawHost } from '../../support/raw-host.ts';
import { visit } from '../../support/sign-in.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';

/** No form needs more writes than this. */
const most = 60;

/** Host that writes nothing, since it shares the disk. */
let host: RawHost;
let app: TestApp;
let disk: FullDisk | undefined;
let visitors = 0;
beforeAll(async () => {
  host = await startRawHost(() => ({
    statusLine: 'HTTP/1.1 503 Busy',
    headers: [['Retry-After', '3000']],
    body: Buffer.alloc(0),
  }));
  app = await startTestApp({ UPSTREAM_URL: host.url, TRUST_PROXY: '1' });
});
afterEach(() => disk?.free());
afterAll(async () => {
  await app?.close();
  await host?.close();
});

/** Returns a visitor with a new address. */
function visitor() {
  visitors += 1;
  return visit(app).set('X-Forwarded-For', `10.2.0.${visitors}`);
}

/** Returns the items in the intake's file. */
function items(): { state: string }[] {
  const db = new DatabaseSync(join(app.dataDir, 'intake.sqlite'), { readOnly: true });
  try {
    return db.prepare('SELECT state FROM intake_items').all() as { state: string }[];
  } finally {
    db.close();
  }
}
const temporary = async () =>
  (await Promise.all(['tmp/uploads'].map((name) => readdir(join(app.dataDir, name))))).flat();

const forms = {
  'an application with its CV': () =>
    visitor()
      .post(callPath(contract.applyJob))
      .field({ name: 'Ana', email: `ana${visitors}@applicant.example`, consent: '1', website: '' })
      .attach('cv', Buffer.concat([pdf(), Buffer.alloc(600_000, 'x')]), 'cv.pdf'),
};

describe('a form that the host does not take, on a disk that is full', () => {
  test.each(Object.entries(forms))(
    'at any write of %s: 507, nothing of it is there, and the next is kept',
    async (_name, send) => {
      const before = items().length;
      let refusals = 0;
      for (let taken = 0; taken < most; taken += 1) {
        disk = fillDisk(taken);
        const answer = await send();
        const refused = disk.refused();
        disk.free();
        const told = `after ${taken} writes: ${answer.status} ${JSON.stringify(answer.body)}`;
        if (answer.status === 202) {
          if (refused === 0) break;
          // The form was accepted, so it is in the queue.
          expect(items().filter(({ state }) => state === 'waiting').length, told).toBeGreaterThan(0);
          break;
        }
        refusals += 1;
        expect(answer.status, told).toBe(507);
        expect(answer.body.message, told).toMatch(/full|space/);
        expect(
          items().filter(({ state }) => state === 'waiting'),
          told,
        ).toHaveLength(before);
        await expect.poll(temporary).toEqual([]);
      }
      expect(refusals).toBeGreaterThan(0);
      // Items that could not be removed while the disk was full are removed with the next form.
      expect(items().map(({ state }) => state)).toEqual(Array(before + 1).fill('waiting'));
      expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
    },
  );
});

// @module-tag deep/postgres: two processes share one intake
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createDelivery } from '../../../../server/bff/intake/delivery.ts';
import { sealHead } from '../../../../server/bff/intake/items.ts';
import type { Outcome } from '../../../../server/bff/intake/outcome.ts';
import { IntakeStore } from '../../../../server/bff/intake/store.ts';
import { formKinds } from '../../../../server/bff/intake/visitor-form.ts';
import { createSealer } from '../../../../server/bff/sealed.ts';
import { jsonBody } from '../../../../server/bff/upstream/json-body.ts';
import { openDatabases } from '../../../../server/database/databases.ts';
import type { SiteDb } from '../../../../server/database/site-types.ts';
import { type TestDatabase, testDatabase } from '../../../support/shared-servers.ts';

const sealer = createSealer([Buffer.alloc(32, 7)]);
const log = pino({ level: 'silent' });
/** As short as a busy machine allows. */
const leaseMs = 1_000;

let database: TestDatabase;
let cleaner: SiteDb;
let closeCleaner: () => Promise<void>;
beforeAll(async () => {
  database = await testDatabase({ migrated: true });
  const databases = await openDatabases({ DATA_DIR: '', DATABASE_URL: database.url }, log);
  cleaner = await databases.openIntake();
  closeCleaner = databases.close;
});
afterAll(async () => {
  await closeCleaner();
  await database.drop();
});

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await cleaner.deleteFrom('intake_items').execute();
});

const taken = {
  kind: 'answered',
  isTaken: true,
  json: {},
  answer: undefined,
  problem: {},
} as unknown as Outcome;

/**
 * A host for all processes that records which process sent which form. After `hold`, it does not answer until the
 * returned function is called.
 */
function startHost() {
  const seen: string[] = [];
  let held: Promise<void> | undefined;
  return {
    seen,
    hold() {
      let go = () => {};
      held = new Promise((resolve) => (go = resolve));
      return go;
    },
    release: () => (held = undefined),
    async send(name: string, reference: string): Promise<Outcome> {
      seen.push(`${name} ${reference}`);
      await held;
      return taken;
    },
  };
}

/** Opens the store of another process. */
async function openStore() {
  const databases = await openDatabases({ DATA_DIR: '', DATABASE_URL: database.url }, log);
  let isOpen = true;
  const close = async () => {
    if (isOpen) await databases.close();
    isOpen = false;
  };
  closing.push(close);
  return {
    databases,
    close,
    store: new IntakeStore(await databases.openIntake(), { isShared: true, leaseMs }),
  };
}

/** Starts another process. */
async function startProcess(name: string, host: ReturnType<typeof startHost>) {
  const { store, close } = await openStore();
  const delivery = createDelivery({
    ...{ store, sealer, log, honoursKeys: false, lookMs: 50 },
    send: (_form, { reference }) => host.send(name, reference),
  });
  delivery.wake();
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    await delivery.stop();
    await close();
  };
  closing.push(stop);
  return {
    ...{ store, delivery, stop },
    /** Simulates the death of the process: the database releases its locks, and nothing is written any more. */
    cutOff: close,
    async keep(reference: string): Promise<number> {
      const id = (await store.add(form(reference), 'waiting', [])) ?? 0;
      delivery.wake();
      return id;
    },
  };
}

function form(reference: string) {
  const content = jsonBody({ name: reference });
  const kind = formKinds.contactUs as NonNullable<(typeof formKinds)[string]>;
  const head = sealHead(sealer, reference, { kind, path: '/api/contactUs', content, headers: {} });
  return {
    key: reference,
    reference,
    call: 'contactUs',
    received_at: Date.now(),
    may_be_twice: 0,
    head,
    problem: null,
  };
}

it('the other goes on when one is cut off while it sends, and says which may be there twice', async () => {
  const host = startHost();
  const a = await startProcess('a', host);
  const go = host.hold();
  const ids = [await a.keep('0'), await a.keep('1')];
  await expect.poll(() => host.seen).toEqual(['a 0']);
  const b = await startProcess('b', host);
  host.release();
  await a.cutOff();
  await expect.poll(async () => (await b.store.find(ids[0] ?? 0))?.state).toBe('delivered');
  await expect.poll(async () => b.store.find(ids[1] ?? 0)).toBeUndefined();
  expect(host.seen).toEqual(['a 0', 'b 0', 'b 1']);
  expect(await b.store.find(ids[0] ?? 0)).toMatchObject({ may_be_twice: 1 });
  go();
});

import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { formKinds } from '../../../../server/bff/form-kinds.ts';
import { createDelivery, createNotices, type Delivery } from '../../../../server/bff/intake/delivery.ts';
import type { Outcome } from '../../../../server/bff/intake/sender.ts';
import { createStore, type IntakeStore, sealHead } from '../../../../server/bff/intake/store.ts';
import { jsonBody } from '../../../../server/bff/upstream/upstream.ts';
import { openDatabases } from '../../../../server/database/databases.ts';
import type { Databases } from '../../../../server/database/state.ts';
import type { MailTransport } from '../../../../server/mail/transport.ts';
import { createSealer } from '../../../../server/process/sealed.ts';
import { folderForEach } from '../../../support/temp-folder.ts';

const log = pino({ level: 'silent' });
const minuteMs = 60_000;
const sealer = createSealer([Buffer.alloc(32, 7)]);
const kind = formKinds.contactUs;
if (!kind) throw new Error('no such form');

const taken: Outcome = {
  kind: 'answered',
  isTaken: true,
  json: {},
  answer: undefined as never,
  problem: { code: 'upstream.refused', status: 200, message: null },
};
const failed = (more: Partial<Extract<Outcome, { kind: 'failed' }>> = {}): Outcome => ({
  kind: 'failed',
  problem: { code: 'upstream.failed', status: 500, message: null },
  wasSent: true,
  isOfHost: false,
  retryAfterMs: undefined,
  why: 'status_500',
  cause: new Error('as told'),
  ...more,
});
const down = failed({
  wasSent: false,
  isOfHost: true,
  problem: { code: 'upstream.down', status: null, message: null },
});
let folder: string;
let databases: Databases;
let store: IntakeStore;
let delivery: Delivery | undefined;
folderForEach((made) => (folder = made));
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  databases = await openDatabases({ DATA_DIR: folder }, log);
  store = createStore(await databases.openIntake(), { honoursKeys: false });
});
afterEach(async () => {
  await delivery?.stop();
  delivery = undefined;
  await databases.close();
  vi.useRealTimers();
});

async function add(reference: string) {
  const content = jsonBody({ name: reference });
  const payload = sealHead(sealer, reference, {
    kind: kind as never,
    path: '/api/contactUs',
    content,
    headers: {},
  });
  const item = { key: reference, label: reference, kind: 'contactUs', created_at: Date.now() };
  return (await store.add({ ...item, state: 'waiting', bytes: payload.length, payload })) ?? 0;
}

/** Runs a delivery to a host that answers as `answers` return, by reference; returns the attempts in order. */
function deliverTo(answers: (reference: string, time: number) => Outcome, needsPerson = () => {}) {
  const tried: string[] = [];
  const times: number[] = [];
  const begun = Date.now();
  delivery = createDelivery({
    store,
    sealer,
    honoursKeys: false,
    log,
    needsPerson,
    send: async (_form, { reference }) => {
      tried.push(reference);
      times.push(Date.now() - begun);
      return answers(reference, times.length);
    },
  });
  delivery.wake();
  return { tried, times };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('waiting forms', () => {
  it('wait for a host that is down, the first of them asking, less and less often, and nothing counts against them', async () => {
    const begun = Date.now();
    for (const reference of ['A', 'B']) await add(reference);
    let isDown = true;
    const { tried, times } = deliverTo(() => (isDown ? down : taken));
    await pass(10 * minuteMs);
    expect(new Set(tried)).toEqual(new Set(['A']));
    expect(times.slice(0, 7)).toEqual([0, 1_000, 3_000, 7_000, 15_000, 31_000, 63_000]);
    expect((times.at(-1) ?? 0) - (times.at(-2) ?? 0)).toBe(minuteMs);
    const [first, second] = await store.all();
    expect(first).toMatchObject({ state: 'waiting', failures: 0, run_at: begun });
    expect(second).toMatchObject({ attempts: 0 });
    isDown = false;
    await pass(minuteMs);
    expect(tried.slice(-2)).toEqual(['A', 'B']);
    expect(await store.all()).toEqual([]);
  });

  it('that fail by themselves wait by themselves, each time twice as long up to an hour, and the others go on', async () => {
    for (const reference of ['bad', 'B', 'C']) await add(reference);
    const { tried, times } = deliverTo((reference) => (reference === 'bad' ? failed() : taken));
    await pass(0);
    expect(tried).toEqual(['bad', 'B', 'C']);
    expect(await store.all()).toMatchObject([{ state: 'waiting', run_at: Date.now() + 1_000 }]);
    await pass(15_000);
    expect(times.slice(3)).toEqual([1_000, 3_000, 7_000, 15_000]);
    expect(await store.all()).toMatchObject([
      { label: 'bad', state: 'waiting', failures: 5, attempts: 5, may_be_twice: 1 },
    ]);
    await pass(6 * 60 * minuteMs);
    expect((times.at(-1) ?? 0) - (times.at(-2) ?? 0)).toBe(60 * minuteMs);
  });

  it('that the host puts off each time do not hold up the next', async () => {
    for (const reference of ['A', 'B']) await add(reference);
    const busy = failed({
      isOfHost: true,
      problem: { code: 'upstream.failed', status: 503, message: null },
    });
    const { tried } = deliverTo((reference) => (reference === 'A' ? busy : taken));
    await pass(minuteMs);
    expect(tried.slice(0, 2)).toEqual(['A', 'B']);
  });

  it('whose call the host refuses are tried while it may be being deployed, and then need a person', async () => {
    for (const reference of ['bad', 'B']) await add(reference);
    const problem = { code: 'upstream.refused', status: 401, message: null } as const;
    const refused = failed({ problem, wasSent: false, refusesCall: true });
    const needsPerson = vi.fn();
    const { tried } = deliverTo((reference) => (reference === 'bad' ? refused : taken), needsPerson);
    await pass(30_000);
    expect(await store.all()).toMatchObject([{ label: 'bad', state: 'waiting' }]);
    await pass(60 * minuteMs);
    expect(tried).toEqual(['bad', 'B', ...Array(5).fill('bad')]);
    expect(await store.all()).toMatchObject([{ label: 'bad', state: 'needs_person', may_be_twice: 0 }]);
    expect(needsPerson).toHaveBeenCalledOnce();
  });

  it('do not wait for a moment that a clock which has since been set back had named', async () => {
    const { tried } = deliverTo((_reference, attempts) => (attempts === 1 ? down : taken));
    await add('A');
    delivery?.wake();
    await pass(0);
    vi.setSystemTime(Date.now() - 12 * 60 * minuteMs);
    await pass(1_000);
    expect(tried).toEqual(['A', 'A']);
    expect(await store.all()).toEqual([]);
  });

  it('that the host has taken and nobody could remove are not sent again, and go when they can', async () => {
    for (const reference of ['A', 'B']) await add(reference);
    const settle = vi.spyOn(store.tasks, 'settle').mockRejectedValue(new Error('the disk'));
    const { tried } = deliverTo(() => taken);
    await pass(minuteMs);
    expect(tried).toEqual(['A']);
    settle.mockRestore();
    await pass(5_000);
    expect(tried).toEqual(['A', 'B']);
    expect(await store.all()).toEqual([]);
  });

  it('that need a person are told of in one mail, with references, the address and nothing else', async () => {
    for (const reference of ['K7M4QXTW', 'AB2CDEFG']) await add(reference);
    const sent: Parameters<MailTransport['send']>[0][] = [];
    let isDown = true;
    const transport: MailTransport = {
      async send(mail) {
        if (isDown) throw new Error('the mail server');
        sent.push(mail);
      },
    };
    const notices = createNotices({ store, transport, publicUrl: new URL('https://studio.example'), log });
    deliverTo(() => ({ ...taken, isTaken: false }) as Outcome, notices.ask);
    await pass(2 * minuteMs);
    expect(sent).toEqual([]);
    isDown = false;
    await pass(10 * minuteMs);
    expect(sent).toMatchObject([{ recipient: null, subject: '2 visitor forms need your attention' }]);
    for (const text of ['K7M4QXTW', 'AB2CDEFG', 'https://studio.example/admin/intake', ' GMT'])
      expect(sent[0]?.text).toContain(text);
    await add('LATER234');
    delivery?.wake();
    await pass(60 * minuteMs);
    expect(sent).toHaveLength(2);
    expect(sent[1]?.text).toContain('LATER234');
    await notices.stop();
  });
});

import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Counts, openCounts } from '../../../../server/database/site/counts.ts';
import { createLimiter } from '../../../../server/database/site/limiter.ts';
import { AppError } from '../../../../server/errors.ts';
import { describeOn } from '../../../support/describe-on.ts';
import { silent, type TwoProcesses, twoProcesses } from '../two-processes.ts';

const secret = randomBytes(32);
const windowMs = 600_000;

describeOn(['sqlite', 'postgres'], 'counts that processes share, on %s', (dialect) => {
  let processes: TwoProcesses;
  let opened: Counts[];
  let time: number;
  let logged: { msg: string }[];
  twoProcesses(dialect, (made) => (processes = made));
  beforeEach(() => {
    opened = [];
    logged = [];
    time = 1_000_000;
  });
  afterEach(async () => {
    vi.useRealTimers();
    for (const each of opened) await each.close();
    await processes.one.db.deleteFrom('counts').execute();
  });

  /** Returns the counts of one process, by the test's clock unless `isOfDatabase`. */
  function counts(of: 'one' | 'other', isOfDatabase = false) {
    const log = pino({}, { write: (line) => void logged.push(JSON.parse(line)) });
    const made = openCounts('postgres', {
      db: processes[of].db,
      secret,
      log,
      ...(!isOfDatabase && { now: () => time }),
    });
    opened.push(made);
    return made;
  }
  const attemptsOf = (of: Counts, limit = 5) =>
    createLimiter({ counts: of, kind: 'login', limit, windowMs, from: 'last' });
  const limitOf = (of: Counts, limit = 5) =>
    createLimiter({ counts: of, kind: 'form', limit, windowMs, code: 'form.tooOften' });
  const rows = () => processes.one.db.selectFrom('counts').selectAll().execute();

  it('forty forms at once, over two processes: five are taken; what is given back on one is free on the other', async () => {
    const [one, other] = [limitOf(counts('one')), limitOf(counts('other'))];
    const forms = await Promise.allSettled(
      Array.from({ length: 40 }, (_, at) => (at % 2 ? one : other).take('192.0.2.1')),
    );
    const taken = forms.filter((form) => form.status === 'fulfilled');
    expect(taken).toHaveLength(5);
    for (const form of forms) if (form.status === 'rejected') expect(form.reason).toBeInstanceOf(AppError);
    await expect(one.assertFree('192.0.2.1')).rejects.toMatchObject({ status: 429 });
    await taken[0]?.value.giveBack();
    await other.assertFree('192.0.2.1');
    await other.take('192.0.2.1');
    await expect(one.take('192.0.2.1')).rejects.toMatchObject({ headers: { 'Retry-After': '600' } });
    time += windowMs;
    await one.take('192.0.2.1');
  });

  it.runIf(dialect === 'postgres')('a refused form waits for no change of its key', async () => {
    const limit = limitOf(counts('one'), 1);
    await limit.take('192.0.2.1');
    const key = createHmac('sha256', secret).update('form 192.0.2.1').digest('base64url');
    await processes.other.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
      expect((await limit.tryTake('192.0.2.1')).giveBack).toBeUndefined();
      expect(logged).toEqual([]);
    });
  });

  it('has nobody in its table by name, nor by a hash that anybody could make', async () => {
    await limitOf(counts('one')).take('192.0.2.1');
    const [row] = await rows();
    expect(row).toMatchObject({ kind: 'form', forget_at: time + windowMs });
    expect(row?.key).toMatch(/^[\w-]{43}$/);
    await processes.one.db.deleteFrom('counts').execute();
    const stranger = openCounts('postgres', {
      db: processes.one.db,
      secret: randomBytes(32),
      log: silent,
    });
    opened.push(stranger);
    await limitOf(stranger).take('192.0.2.1');
    expect((await rows())[0]?.key).not.toBe(row?.key);
  });

  it('counts by itself while the database is away, on top of what it has seen, and says so once', async () => {
    const [one, other] = [attemptsOf(counts('one')), attemptsOf(counts('other'))];
    for (let count = 0; count < 3; count += 1) await one.take('a');
    const { schema } = processes.one.db;
    await schema.alterTable('counts').renameTo('elsewhere').execute();
    try {
      const counted = async (store: typeof one) => {
        let passed = 0;
        for (let count = 0; count < 10; count += 1) if ((await store.tryTake('a')).giveBack) passed += 1;
        return passed;
      };
      expect(await counted(one)).toBe(2);
      // A process that has counted none of them applies the same limit as one alone.
      expect(await counted(other)).toBe(5);
    } finally {
      await schema.alterTable('elsewhere').renameTo('counts').execute();
    }
    expect(logged.map(({ msg }) => msg)).toEqual(
      Array(2).fill('attempts and forms cannot be counted across processes; each process counts by itself'),
    );
  });
});

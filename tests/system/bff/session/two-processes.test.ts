// @module-tag deep/postgres: processes share sessions by PostgreSQL
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Request, Response } from 'express';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openRevocations } from '../../../../server/bff/session/revocations.ts';
import type { Session, Sessions } from '../../../../server/bff/session/session.ts';
import { createSessions } from '../../../../server/bff/session/sessions.ts';
import { createLoginThrottle, type LoginThrottle } from '../../../../server/bff/session/sign-in/throttle.ts';
import { isUnavailable } from '../../../../server/database/errors.ts';
import { noSignals } from '../../../../server/database/signals.ts';
import { type Counts, openCounts } from '../../../../server/database/site/counts.ts';
import type { Databases } from '../../../../server/database/state.ts';
import { AppError } from '../../../../server/errors.ts';
import { callResponse, cookieValue, setCookies } from '../../../unit/bff/session/response.ts';
import { type TwoProcesses, twoProcesses } from '../../database/site/two-processes.ts';

// Two processes of one site on one PostgreSQL, with separate disks.

interface Process {
  sessions: Sessions;
  throttle: LoginThrottle;
  counts: Counts;
  databases: Databases;
}

let databases: TwoProcesses;
let folder: string;
let one: Process;
let other: Process;

const publicUrl = new URL('http://localhost:3000');
const config = { SESSION_SECRET: ['s'.repeat(32)], SESSION_IDLE_HOURS: 8, SESSION_MAX_HOURS: 168 };

async function start(of: TwoProcesses['one']): Promise<Process> {
  const sessions = await createSessions({ ...config, DATA_DIR: folder }, publicUrl, of);
  const counts = openCounts('postgres', {
    db: of.db,
    secret: Buffer.alloc(32, 1),
    log: pino({ level: 'silent' }),
  });
  return {
    sessions,
    counts,
    databases: of,
    throttle: createLoginThrottle({ devices: sessions.devices, counts }),
  };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-two-sessions-'));
  databases = await twoProcesses('postgres');
  one = await start(databases.one);
  other = await start(databases.other);
});
afterAll(async () => {
  for (const each of [one, other]) {
    await each?.sessions.close();
    await each?.counts.close();
  }
  await databases?.close();
  await rm(folder, { recursive: true, force: true });
});

async function signedIn(token = 'a token', account?: string): Promise<{ session: Session; sealed: string }> {
  const res = callResponse();
  const session = await one.sessions.start(res, token, { email: 'a@studio.example' }, account);
  return { session, sealed: cookieValue(res) };
}

describe('a session', () => {
  it('that was opened on one is open on the other, and ends on both', async () => {
    const { session, sealed } = await signedIn();
    // A process that never polls the table: it relies on signals.
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const told = await start(databases.other);
    expect(await told.sessions.open(sealed)).toEqual(session);
    expect(await one.sessions.revoke(session)).toBe(true);
    vi.useRealTimers();
    await expect.poll(() => told.sessions.open(sealed)).toBeUndefined();
    const later = await start(databases.other);
    expect(await later.sessions.open(sealed)).toBeUndefined();
    for (const each of [told, later]) {
      await each.sessions.close();
      await each.counts.close();
    }
  });

  it('that ended while word got lost is found in the table', async () => {
    const gaps: (() => void)[] = [];
    const deafTo = {
      publish: async () => {},
      on: () => () => {},
      onGap(listener: () => void) {
        gaps.push(listener);
        return () => {};
      },
    };
    const deaf = await openRevocations({
      db: databases.other.db,
      signals: deafTo,
      now: Date.now,
    });
    const { session } = await signedIn();
    await one.sessions.revoke(session);
    expect(deaf.has(session.id)).toBe(false);
    for (const tell of gaps) tell();
    await expect.poll(() => deaf.has(session.id)).toBe(true);
    await deaf.close();
  });

  it('whose end the database does not take is refused by this process, and written down when it does', async () => {
    const { session, sealed } = await signedIn();
    const db = databases.one.db;
    await db.schema.alterTable('revoked_sessions').renameTo('elsewhere').execute();
    await expect(one.sessions.revoke(session)).rejects.toThrow();
    expect(await one.sessions.open(sealed)).toBeUndefined();
    expect(await other.sessions.open(sealed)).toBeDefined();
    await db.schema.alterTable('elsewhere').renameTo('revoked_sessions').execute();
    await one.sessions.close();
    await expect.poll(() => other.sessions.open(sealed)).toBeUndefined();
    one = await start(databases.one);
  });
});

describe('a database that says nothing', () => {
  it('is away for a sign-out and for devices, and what it was to be told is told when it speaks again', async () => {
    const { db } = databases.other;
    const hasty = await openRevocations({ db, signals: noSignals, patienceMs: 100, now: Date.now });
    const { session } = await signedIn();
    await databases.one.db.transaction().execute(async (tx) => {
      await sql`lock table revoked_sessions, void_devices in access exclusive mode`.execute(tx);
      await expect(hasty.add(session.id, Date.now() + 10_000)).rejects.toSatisfy(isUnavailable);
      await expect(hasty.devicesVoidUntil('a')).rejects.toSatisfy(isUnavailable);
      expect(hasty.has(session.id)).toBe(true);
    });
    await hasty.close();
    const later = await openRevocations({ db, signals: noSignals, now: Date.now });
    expect(later.has(session.id)).toBe(true);
    await later.close();
  });
});

describe('a token that the host has replaced', () => {
  const told = async () =>
    (await sql<{ value: string }>`select value from signals`.execute(databases.one.db)).rows;

  it('takes the place of the old one in cookies that reach the other process', async () => {
    const { session, sealed } = await signedIn('before');
    const atOther = await other.sessions.open(sealed);
    expect(atOther?.token).toBe('before');
    await one.sessions.replaceToken(callResponse(), session, 'after');
    await expect.poll(async () => (await other.sessions.open(sealed))?.token).toBe('after');

    // The host refused a call with the previous token: this does not end the session, and no earlier cookie is
    // restored.
    const refused = callResponse();
    other.sessions.endRefused(refused, atOther as Session);
    expect(setCookies(refused)).toEqual([]);
    const renewed = callResponse();
    await other.sessions.extend(renewed, atOther as Session);
    renewed.writeHead(200);
    expect(setCookies(renewed)).toEqual([]);
    // A refusal of the new token does end it.
    other.sessions.endRefused(refused, { ...session, token: 'after' });
    expect(setCookies(refused)).toHaveLength(1);
  });

  it('is replaced again by whichever process is asked, and a cookie with the newest never goes back', async () => {
    const { session, sealed } = await signedIn('first');
    await one.sessions.replaceToken(callResponse(), session, 'second');
    const second = { ...session, token: 'second' };
    await expect.poll(async () => (await other.sessions.open(sealed))?.token).toBe('second');
    const res = callResponse();
    await other.sessions.replaceToken(res, second, 'third');
    res.writeHead(200);
    expect((await other.sessions.open(cookieValue(res)))?.token).toBe('third');
    // Before the signal has arrived, and after.
    expect((await one.sessions.open(cookieValue(res)))?.token).toBe('third');
    await expect.poll(async () => (await one.sessions.open(sealed))?.token).toBe('third');
    expect((await one.sessions.open(cookieValue(res)))?.token).toBe('third');
  });

  it('is told sealed: neither it nor a cookie that opens is in the database', async () => {
    const { session } = await signedIn('a token before');
    await one.sessions.replaceToken(callResponse(), session, 'a token after');
    const values = (await told()).map(({ value }) => value);
    expect(JSON.stringify(values)).not.toMatch(/a token (before|after)/);
    for (const value of values) expect(await other.sessions.open(value)).toBeUndefined();
  });
});

describe('guesses', () => {
  const request = (email: string, ip: string) =>
    ({ ip, body: { email, password: 'guess' }, cookies: {} }) as Request;

  async function passes(of: Process, req: Request): Promise<boolean> {
    try {
      await new Promise<void>((resolve, reject) => {
        Promise.resolve(of.throttle.pass(req, callResponse() as Response, resolve as () => void)).catch(
          reject,
        );
      });
      return true;
    } catch (error) {
      if (error instanceof AppError && error.status === 429) return false;
      throw error;
    }
  }

  it('ten that are spread over both count as ten: five pass, one after the other or at once', async () => {
    const passed: boolean[] = [];
    for (let at = 0; at < 10; at += 1) {
      passed.push(await passes(at % 2 ? one : other, request('a@studio.example', `192.0.2.${at}`)));
    }
    expect(passed).toEqual([true, true, true, true, true, false, false, false, false, false]);
    const atOnce = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        passes(at % 2 ? one : other, request('b@studio.example', `198.51.100.${at}`)),
      ),
    );
    expect(atOnce.filter(Boolean)).toHaveLength(5);
  });

  it('a right password on one frees the account on the other', async () => {
    for (let at = 0; at < 4; at += 1) await passes(other, request('c@studio.example', `203.0.113.${at}`));
    const right = request('c@studio.example', '203.0.113.9');
    expect(await passes(one, right)).toBe(true);
    await one.throttle.succeeded(right);
    expect(await passes(other, request('c@studio.example', '203.0.113.10'))).toBe(true);
  });

  it('a browser that signed in on one is known on the other, until the password changes', async () => {
    const res = callResponse();
    await one.sessions.devices.remember(res, 'account', Date.now());
    const cookies = { cookies: { studio_device: cookieValue(res) } };
    expect(await other.sessions.devices.known(cookies, 'account')).toEqual(expect.any(String));
    await one.sessions.devices.forgetAll('account', Date.now());
    expect(await other.sessions.devices.known(cookies, 'account')).toBeUndefined();
  });

  it('while the database cannot tell, no browser is known', async () => {
    const res = callResponse();
    await one.sessions.devices.remember(res, 'somebody', Date.now());
    const cookies = { cookies: { studio_device: cookieValue(res) } };
    const { schema } = databases.one.db;
    await schema.alterTable('void_devices').renameTo('elsewhere').execute();
    expect(await other.sessions.devices.known(cookies, 'somebody')).toBeUndefined();
    await schema.alterTable('elsewhere').renameTo('void_devices').execute();
    expect(await other.sessions.devices.known(cookies, 'somebody')).toBeDefined();
  });
});

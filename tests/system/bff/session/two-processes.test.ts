// @module-tag deep/postgres: processes share sessions by PostgreSQL
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Session, Sessions } from '../../../../server/bff/session/session.ts';
import { createSessions } from '../../../../server/bff/session/sessions.ts';
import { createLoginThrottle, type LoginThrottle } from '../../../../server/bff/session/sign-in/throttle.ts';
import { type Counts, openCounts } from '../../../../server/database/site/counts.ts';
import type { Databases } from '../../../../server/database/state.ts';
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

  it('is told sealed: neither it nor a cookie that opens is in the database', async () => {
    const { session } = await signedIn('a token before');
    await one.sessions.replaceToken(callResponse(), session, 'a token after');
    const values = (await told()).map(({ value }) => value);
    expect(JSON.stringify(values)).not.toMatch(/a token (before|after)/);
    for (const value of values) expect(await other.sessions.open(value)).toBeUndefined();
  });
});

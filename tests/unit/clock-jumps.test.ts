import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSessions } from '../../server/bff/session/sessions.ts';
import { goodMails } from '../support/mail/mails.ts';
import { openPostOffice } from '../support/mail/post-office.ts';
import { callResponse, cookieValue } from './bff/session/response.ts';
import { sessionState } from './bff/session/session-state.ts';

// Clocks that are wrong for a while and then right again. Chores have a separate guard (clock-guard.test.ts).

const hour = 3_600_000;
const day = 24 * hour;
const right = Date.parse('2026-11-22T10:00:00Z');
const jumps = [
  ['a year ahead', 365 * day],
  ['a day ahead', day],
  ['a day back', -day],
  ['a year back', -365 * day],
] as const;

let now = right;
let folder: string;
beforeEach(async () => {
  now = right;
  folder = await mkdtemp(join(tmpdir(), 'studio-jumps-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true });
});

describe.each(jumps)('a clock that is %s for a while', (_name, by) => {
  it('makes no session and no known browser that outlives its time, and ends none of before for good', async () => {
    const state = await sessionState(folder);
    const sessions = await createSessions(
      { SESSION_SECRET: ['s'.repeat(32)], SESSION_IDLE_HOURS: 8, SESSION_MAX_HOURS: 168, DATA_DIR: folder },
      new URL('http://localhost:3000'),
      state,
      () => now,
    );
    const start = async () => {
      const res = callResponse();
      await sessions.start(res, 'token');
      return cookieValue(res);
    };
    const before = await start();
    now += by;
    const during = await start();
    expect(await sessions.open(during)).toBeDefined();
    const device = callResponse();
    await sessions.devices.remember(device, 'account', now);
    const cookies = { cookies: { studio_device: cookieValue(device) } };
    now = right;
    // A session from the future is no longer valid; one from the past has been unused for a day.
    expect(await sessions.open(during)).toBeUndefined();
    expect(await sessions.open(await start())).toBeDefined();
    expect(await sessions.open(before)).toBeDefined();
    expect(await sessions.devices.known(cookies, 'account')).toEqual(
      by === -day ? expect.any(String) : undefined,
    );
    await sessions.close();
    await state.close();
  });

  it('puts no mail off until it comes round, and gives none up that was tried', async () => {
    const office = await openPostOffice();
    let works = false;
    const sent: string[] = [];
    const server = {
      async send({ subject }: { subject: string }) {
        if (!works) throw Object.assign(new Error('away'), { code: 'ECONNECTION' });
        sent.push(subject);
      },
    };
    await office.enqueue(goodMails.confirmation);
    await office.deliver(server as never);
    office.pass(hour);
    await office.deliver(server as never);
    const [tried] = await office.rows();
    expect(tried).toMatchObject({ attempts: 2, failed_at: null });
    office.now += by;
    await office.enqueue(goodMails.newMessage);
    await office.deliver(server as never);
    office.pass(hour);
    await office.deliver(server as never);
    office.now -= by;
    works = true;
    // A failing mail server is not tried for a quarter of an hour, and a mail with several attempts for some hours.
    for (let each = 0; each < 6; each += 1) {
      office.pass(8 * hour);
      await office.deliver(server as never);
    }
    expect(sent).toHaveLength(2);
    await office.close();
  });
});

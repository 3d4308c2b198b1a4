import type { Request } from 'express';
import { describe, expect, it } from 'vitest';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import { callOf } from '../../../../server/bff/call.ts';
import { openSession } from '../../../../server/bff/session/open-session.ts';
import type { Session, Sessions } from '../../../../server/bff/session/session.ts';
import { callResponse } from './response.ts';

const session: Session = { id: 'one', token: 'tok', issuedAt: 1, renewedAt: 1 };

/** Opens only the cookie value "good", and records the values it was given. */
function fakeSessions(given: unknown[] = []): Sessions {
  return {
    cookieName: 'studio_session',
    open: async (sealed: unknown) => {
      given.push(sealed);
      return sealed === 'good' ? session : undefined;
    },
    renew: async () => {},
  } as Partial<Sessions> as Sessions;
}

async function run(cookie: string | undefined, sessions = fakeSessions(), row?: ContractRow) {
  const res = callResponse(row);
  const req = { headers: cookie === undefined ? {} : { cookie } } as Request;
  let went = 0;
  await openSession(sessions)(req, res, () => {
    went += 1;
  });
  expect(went).toBe(1);
  return res;
}

describe('openSession', () => {
  it('notes the session, and no-store before any later pass can fail', async () => {
    const res = await run('a=b; studio_session=good');
    expect(callOf(res).session).toBe(session);
    expect(res.getHeader('cache-control')).toBe('no-store');
  });

  it('leaves the answer to a visitor alone', async () => {
    const given: unknown[] = [];
    for (const cookie of [undefined, '', 'other=1']) {
      const res = await run(cookie, fakeSessions(given));
      expect(callOf(res).session).toBeUndefined();
      expect(res.getHeader('cache-control')).toBeUndefined();
    }
    expect(given).toEqual([]);
  });

  it('takes for no activity what a page asks by itself', async () => {
    const { blogs, siteStatus, deskCounts, blogSchedules, jobSchedules } = contract;
    const renewed: string[] = [];
    for (const row of [blogs, siteStatus, deskCounts, blogSchedules, jobSchedules]) {
      const renew = async () => void renewed.push(row.name);
      await run('studio_session=good', { ...fakeSessions(), renew }, row);
    }
    expect(renewed).toEqual(['blogs']);
  });

  it('hands over only what the cookie of the name holds, the first of two', async () => {
    const given: unknown[] = [];
    await run('studio_session=first; studio_session=good', fakeSessions(given));
    await run('studio_session=j:{"a":1}', fakeSessions(given));
    await run('studio_sessions=good; xstudio_session=good; STUDIO_SESSION=good', fakeSessions(given));
    expect(given).toEqual(['first', { a: 1 }]);
  });
});

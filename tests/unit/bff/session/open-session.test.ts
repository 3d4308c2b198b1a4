import type { Request } from 'express';
import { expect, it } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { openSession } from '../../../../server/bff/session/open-session.ts';
import type { Sessions } from '../../../../server/bff/session/session.ts';
import { callResponse } from './response.ts';

it('takes for no activity what a page asks by itself', async () => {
  const { blogs, siteStatus, deskCounts, blogSchedules, jobSchedules } = contract;
  const renewed: string[] = [];
  for (const row of [blogs, siteStatus, deskCounts, blogSchedules, jobSchedules]) {
    const sessions: Partial<Sessions> = {
      cookieName: 'studio_session',
      open: async () => ({ id: 'one', token: 'tok', issuedAt: 1, renewedAt: 1 }),
      renew: async () => void renewed.push(row.name),
    };
    const req = { headers: { cookie: 'studio_session=good' } } as Request;
    await openSession(sessions as Sessions)(req, callResponse(row), () => {});
  }
  expect(renewed).toEqual(['blogs']);
});

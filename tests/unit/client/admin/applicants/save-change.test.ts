import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import {
  changeApplicant,
  patchApplicant,
  saveApplicant,
  versionOf,
} from '../../../../../client/admin/applicants/queries.ts';

const ada = {
  id: 1,
  job_id: null,
  job: null,
  reference: 'AAAA2222',
  name: 'Ada',
  email: 'ada@applicant.example',
  cv_name: 'cv.pdf',
  cv_mime: 'application/pdf',
  cv_size: 1,
  status: 'new',
  rating: 0,
  is_read: 0,
  consent_at: '2026-01-01',
  created_at: '2026-01-01',
  retain_until: '2026-07-01',
  submissions_count: 1,
  last_submitted_at: '2026-01-01',
  updated_at: '2026-01',
};

it('a form goes over the newer version that one has made oneself, and not over that of a colleague', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_path: string, { body = '{}' }) => {
    sent.push(JSON.parse(body).updated_at);
    return Response.json({ status: 1, data: { ...ada, updated_at: `2026-0${sent.length + 1}` } });
  });
  const queries = new QueryClient();
  queries.setQueryData(['applicants', 'single', 1], ada);
  const save = (version: string | undefined) =>
    saveApplicant(queries, 1, { retain_until: '2027-01-01' }, version);
  const rated = changeApplicant(queries, { id: 1, name: 'Ada' }, { rating: 4 });
  await Promise.all([rated, save(versionOf(queries, 1))]);
  const opened = versionOf(queries, 1);
  patchApplicant(queries, 1, { updated_at: '2026-09' });
  await save(opened);
  vi.unstubAllGlobals();
  expect(sent).toEqual(['2026-01', '2026-02', '2026-03']);
});

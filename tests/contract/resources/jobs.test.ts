import type { Response } from 'supertest';
import { describe, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { type CallName, contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import { messages } from '#shared/messages.ts';
import type { Job } from '#shared/schemas/job.ts';
import { withEngines } from '../../support/engines.ts';
import { makeApplicant } from './cases/applicants.ts';
import { makeJob } from './cases/jobs.ts';

withEngines((engine) => {
  const post = (call: CallName, id: Id, json: Record<string, unknown> = {}) =>
    engine.admin.post(callPath(contract[call], { id })).send(json);
  const get = (id: Id, as: 'admin' | 'visitor' = 'visitor') => engine[as].call('singleJob', id);
  const listed = async (call: 'jobs' | 'getJobs', query = ''): Promise<{ jobs: Job[]; answer: Response }> => {
    const answer = await engine.admin.get(callPath(contract[call]) + query);
    expect(answer.status, answer.text).toBe(200);
    return { jobs: answer.body.data.data, answer };
  };

  describe('what visitors see of a job', () => {
    const shown: [
      story: string,
      changes: Record<string, unknown>,
      then: string | undefined,
      status: number,
    ][] = [
      ['a draft', {}, undefined, 404],
      ['an open job', { status: 'open' }, undefined, 200],
      ['a closed job', { status: 'open' }, 'closed', 410],
      ['a filled job', { status: 'open' }, 'filled', 410],
      ['a draft that was closed', {}, 'closed', 404],
      ['a draft again', { status: 'open' }, 'draft', 404],
    ];
    it.each(shown)('%s', async (_story, changes, then, status) => {
      const { id } = await makeJob(engine, changes);
      if (then) expect((await post('updateJobStatus', id, { status: then })).status).toBe(200);
      const answer = await get(id);
      expect(answer.status).toBe(status);
      if (status === 410) {
        expect(answer.body).toMatchObject({
          status: 0,
          message: messages['job.closed'],
          data: { title: 'Señor UI-Designer' },
        });
        expect(Object.keys(answer.body.data)).toEqual(['title']);
      }
      if (status === 404) expect(answer.body).not.toHaveProperty('data');
      expect((await get(id, 'admin')).status).toBe(200);
      const { jobs } = await listed('jobs', '?search=designer');
      expect(jobs.some((job) => job.id === id)).toBe(status === 200);
    });

    it('a salary only where the studio shows it', async () => {
      const { id } = await makeJob(engine, { status: 'open', show_salary: 0 });
      const hidden = { salary_min: null, salary_max: null, salary_currency: null, salary_unit: null };
      expect((await get(id)).body.data).toMatchObject(hidden);
      expect((await get(id, 'admin')).body.data.salary_min).toBe(150_000);
      const list = await engine.visitor.call('jobs');
      expect(list.body.data.data.find((job: Job) => job.id === id)).toMatchObject(hidden);
    });

    it('a remote job that names no place, on its page and in lists', async () => {
      const nowhere = { location_type: 'remote', city: null, region: null, country: null };
      const { id } = await makeJob(engine, { ...nowhere, title: 'Nowhere', status: 'open' });
      expect((await listed('jobs', '?search=nowhere&location_type=remote')).jobs).toMatchObject([
        { id, ...nowhere },
      ]);
      const page = await engine.visitor.get(`/careers/apply/${id}`).set('Accept', 'text/html').expect(200);
      expect(page.text).toContain('"jobLocationType":"TELECOMMUTE"');
      expect(page.text).not.toContain('"jobLocation":');
    });

    it('rich text that is safe, whatever was stored', async () => {
      const description = '<p onclick="x()">Draw</p><script>alert(1)</script>';
      const { id } = await makeJob(engine, { status: 'open', description });
      expect((await get(id)).body.data.description).toBe('<p>Draw</p>');
    });
  });

  it('counts its applicants and the unread, for an admin alone', async () => {
    const title = 'Counted';
    const { id } = await makeJob(engine, { title, status: 'open' });
    const first = await makeApplicant(engine, {}, id);
    await makeApplicant(engine, {}, id);
    await engine.call('getSingleApplicant', first.id);
    const counts = { applicants_count: 2, unread_count: 1 };
    expect((await listed('getJobs', '?search=counted')).jobs).toMatchObject([{ id, ...counts }]);
    expect((await get(id, 'admin')).body.data).toMatchObject(counts);
    expect((await get(id)).body.data).not.toHaveProperty('applicants_count');
    expect((await listed('jobs', '?search=counted')).jobs[0]).not.toHaveProperty('unread_count');
  });

  it('stamps the first time that a job was open, and no other', async () => {
    const { id, posted_at } = await makeJob(engine);
    expect(posted_at).toBeNull();
    const opened: Job = (await post('updateJobStatus', id, { status: 'open' })).body.data;
    expect(Date.parse(opened.posted_at ?? '')).toBeGreaterThan(Date.now() - 60_000);
    await post('updateJobStatus', id, { status: 'closed' });
    const again: Job = (await post('updateJobStatus', id, { status: 'open' })).body.data;
    expect(again.posted_at).toBe(opened.posted_at);
  });

  it('lists the last posted job first', async () => {
    const title = 'Orderly';
    const ids: Id[] = [];
    for (let index = 0; index < 3; index += 1) {
      ids.push((await makeJob(engine, { title, status: 'open' })).id);
    }
    const { jobs } = await listed('jobs', '?search=orderly');
    expect(jobs.map(({ id }) => id)).toEqual(ids.toReversed());
  });

  it.each(['jobs', 'getJobs'] as const)('%s finds words, and takes signs for signs', async (call) => {
    const title = `100%_sure \\ "it's" Москва ${call}`;
    const { id } = await makeJob(engine, { title, status: 'open', city: 'Łódź' });
    const found = async (search: string) =>
      (await listed(call, `?search=${encodeURIComponent(search)}`)).jobs.some((job) => job.id === id);
    for (const search of ['100%_SURE', '\\', `"it's"`, 'москва', 'łódź design', `${call} pakistan`]) {
      expect(await found(search), search).toBe(true);
    }
    for (const search of ['100__sure', '1%sure', "' or 1=1 --", 'łódźz', 'designpeshawar']) {
      expect(await found(search), search).toBe(false);
    }
  });
});

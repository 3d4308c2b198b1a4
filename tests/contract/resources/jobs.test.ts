import { describe, expect, it } from 'vitest';
import type { Id } from '#shared/id.ts';
import { messages } from '#shared/messages.ts';
import type { Job } from '#shared/schemas/job.ts';
import { withEngines } from '../../support/engines.ts';
import { goodJob } from '../../support/forms.ts';
import { makeApplicant, makeJob } from './cases.ts';

withEngines((engine) => {
  const { read } = engine;
  const asVisitor = (id: Id) => engine.visitor.call('singleJob', id);
  const listed = async (call: 'jobs' | 'getJobs', search: string): Promise<Job[]> =>
    (await read(call, { search })).data;
  const setStatus = (id: Id, status: string): Promise<Job> => read('updateJobStatus', id, { status });

  describe('what visitors see of a job', () => {
    it.each([
      ['a draft', 'draft', undefined, 404],
      ['an open job', 'open', undefined, 200],
      ['a closed job', 'open', 'closed', 410],
      ['a filled job', 'open', 'filled', 410],
      ['a draft that was closed', 'draft', 'closed', 404],
      ['a draft again', 'open', 'draft', 404],
    ])('%s', async (_story, status, then, seen) => {
      const { id, title } = await makeJob(engine, { status });
      if (then) await setStatus(id, then);
      const answer = await asVisitor(id);
      expect(answer.status).toBe(seen);
      if (seen === 410)
        expect(answer.body).toMatchObject({ message: messages['job.closed'], data: { title } });
      if (seen !== 200) expect(Object.keys(answer.body.data ?? {})).toEqual(seen === 410 ? ['title'] : []);
      expect(await read('singleJob', id)).toMatchObject({ id });
      expect((await listed('jobs', 'designer')).some((job) => job.id === id)).toBe(seen === 200);
    });

    it('a salary only where the studio shows it, and rich text that is safe', async () => {
      const description = '<p onclick="x()">Draw</p><script>alert(1)</script>';
      const { id } = await makeJob(engine, { status: 'open', show_salary: 0, description });
      const hidden = { salary_min: null, salary_max: null, salary_currency: null, salary_unit: null };
      expect((await asVisitor(id)).body.data).toMatchObject({ ...hidden, description: '<p>Draw</p>' });
      expect((await read('singleJob', id)).salary_min).toBe(150_000);
      const { data } = await engine.visitor.read('jobs');
      expect(data.find((job: Job) => job.id === id)).toMatchObject(hidden);
    });
  });

  it('a remote job may name no place, on its page and in lists', async () => {
    const nowhere = { location_type: 'remote', city: null, region: null, country: null };
    const { id } = await makeJob(engine, { ...nowhere, title: 'Nowhere', status: 'open' });
    await makeJob(engine, { title: 'Nowhere', status: 'open' });
    const { data, facets } = await read('jobs', { search: 'nowhere', location_type: 'remote' });
    expect(data).toMatchObject([{ id, ...nowhere }]);
    // The choices of a filter are counted as if it were not set.
    expect(facets.location_type.map(({ value }: { value: string }) => value)).toEqual(['hybrid', 'remote']);
    const page = await engine.visitor.get(`/careers/apply/${id}`).set('Accept', 'text/html').expect(200);
    expect(page.text).toContain('"jobLocationType":"TELECOMMUTE"');
    expect(page.text).not.toContain('"jobLocation":');
  });

  it('counts its applicants and the unread, for an admin alone', async () => {
    const { id } = await makeJob(engine, { title: 'Counted', status: 'open' });
    const first = await makeApplicant(engine, {}, id);
    await makeApplicant(engine, {}, id);
    await read('getSingleApplicant', first.id);
    const spam = await makeApplicant(engine, {}, id);
    await read('updateApplicantStatus', spam.id, { status: 'spam' });
    expect(await makeApplicant(engine, { email: spam.email })).toMatchObject({ applied_again: 0 });
    const counts = { applicants_count: 2, unread_count: 1 };
    expect(await listed('getJobs', 'counted')).toMatchObject([{ id, ...counts }]);
    expect(await read('singleJob', id)).toMatchObject(counts);
    expect((await asVisitor(id)).body.data).not.toHaveProperty('applicants_count');
    expect((await listed('jobs', 'counted'))[0]).not.toHaveProperty('unread_count');
  });

  it('stamps the first time that a job was open, and no other', async () => {
    const { id, posted_at } = await makeJob(engine);
    expect(posted_at).toBeNull();
    const opened = await setStatus(id, 'open');
    expect(Date.parse(opened.posted_at ?? '')).toBeGreaterThan(Date.now() - 60_000);
    await setStatus(id, 'closed');
    expect((await setStatus(id, 'open')).posted_at).toBe(opened.posted_at);
  });

  it('lists the last posted job first', async () => {
    const ids: Id[] = [];
    for (let index = 0; index < 3; index += 1)
      ids.unshift((await makeJob(engine, { title: 'Orderly', status: 'open' })).id);
    expect((await listed('jobs', 'orderly')).map(({ id }) => id)).toEqual(ids);
    await read('reorderJobs', { ids: ids.toReversed() });
    // A save that does not name the place keeps it. Both ends of the pay may be the same.
    const orderly = { ...goodJob, title: 'Orderly', status: 'open' };
    for (const id of ids) await read('updateJob', id, { ...orderly, salary_max: goodJob.salary_min });
    expect((await listed('jobs', 'orderly')).map(({ id }) => id)).toEqual(ids.toReversed());
    const { id } = await makeJob(engine, { title: 'Orderly' });
    expect((await read('getJobs', { search: 'orderly', status: 'draft' })).data).toMatchObject([{ id }]);
  });

  it.each(['jobs', 'getJobs'] as const)('%s finds words, and takes signs for signs', async (call) => {
    const title = `100%_sure \\ "it's" Москва ${call}`;
    const { id } = await makeJob(engine, { title, status: 'open', city: 'Łódź' });
    const found = async (search: string) => (await listed(call, search)).some((job) => job.id === id);
    for (const search of ['100%_SURE', '\\', `"it's"`, 'москва', 'łódź design', `${call} pakistan`])
      expect(await found(search), search).toBe(true);
    for (const search of ['100__sure', '1%sure', "' or 1=1 --", 'łódźz', 'designpeshawar'])
      expect(await found(search), search).toBe(false);
  });
});

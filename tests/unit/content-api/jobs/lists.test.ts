import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pageOfOpenJobs } from '../../../../server/content-api/jobs/open-jobs-repository.ts';
import { findJob, pageOfJobs } from '../../../../server/content-api/jobs/repository.ts';
import type { Db } from '../../../../server/database/types.ts';
import { addJob, emptyDatabase } from '../../../support/engine/jobs-memory.ts';
import { expectIndexed, queriesOf } from '../../../support/engine/query-plan.ts';

type Filters = Parameters<typeof pageOfOpenJobs>[2];

let db: Db;
beforeAll(async () => {
  db = await emptyDatabase();
});
beforeEach(() => db.deleteFrom('jobs').execute());
afterAll(() => db.destroy());

describe('the facets of open jobs', () => {
  beforeEach(async () => {
    await addJob(db, { department: 'Design', employment_type: 'FULL_TIME', location_type: 'onsite' });
    await addJob(db, { department: 'Design', employment_type: 'INTERN', location_type: 'remote' });
    await addJob(db, { department: 'Sound', employment_type: 'FULL_TIME', location_type: 'remote' });
    await addJob(db, { department: 'Film', employment_type: 'FULL_TIME', status: 'draft' });
    await addJob(db, { department: 'Film', closes_at: '2020-01-01' });
    await addJob(db, { department: 'Film' }, { deleted_at: '2026-01-01T00:00:00.000Z' });
  });
  const facets = async (filters: Filters) => (await pageOfOpenJobs(db, 1, filters)).facets;

  it('count only what visitors see, the most frequent first', async () => {
    expect(await facets({})).toEqual({
      department: [
        { value: 'Design', count: 2 },
        { value: 'Sound', count: 1 },
      ],
      employment_type: [
        { value: 'FULL_TIME', count: 2 },
        { value: 'INTERN', count: 1 },
      ],
      location_type: [
        { value: 'remote', count: 2 },
        { value: 'onsite', count: 1 },
      ],
    });
  });

  it('apply every other filter and not their own, so that one can choose again', async () => {
    expect(await facets({ department: 'Design', location_type: 'remote' })).toEqual({
      department: [
        { value: 'Design', count: 1 },
        { value: 'Sound', count: 1 },
      ],
      employment_type: [{ value: 'INTERN', count: 1 }],
      location_type: [
        { value: 'onsite', count: 1 },
        { value: 'remote', count: 1 },
      ],
    });
  });

  it('apply the search', async () => {
    expect((await facets({ search: 'sound' })).department).toEqual([{ value: 'Sound', count: 1 }]);
    expect(await facets({ search: 'nobody' })).toEqual({
      department: [],
      employment_type: [],
      location_type: [],
    });
  });
});

describe('the order', () => {
  it('is the drag order, then the last posted, then the newest, over the pages', async () => {
    const at = (day: number) => `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`;
    const jobs = [];
    for (let day = 1; day <= 12; day += 1) jobs.push(await addJob(db, {}, { posted_at: at(day) }));
    const top = await addJob(db, { v_order: 0 }, { posted_at: at(1) });
    const last = await addJob(db, { v_order: 1 }, { posted_at: at(31) });
    const wanted = [
      ...jobs
        .map((job) => job.id)
        .toReversed()
        .slice(0, 11),
      top.id,
      jobs[0]?.id,
      last.id,
    ];
    const pages = async (list: (page: number) => Promise<{ data: { id: number }[] }>) =>
      [...(await list(1)).data, ...(await list(2)).data].map((job) => job.id);
    expect(await pages((page) => pageOfOpenJobs(db, page, {}))).toEqual(wanted);
    expect(await pages((page) => pageOfJobs(db, page, {}))).toEqual(wanted);
    expect((await pageOfJobs(db, 2, { status: 'open' })).data).toHaveLength(4);
  });

  it('has the drafts, which were never posted, after the posted', async () => {
    const draft = await addJob(db, { status: 'draft' });
    const posted = await addJob(db);
    expect((await pageOfJobs(db, 1, {})).data.map((job) => job.id)).toEqual([posted.id, draft.id]);
  });
});

describe('a list that was read before', () => {
  const searches = [undefined, 'design', 'd', 'design d'];
  const ids = (page: { data: { id: number }[] }) => page.data.map(({ id }) => id);

  it('has no job past its end, though nothing was written', async () => {
    const stays = await addJob(db, { department: 'Design' });
    const ends = await addJob(db, { department: 'Sound' }, { ends_at: '2026-05-01T00:00:00.000Z' });
    for (const search of searches.slice(0, 3)) {
      const at = (moment: string) => pageOfOpenJobs(db, 1, { search }, `2026-${moment}T00:00:00.000Z`);
      expect(ids(await at('04-30'))).toEqual([ends.id, stays.id]);
      expect(ids(await at('05-01'))).toEqual([stays.id]);
      expect((await at('05-02')).facets.department).toEqual([{ value: 'Design', count: 1 }]);
      expect(ids(await at('04-30'))).toEqual([ends.id, stays.id]);
    }
  });

  it('has what was written since, in every order and for every search', async () => {
    const first = await addJob(db);
    for (const search of searches) {
      expect(ids(await pageOfOpenJobs(db, 1, { search }))).toEqual([first.id]);
      expect(ids(await pageOfJobs(db, 1, { search }))).toEqual([first.id]);
    }
    const second = await addJob(db, { v_order: 1 });
    for (const search of searches) {
      expect(ids(await pageOfOpenJobs(db, 1, { search }))).toEqual([first.id, second.id]);
      expect(ids(await pageOfJobs(db, 1, { search }))).toEqual([first.id, second.id]);
    }
  });
});

describe('every read', () => {
  it('goes by an index; only the counts of the filters are sorted', async () => {
    const filters: Filters[] = [
      {},
      { search: 'a b', department: 'X', employment_type: 'OTHER', location_type: 'remote' },
    ];
    for (const each of filters) {
      for (const query of await queriesOf(db, (on) => pageOfOpenJobs(on, 3, each))) {
        await expectIndexed(db, query, { sorts: query.sql.includes('group by') });
      }
    }
    for (const each of [{}, { status: 'draft' as const }, { search: 'a' }]) {
      for (const query of await queriesOf(db, (on) => pageOfJobs(on, 3, each)))
        await expectIndexed(db, query);
    }
    for (const query of await queriesOf(db, (on) => findJob(on, 1))) await expectIndexed(db, query);
    for (const query of await queriesOf(db, (on) => addJob(on))) {
      if (query.sql.startsWith('select')) await expectIndexed(db, query);
    }
  });

  it('of a list leaves the descriptions where they are', async () => {
    await addJob(db);
    for (const page of [await pageOfJobs(db, 1, {}), await pageOfOpenJobs(db, 1, {})]) {
      expect(page.data).toHaveLength(1);
      expect(page.data[0]).not.toHaveProperty('description');
      expect(page.data[0]).not.toHaveProperty('search_text');
    }
  });
});

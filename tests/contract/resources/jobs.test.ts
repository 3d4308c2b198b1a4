import type { Response } from 'supertest';
import { describe, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { type CallName, contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import { limits, MIB } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { Job } from '#shared/schemas/job.ts';
import { withEngines } from '../../support/engines.ts';
import { makeApplicant } from './cases/applicants.ts';
import { goodJob, makeJob } from './cases/jobs.ts';
import { resources } from './cases.ts';
import { describeCall } from './every-call.ts';
import { type BodyCase, describeBodyErrors } from './field-errors.ts';

const required = {
  title: ['Job title is required.'],
  department: ['Department is required.'],
  employment_type: ['Please select an employment type.'],
  location_type: ['Please select where the work takes place.'],
};

/** Rules shared by adding and editing. */
const fieldCases: BodyCase[] = [
  ['no title', { title: undefined }, { title: required.title }],
  ['a blank title', { title: ' \n ' }, { title: required.title }],
  ['a title that is no text', { title: 7 }, { title: ['This must be text.'] }],
  [
    'a title of 256 letters',
    { title: 'x'.repeat(256) },
    { title: ['This text is longer than the limit of 255 characters.'] },
  ],
  [
    'a title with NUL',
    { title: 'a\0b' },
    { title: ['This text contains characters that cannot be stored.'] },
  ],
  ['no department', { department: '' }, { department: required.department }],
  [
    'an employment type of its own',
    { employment_type: 'full time' },
    { employment_type: [expect.stringContaining('FULL_TIME, PART_TIME')] },
  ],
  [
    'a place of its own',
    { location_type: 'moon' },
    { location_type: ['This must be one of: onsite, hybrid, remote.'] },
  ],
  [
    'no city for work on site',
    { city: null, location_type: 'onsite' },
    { city: ['City is required unless the job is remote.'] },
  ],
  [
    'no country for hybrid work',
    { country: '' },
    { country: ['Country is required unless the job is remote.'] },
  ],
  [
    'a lowest salary above the highest',
    { salary_min: 300_000 },
    { salary_max: ['The maximum salary is lower than the minimum.'] },
  ],
  [
    'a salary below nothing',
    { salary_min: -1 },
    { salary_min: ['This must be an amount from 0 to 1000000000, with at most two decimals.'] },
  ],
  [
    'a salary without currency',
    { salary_currency: null },
    { salary_currency: ['Please choose the currency of the salary.'] },
  ],
  [
    'a currency that is none',
    { salary_currency: 'rupees' },
    { salary_currency: ['Enter a three-letter currency code, such as PKR.'] },
  ],
  [
    'a salary for no time',
    { salary_unit: '' },
    { salary_unit: ['Please choose the period the salary is for.'] },
  ],
  ['show_salary 2', { show_salary: 2 }, { show_salary: ['This must be 0 or 1.'] }],
  ['no openings', { openings: 0 }, { openings: ['This must be a whole number from 1 to 999.'] }],
  ['half an opening', { openings: 1.5 }, { openings: ['This must be a whole number.'] }],
  [
    'a day that is not in the calendar',
    { closes_at: '2999-02-30' },
    { closes_at: ['This must be a date, such as 2026-12-31.'] },
  ],
  [
    'a status of its own',
    { status: 'paused' },
    { status: ['This must be one of: draft, open, closed, filled.'] },
  ],
  [
    'an order below nothing',
    { v_order: -1 },
    { v_order: ['This must be a whole number from 0 to 1000000.'] },
  ],
  [
    'open without a description',
    { status: 'open', description: '<p><br></p>' },
    { description: ['Add a description before you open the job.'] },
  ],
  [
    'open until a day that is over',
    { status: 'open', closes_at: '2020-01-01' },
    { closes_at: ['This date has passed. Choose a later one, or leave it empty.'] },
  ],
  [
    'everything wrong at once',
    {
      ...Object.fromEntries(Object.keys(goodJob).map((name) => [name, undefined])),
      salary_min: 1,
      city: 'x',
    },
    {
      ...required,
      salary_currency: ['Please choose the currency of the salary.'],
      salary_unit: ['Please choose the period the salary is for.'],
    },
  ],
];

withEngines((engine) => {
  for (const row of Object.values(resources.jobs)) describeCall(row, engine);

  const post = (call: CallName, id: Id, json: Record<string, unknown> = {}) =>
    engine.admin.post(callPath(contract[call], { id })).send(json);
  const get = (id: Id, as: 'admin' | 'visitor' = 'visitor') =>
    engine[as].get(callPath(contract.singleJob, { id }));
  const listed = async (call: 'jobs' | 'getJobs', query = ''): Promise<{ jobs: Job[]; answer: Response }> => {
    const answer = await engine.admin.get(callPath(contract[call]) + query);
    expect(answer.status, answer.text).toBe(200);
    return { jobs: answer.body.data.data, answer };
  };

  describeBodyErrors(contract.addJob, engine, async () => ({ json: goodJob }), fieldCases);
  const makeEdit = async () => ({ json: goodJob, params: { id: (await makeJob(engine)).id } });
  describeBodyErrors(contract.updateJob, engine, makeEdit, fieldCases);
  describeBodyErrors(contract.updateJobStatus, engine, makeEdit, [
    ['no status', { status: undefined }, { status: ['This field is required.'] }],
    [
      'a status of its own',
      { status: 'paused' },
      { status: ['This must be one of: draft, open, closed, filled.'] },
    ],
    [
      'a version that is no time',
      { status: 'open', updated_at: 'yesterday' },
      { updated_at: ['This must be a date and time, such as 2026-12-31T17:00:00Z.'] },
    ],
  ]);
  describeBodyErrors(contract.reorderJobs, engine, async () => ({ json: {} }), [
    ['no ids', {}, { ids: ['Send the ids in order, as a list.'] }],
    ['an empty list', { ids: [] }, { ids: ['Send the ids in order, as a list.'] }],
    [
      'an id that nothing has',
      { ids: [987_654_321] },
      { ids: ['One of these items no longer exists. Please reload the list.'] },
    ],
    ['an id twice', { ids: [1, 1] }, { ids: ['Each of these may appear only once.'] }],
    [
      'texts that name nothing',
      { ids: ['x', 'y'] },
      { ids: ['One of these items no longer exists. Please reload the list.'] },
    ],
    ['what is no id', { ids: ['../x'] }, { ids: ['This must be an id.'] }],
  ]);

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

    it('a deleted job is gone for everybody, until it is restored', async () => {
      const { id } = await makeJob(engine, { status: 'open' });
      expect((await post('deleteJob', id)).status).toBe(200);
      expect((await get(id)).status).toBe(404);
      expect((await get(id, 'admin')).status).toBe(404);
      expect((await post('deleteJob', id)).status).toBe(404);
      expect((await post('updateJob', id, goodJob)).status).toBe(404);
      expect((await post('reorderJobs', id, { ids: [id] })).status).toBe(422);
    });

    it('a salary only where the studio shows it', async () => {
      const { id } = await makeJob(engine, { status: 'open', show_salary: 0 });
      const hidden = { salary_min: null, salary_max: null, salary_currency: null, salary_unit: null };
      expect((await get(id)).body.data).toMatchObject(hidden);
      expect((await get(id, 'admin')).body.data.salary_min).toBe(150_000);
      const list = await engine.visitor.get(callPath(contract.jobs));
      expect(list.body.data.data.find((job: Job) => job.id === id)).toMatchObject(hidden);
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
    await engine.admin.get(callPath(contract.getSingleApplicant, { id: first.id }));
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

  it('tells who saves over a newer version, and keeps that version', async () => {
    const { id, updated_at: yours } = await makeJob(engine);
    const newer = await post('updateJob', id, { ...goodJob, title: 'Newer', updated_at: yours });
    expect(newer.status, newer.text).toBe(200);
    const current: string = newer.body.data.updated_at;
    expect(current > (yours ?? '')).toBe(true);
    for (const [call, json] of [
      ['updateJob', { ...goodJob, updated_at: yours }],
      ['updateJobStatus', { status: 'open', updated_at: yours }],
    ] as const) {
      const answer = await post(call, id, json);
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({
        status: 0,
        data: { yours, current, who: expect.stringMatching(/Admin/) },
      });
      expect(answer.body.message).toContain(current);
    }
    expect((await get(id, 'admin')).body.data).toMatchObject({ title: 'Newer', status: 'draft' });
    expect((await post('updateJobStatus', id, { status: 'open' })).status).toBe(200);
  });

  it('lists jobs in their order, then the last posted first', async () => {
    const title = 'Orderly';
    const ids: Id[] = [];
    for (let index = 0; index < 3; index += 1) {
      ids.push((await makeJob(engine, { title, status: 'open' })).id);
    }
    const order = async () => (await listed('jobs', '?search=orderly')).jobs.map((job) => job.id);
    expect(await order()).toEqual(ids.toReversed());
    const [first = 0, second = 0, third = 0] = ids;
    expect((await post('reorderJobs', 0, { ids: [second, third, first] })).status).toBe(200);
    expect(await order()).toEqual([second, third, first]);
    expect((await listed('getJobs', '?search=orderly')).jobs.map((job) => job.v_order)).toEqual([1, 2, 3]);
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

  it.each(['page=0', 'page=x', 'employment_type=X', 'location_type=moon', `search=${'x'.repeat(101)}`])(
    'the embedded engine names the parameter that is wrong: ?%s',
    async (query) => {
      if (engine.name === 'stub') return;
      const answer = await engine.visitor.get(`${callPath(contract.jobs)}?${query}`);
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.errors)).toEqual([query.split('=')[0]]);
    },
  );

  describe('the size of a job', () => {
    it('may be that of a rich text with its images', async () => {
      const image = `<img src="data:image/png;base64,${'A'.repeat(6 * MIB)}" />`;
      const { id } = await makeJob(engine, { status: 'open', description: `<p>x</p>${image}` });
      const answer = await get(id);
      expect(answer.status).toBe(200);
      expect(answer.body.data.description.length).toBeGreaterThan(6 * MIB);
    });

    it('has an end, and so has that of other calls, before any of it is passed on', async () => {
      const send = (call: CallName, bytes: number) => post(call, 1, { description: 'x'.repeat(bytes) });
      for (const [call, bytes, limit] of [
        ['addJob', limits.richTextBytes + MIB, '26 MB'],
        ['updateJobStatus', limits.jsonBody, '128 KB'],
      ] as const) {
        const answer = await send(call, bytes);
        expect(answer.status, call).toBe(413);
        expect(answer.body).toMatchObject({ code: 'request.bodyTooLarge' });
        expect(answer.body.message).toContain(limit);
      }
      expect(engine.stub?.requests ?? []).toEqual([]);
    });
  });
});

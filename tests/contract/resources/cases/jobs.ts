import { expect } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import type { jobRows } from '#shared/contract/jobs.ts';
import type { Job } from '#shared/schemas/job.ts';
import type { Engine } from '../../../support/engines.ts';
import { type GoodCalls, page } from './good-call.ts';

/** Body of the admin form for a job that can be opened. */
export const goodJob = {
  title: 'Señor UI-Designer',
  department: 'Design',
  employment_type: 'FULL_TIME',
  location_type: 'hybrid',
  city: 'Peshawar',
  region: 'Khyber Pakhtunkhwa',
  country: 'Pakistan',
  description: '<p>Draw <strong>screens</strong></p>',
  salary_min: 150_000,
  salary_max: 250_000.5,
  salary_currency: 'PKR',
  salary_unit: 'MONTH',
  show_salary: 1,
  openings: 2,
  closes_at: '2999-12-31',
};

/** Another job that can be opened, with other values in every field. */
const otherJob = {
  title: 'Changed',
  department: 'Sound',
  employment_type: 'PART_TIME',
  location_type: 'remote',
  city: null,
  region: 'Punjab',
  country: 'Ireland',
  description: '<p>Record <strong>sounds</strong></p>',
  salary_min: 100,
  salary_max: 200,
  salary_currency: 'EUR',
  salary_unit: 'HOUR',
  show_salary: 0,
  openings: 3,
  status: 'open',
  v_order: 4,
  closes_at: '2998-11-30',
};

export const jobCalls: GoodCalls<typeof jobRows> = {
  jobs: async (engine) => {
    const { id } = await makeJob(engine, { status: 'open', department: 'Sound' });
    return {
      query: '?page=1&search=designer&department=Sound&employment_type=FULL_TIME&location_type=hybrid',
      data: {
        ...page,
        data: expect.arrayContaining([expect.objectContaining({ id, status: 'open' })]),
        facets: {
          department: expect.arrayContaining([{ value: 'Sound', count: expect.any(Number) }]),
          employment_type: [{ value: 'FULL_TIME', count: expect.any(Number) }],
          location_type: [{ value: 'hybrid', count: expect.any(Number) }],
        },
      },
    };
  },
  singleJob: async (engine) => {
    const { id } = await makeJob(engine, { status: 'open' });
    return { params: { id }, data: { ...goodJob, id, status: 'open', posted_at: expect.any(String) } };
  },
  getJobs: async (engine) => {
    await makeJob(engine);
    return { query: '?page=1&status=draft&search=designer', data: page };
  },
  addJob: () => ({
    json: { ...goodJob, status: 'open', v_order: 2 },
    message: 'Job added successfully',
    data: { ...goodJob, status: 'open', v_order: 2, posted_at: expect.any(String) },
  }),
  updateJob: async (engine) => {
    const { id, updated_at } = await makeJob(engine);
    const json = { ...otherJob, updated_at };
    return { params: { id }, json, message: 'Job updated successfully', data: { ...otherJob, id } };
  },
  updateJobStatus: async (engine) => {
    const { id, updated_at } = await makeJob(engine);
    const data = { ...goodJob, id, status: 'open', v_order: 0, posted_at: expect.any(String) };
    return {
      params: { id },
      json: { status: 'open', updated_at },
      message: 'Job updated successfully',
      data,
    };
  },
  deleteJob: async (engine) => {
    const { id } = await makeJob(engine);
    return { params: { id }, message: 'Job deleted successfully', data: null };
  },
  reorderJobs: async (engine) => {
    const ids = [(await makeJob(engine)).id, (await makeJob(engine)).id];
    return { json: { ids }, message: 'Order saved successfully', data: null };
  },
};

/** Adds a draft of a job that can be opened, with changes. */
export async function makeJob({ admin }: Engine, changes: Record<string, unknown> = {}): Promise<Job> {
  const answer = await admin.post(callPath(contract.addJob)).send({ ...goodJob, ...changes });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}

import { type SqlBool, sql } from 'kysely';
import { job, job as noun } from '#shared/entities/job.ts';
import type { Job, ListedJob } from '#shared/schemas/job.ts';
import type { LiveSite } from '#shared/schemas/site.ts';
import type { Db } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import type { EngineCall, Handlers } from '../calls.ts';
import { changeRow, noteAdded, type Special } from '../content/handlers.ts';
import { presentRow } from '../content/table.ts';
import { jobs } from '../content/tables.ts';
import {
  assertCanOpen,
  findOpenJob,
  insertJob,
  type JobRow,
  type ListedJobRow,
  pageOfOpenJobs,
  updateJob,
  updateJobStatus,
  withCounts,
} from './repository.ts';

/** The rules of jobs beyond the usual calls. */
export const jobSpecial: Special<typeof noun> = {
  conditions({ query }) {
    const { status } = query as { status?: string };
    return status === undefined ? [] : [sql<SqlBool>`status = ${status}`];
  },
  present: (db, rows) => withCounts(db, rows, presentListedJob),
};

export function jobHandlers(db: Db, site: LiveSite): Handlers {
  /** Changes one job in one transaction. Throws 404 if the job does not exist. */
  const change = (
    { id, admin }: EngineCall,
    version: string | null,
    work: (tx: Db, before: JobRow) => Promise<JobRow>,
  ) =>
    db.transaction().execute(async (tx) => {
      const before = await jobs.find(tx, id);
      assertThat(before, 'job.notFound', 404);
      return changeRow(tx, noun, before, { version, by: admin }, () => work(tx, before));
    });
  return {
    async jobs(call) {
      const found = await pageOfOpenJobs(db, call.page, call.query);
      return {
        data: { ...found, data: found.data.map((row) => withoutHiddenSalary(presentListedJob(row))) },
      };
    },
    async singleJob(call) {
      if (!call.admin) return { data: withoutHiddenSalary(presentJob(await findOpenJob(db, call.id))) };
      const job = await jobs.find(db, call.id);
      assertThat(job, 'job.notFound', 404);
      const [data] = await withCounts(db, [job], presentJob);
      return { data };
    },
    async addJob(call) {
      const input = await call.body();
      assertCanOpen(input.status ?? 'draft', input, site().time_zone);
      const job = await db.transaction().execute(async (tx) => {
        const added = await insertJob(tx, input, site().time_zone);
        await noteAdded(tx, noun, added, call.admin);
        return added;
      });
      return { data: presentJob(job), message: 'job.added' };
    },
    async updateJob(call) {
      const input = await call.body();
      const job = await change(call, input.updated_at, (tx, before) => {
        assertCanOpen(input.status ?? before.status, input, site().time_zone, before);
        return updateJob(tx, before, input, site().time_zone);
      });
      return { data: presentJob(job), message: 'job.updated' };
    },
    async updateJobStatus(call) {
      const { status, updated_at: version } = await call.body();
      const job = await change(call, version, (tx, before) => {
        assertCanOpen(status, before, site().time_zone, before);
        return updateJobStatus(tx, before, status);
      });
      return { data: presentJob(job), message: 'job.updated' };
    },
  };
}

/** Returns a job for admins. */
const presentJob = (row: JobRow) => presentRow<Job>(job, row, 'alone');

/** Returns a job in a list for admins. */
const presentListedJob = (row: ListedJobRow) => presentRow<ListedJob>(job, row, 'in a list');

/** Returns a job for visitors: the salary is public only where the studio shows it. */
export function withoutHiddenSalary<Shown extends ListedJob>(shown: Shown) {
  if (shown.show_salary === 1) return shown;
  return { ...shown, salary_min: null, salary_max: null, salary_currency: null, salary_unit: null };
}

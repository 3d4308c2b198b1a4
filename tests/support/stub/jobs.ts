import type { jobRows } from '#shared/contract/jobs.ts';
import { deskMessages, type TextCode, textOf } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { endOf, type JobInput, jobInputSchema, jobStatusSchema } from '#shared/schemas/job.ts';
import { reorderSchema } from '#shared/schemas/reorder.ts';
import {
  type Answered,
  byId,
  conflict,
  invalid,
  ok,
  pageAnswer,
  refused,
  type StubData,
  type StubJob,
  softDelete,
} from './content.ts';
import { readBody } from './form.ts';
import { type HandlersOf, stamps } from './handler.ts';

export const jobHandlers: HandlersOf<typeof jobRows> = {
  jobs: ({ data, seen }) => {
    const query = new URL(seen.url, 'http://stub').searchParams;
    const matching = (skipped?: Facet) =>
      inOrder(data.jobs).filter(
        (job) =>
          isOpen(job) &&
          hasWords(job, query.get('search')) &&
          facets.every((facet) => facet === skipped || !query.get(facet) || job[facet] === query.get(facet)),
      );
    const answer = pageAnswer(matching(), seen.url, limits.pageSize, forVisitors);
    if (answer.status !== 200) return answer;
    const counts = facets.map((facet) => [
      facet,
      countValues(matching(facet).map((job) => job[facet] ?? '')),
    ]);
    return ok({ ...(answer.body.data as object), facets: Object.fromEntries(counts) });
  },
  singleJob: ({ data, id, signedIn }) => {
    const job = data.jobs.find((each) => each.id === id);
    if (job && signedIn) return ok(withCounts(data, job));
    if (!job || job.status === 'draft' || !job.posted_at) return refused(404, 'job.notFound');
    if (isOpen(job)) return ok(forVisitors(job));
    return { status: 410, body: { ...refused(410, 'job.closed').body, data: { title: job.title } } };
  },
  getJobs: ({ data, seen }) => {
    const query = new URL(seen.url, 'http://stub').searchParams;
    const status = query.get('status');
    const found = inOrder(data.jobs).filter(
      (job) => (!status || job.status === status) && hasWords(job, query.get('search')),
    );
    return pageAnswer(found, seen.url, limits.pageSize, (job) => withCounts(data, job));
  },
  addJob: ({ data, seen, nextId }) => {
    const body = readBody(seen, jobInputSchema);
    if (body.errors) return invalid(body.errors);
    const { status, v_order: order, updated_at: _version, ...input } = body.value;
    const errors = problemsOfOpening(status ?? 'draft', input);
    if (errors) return invalid(errors);
    const job: StubJob = {
      ...input,
      id: nextId(),
      slug: slugFor(data, input.title),
      status: status ?? 'draft',
      v_order: order ?? 0,
      posted_at: status === 'open' ? new Date().toISOString() : null,
      ...stamps(),
    };
    data.jobs.push(job);
    return ok(job, deskMessages['job.added']);
  },
  updateJob: ({ data, seen, id }) => {
    const body = readBody(seen, jobInputSchema);
    if (body.errors) return invalid(body.errors);
    const { status, v_order: order, updated_at: version, ...input } = body.value;
    return change(data, id, version, status, input, (job) => {
      if (!job.posted_at && input.title !== job.title) job.slug = slugFor(data, input.title);
      Object.assign(job, input, { v_order: order ?? job.v_order });
    });
  },
  updateJobStatus: ({ data, seen, id }) => {
    const body = readBody(seen, jobStatusSchema);
    if (body.errors) return invalid(body.errors);
    return change(data, id, body.value.updated_at, body.value.status);
  },
  deleteJob: ({ data, id }) =>
    softDelete(data.trash, 'job', data.jobs, id)
      ? ok(null, deskMessages['job.deleted'])
      : refused(404, 'job.notFound'),
  reorderJobs: ({ data, seen }) => {
    const body = readBody(seen, reorderSchema);
    if (body.errors) return invalid(body.errors);
    const jobs = body.value.ids.map((id) => data.jobs.find((job) => job.id === id));
    if (jobs.includes(undefined)) return invalid({ ids: [deskMessages['order.unknown']] });
    for (const [index, job] of jobs.entries()) if (job) job.v_order = index + 1;
    return ok(null, deskMessages['order.saved']);
  },
};

const facets = ['department', 'employment_type', 'location_type'] as const;
type Facet = (typeof facets)[number];

function change(
  data: StubData,
  id: Id,
  version: string | null,
  status: StubJob['status'] | null,
  input?: Pick<JobInput, 'description' | 'closes_at'>,
  work?: (job: StubJob) => void,
): Answered {
  const job = data.jobs.find((each) => each.id === id);
  if (!job) return refused(404, 'job.notFound');
  if (version && version !== job.updated_at) return conflict(version, job.updated_at);
  const errors = problemsOfOpening(status ?? job.status, input ?? job, job);
  if (errors) return invalid(errors);
  work?.(job);
  job.status = status ?? job.status;
  if (job.status === 'open') job.posted_at ??= new Date().toISOString();
  job.updated_at = new Date(Math.max(Date.now(), Date.parse(job.updated_at) + 1)).toISOString();
  return ok(job, deskMessages['job.updated']);
}

function problemsOfOpening(
  status: StubJob['status'],
  job: Pick<StubJob, 'description' | 'closes_at'>,
  before?: StubJob,
): Record<string, string[]> | undefined {
  if (status !== 'open') return undefined;
  const errors: Record<string, string[]> = {};
  const say = (field: string, code: TextCode) => {
    errors[field] = [textOf(code)];
  };
  if (!job.description) say('description', 'job.descriptionRequired');
  const opens = before?.status !== 'open' || before.closes_at !== job.closes_at;
  if (opens && isPast(job)) say('closes_at', 'job.closesInPast');
  return Object.keys(errors).length > 0 ? errors : undefined;
}

function isPast(job: Pick<StubJob, 'closes_at'>): boolean {
  const end = endOf(job.closes_at ?? null, 'UTC');
  return end !== null && end <= new Date().toISOString();
}

function isOpen(job: StubJob): boolean {
  return job.status === 'open' && !isPast(job);
}

function withCounts({ applicants }: StubData, job: StubJob): StubJob {
  const own = applicants.filter(({ job_id, status }) => job_id === job.id && status !== 'spam');
  const unread = own.filter((applicant) => applicant.is_read === 0);
  return { ...job, applicants_count: own.length, unread_count: unread.length };
}

function forVisitors(job: StubJob) {
  if (job.show_salary === 1) return job;
  return { ...job, salary_min: null, salary_max: null, salary_currency: null, salary_unit: null };
}

function inOrder(jobs: StubJob[]): StubJob[] {
  const date = (job: StubJob) => job.posted_at ?? '';
  return [...jobs].sort(
    (one, other) => one.v_order - other.v_order || date(other).localeCompare(date(one)) || byId(other, one),
  );
}

function hasWords(job: StubJob, search: string | null): boolean {
  const text = [job.title, job.department, job.city, job.region, job.country].join('\n').toLowerCase();
  const words = (search ?? '').toLowerCase().split(/\s+/);
  return words.every((word) => text.includes(word));
}

function countValues(values: string[]): { value: string; count: number }[] {
  return [...new Set(values)]
    .map((value) => ({ value, count: values.filter((each) => each === value).length }))
    .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1));
}

function slugFor({ jobs }: StubData, title: string): string {
  const slug =
    title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'job';
  for (let number = 1; ; number += 1) {
    const numbered = number === 1 ? slug : `${slug}-${number}`;
    if (!jobs.some((job) => job.slug === numbered)) return numbered;
  }
}

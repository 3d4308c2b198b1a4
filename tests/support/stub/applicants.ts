import type { applicantRows } from '#shared/contract/applicants.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import {
  type ApplicantChange,
  type ApplicantStatus,
  applicantChangeSchema,
  applicationSchema,
  bulkSchema,
  type MovedFrom,
  noteInputSchema,
} from '#shared/schemas/applicant.ts';
import {
  type Answered,
  byId,
  conflict,
  invalid,
  ok,
  pageAnswer,
  refused,
  type StubApplicant,
  softDelete,
} from './content.ts';
import { readBody, readFields } from './form.ts';
import { type HandlerContext, type HandlersOf, stamps, touch } from './handler.ts';

/** This host stores applicants as the engine does, but has no robot check and no rate limit. */
export const applicantHandlers: HandlersOf<typeof applicantRows> = {
  applyJob: (context) => apply(context, null),
  applyJobFor: (context) => {
    const job = context.data.jobs.find((each) => each.id === context.id);
    if (!job || job.status === 'draft') return refused(404, 'job.notFound');
    if (job.status !== 'open') return refused(410, 'job.closed');
    return apply(context, job);
  },
  getApplicants: ({ data, seen }) => {
    const query = new URL(seen.url, 'http://stub').searchParams;
    const others = data.applicants.filter((each) => matches(each, query));
    const shown = others.filter((each) => hasStatus(each, query.get('status')));
    const answer = pageAnswer(sorted(shown, query.get('sort')), seen.url, limits.pageSize, listed);
    if (answer.status !== 200) return answer;
    const counts: Record<string, number> = {};
    for (const { status } of others) counts[status] = (counts[status] ?? 0) + 1;
    const unread = shown.filter((each) => each.is_read === 0).length;
    return ok({ ...(answer.body.data as object), counts, unread });
  },
  getSingleApplicant: ({ data, id, seen }) => {
    const applicant = data.applicants.find((each) => each.id === id);
    if (!applicant) return refused(404, 'applicant.notFound');
    if (seen.method === 'GET') applicant.is_read = 1;
    const { submissions, ...rest } = applicant;
    return ok({ ...rest, submissions: submissions.map(({ storedAt: _where, ...sent }) => sent) });
  },
  downloadCv: ({ data, id, seen }) => {
    const number = Number(new URL(seen.url, 'http://stub').searchParams.get('submission') ?? 1);
    const applicant = data.applicants.find((each) => each.id === id);
    const sent = applicant?.submissions.find((each) => each.number === number);
    if (!sent) return refused(404, 'applicant.notFound');
    return { ...ok(null), file: { name: 'cv', type: sent.cv_mime, storedAt: sent.storedAt } };
  },
  exportApplicants: ({ data, seen }) => {
    const query = new URL(seen.url, 'http://stub').searchParams;
    const rows = data.applicants.filter(
      (each) => matches(each, query) && hasStatus(each, query.get('status')),
    );
    const lines = rows.map((each) => `"${each.reference}","${each.name.replaceAll('"', '""')}"`);
    const text = ['\uFEFF"Reference","Name"', ...lines, ''].join('\r\n');
    return { ...ok(null), file: { name: 'applicants.csv', type: 'text/csv; charset=utf-8', text } };
  },
  updateApplicantStatus: (context) => {
    const body = readBody(context.seen, applicantChangeSchema);
    if (body.errors) return invalid(body.errors);
    const applicant = context.data.applicants.find((each) => each.id === context.id);
    if (!applicant) return refused(404, 'applicant.notFound');
    const { updated_at: version, ...change } = body.value;
    if (version && version !== applicant.updated_at) return conflict(version, applicant.updated_at);
    const status = change.status ?? applicant.status;
    if (change.reject_reason && status !== 'rejected') {
      return invalid({ reject_reason: [deskMessages['applicant.reasonOnlyRejected']] });
    }
    update(context, applicant, change);
    return ok(whole(applicant), deskMessages['applicant.updated']);
  },
  addApplicantNote: ({ data, id, seen, nextId }) => {
    const body = readBody(seen, noteInputSchema);
    if (body.errors) return invalid(body.errors);
    const applicant = data.applicants.find((each) => each.id === id);
    if (!applicant) return refused(404, 'applicant.notFound');
    const { created_at } = stamps();
    const note = {
      id: nextId(),
      note: body.value.note,
      who: 'Stub Admin',
      created_at,
      updated_at: created_at,
    };
    applicant.notes.push(note);
    return ok(note, deskMessages['applicant.noteAdded']);
  },
  updateApplicantNote: ({ data, id, seen }) => {
    const body = readBody(seen, noteInputSchema);
    if (body.errors) return invalid(body.errors);
    const note = data.applicants.flatMap(({ notes }) => notes).find((each) => each.id === id);
    if (!note) return refused(404, 'applicant.noteNotFound');
    Object.assign(note, { note: body.value.note, updated_at: stamps().updated_at });
    return ok(note, deskMessages['applicant.noteUpdated']);
  },
  deleteApplicantNote: ({ data, id }) =>
    data.applicants.some(({ notes }) => softDelete(data.trash, 'applicant_note', notes, id))
      ? ok(null, deskMessages['applicant.noteDeleted'])
      : refused(404, 'applicant.noteNotFound'),
  bulkApplicants: (context) => {
    const body = readBody(context.seen, bulkSchema);
    if (body.errors) return invalid(body.errors);
    const { data } = context;
    const { ids, action, reject_reason } = body.value;
    const chosen = data.applicants.filter((each) => ids.includes(each.id));
    const before: MovedFrom[] = [];
    const isMark = action === 'read' || action === 'unread';
    const isMove = !isMark && action !== 'delete';
    const changed = chosen.filter((applicant) => {
      if (action === 'delete') return softDelete(data.trash, 'applicant', data.applicants, applicant.id);
      const mark = action === 'read' ? 1 : 0;
      if (isMark ? applicant.is_read === mark : applicant.status === action) return false;
      const { id, status, reject_reason: reason } = applicant;
      if (!isMark) before.push({ id, status, reject_reason: reason });
      update(context, applicant, isMark ? { is_read: mark } : { status: action, reject_reason });
      return true;
    });
    return ok({ changed: changed.length, ...(isMove && { before }) }, deskMessages['applicants.changed']);
  },
  deleteApplicant: ({ data, id }) =>
    softDelete(data.trash, 'applicant', data.applicants, id)
      ? ok(null, deskMessages['applicant.deleted'])
      : refused(404, 'applicant.notFound'),
};

function apply(context: HandlerContext, job: { id: Id; title: string } | null): Answered {
  const form = readFields(context.seen);
  const parsed = applicationSchema.safeParse(
    Object.fromEntries(Object.keys(applicationSchema.shape).map((name) => [name, form.text(name)])),
  );
  for (const { path, message } of parsed.error?.issues ?? []) form.errors[String(path[0])] = [message];
  const cv = form.file('cv');
  form.need(cv, 'cv', 'applicant.cvRequired');
  if (form.bad() || !parsed.data || !cv) return invalid(form.errors);
  const { consent: _given, ...texts } = parsed.data;
  const reference = `REF${context.nextId()}`;
  const { created_at: now } = stamps();
  const sent = {
    reference,
    ...texts,
    cv_name: cv.filename ?? 'cv',
    cv_mime: cv.contentType ?? '',
    cv_size: cv.size,
    consent_at: now,
  };
  const applicant =
    context.data.applicants.find(
      (each) => each.job_id === (job?.id ?? null) && each.email.toLowerCase() === texts.email.toLowerCase(),
    ) ?? add(context, job, sent, now);
  const number = applicant.submissions.length + 1;
  applicant.submissions.push({ number, ...sent, created_at: now, storedAt: cv.storedAt ?? '' });
  Object.assign(applicant, { submissions_count: number, is_read: 0, last_submitted_at: now });
  touch(applicant);
  const { status } = applicant;
  applicant.events.push({
    id: context.nextId(),
    type: 'submitted',
    from: null,
    to: status,
    who: null,
    when: now,
  });
  return ok({ reference }, messages['applicant.received']);
}

type Sent = Omit<StubApplicant['submissions'][number], 'number' | 'storedAt' | 'created_at'>;

function add(
  { data, nextId }: HandlerContext,
  job: { id: Id; title: string } | null,
  sent: Sent,
  now: string,
): StubApplicant {
  const applicant: StubApplicant = {
    ...sent,
    id: nextId(),
    job_id: job?.id ?? null,
    job_title: job?.title ?? null,
    status: 'new',
    reject_reason: null,
    rating: 0,
    is_read: 0,
    retain_until: new Date(Date.parse(now) + 182 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10),
    submissions_count: 0,
    last_submitted_at: now,
    ...stamps(),
    submissions: [],
    notes: [],
    events: [],
  };
  data.applicants.push(applicant);
  return applicant;
}

function update(
  { nextId }: HandlerContext,
  applicant: StubApplicant,
  change: Partial<Omit<ApplicantChange, 'updated_at'>>,
): void {
  const from = applicant.status;
  applicant.status = change.status ?? from;
  const reason = change.reject_reason ?? applicant.reject_reason;
  applicant.reject_reason = (applicant.status === 'rejected' && reason) || null;
  applicant.rating = change.rating ?? applicant.rating;
  applicant.is_read = change.is_read ?? applicant.is_read;
  applicant.retain_until = change.retain_until ?? applicant.retain_until;
  touch(applicant);
  if (applicant.status === from) return;
  const { created_at: when } = stamps();
  const { status: to } = applicant;
  applicant.events.push({ id: nextId(), type: 'status', from, to, who: 'Stub Admin', when });
}

function matches(applicant: StubApplicant, query: URLSearchParams): boolean {
  const job = query.get('job_id');
  const read = query.get('is_read');
  const text = applicant.submissions
    .flatMap((sent) => [sent.name, sent.email, sent.phone, sent.reference])
    .join('\n')
    .toLowerCase();
  const words = (query.get('search') ?? '').toLowerCase().split(/\s+/);
  return (
    (!job || String(applicant.job_id ?? 'none') === job) &&
    (!read || String(applicant.is_read) === read) &&
    words.every((word) => text.includes(word))
  );
}

function hasStatus({ status }: { status: ApplicantStatus }, wanted: string | null): boolean {
  return wanted ? status === wanted : status !== 'spam';
}

function sorted(applicants: StubApplicant[], sort: string | null): StubApplicant[] {
  const newest = (one: StubApplicant, other: StubApplicant) =>
    other.last_submitted_at.localeCompare(one.last_submitted_at) || byId(other, one);
  const orders: Record<string, typeof newest> = {
    newest,
    oldest: (one, other) => newest(other, one),
    name: (one, other) => one.name.toLowerCase().localeCompare(other.name.toLowerCase()) || byId(one, other),
    rating: (one, other) => other.rating - one.rating || newest(one, other),
    unread: (one, other) => one.is_read - other.is_read || newest(one, other),
  };
  return [...applicants].sort(orders[sort ?? ''] ?? orders.unread);
}

function listed(applicant: StubApplicant) {
  const { cover_letter: _letter, ...rest } = whole(applicant);
  return rest;
}

function whole({ submissions: _s, notes: _n, events: _e, ...rest }: StubApplicant) {
  return rest;
}

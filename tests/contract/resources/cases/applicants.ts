import { expect } from 'vitest';
import type { applicantRows } from '#shared/contract/applicants.ts';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import type { ApplicantNote, ListedApplicant, SingleApplicant } from '#shared/schemas/applicant.ts';
import type { Engine } from '../../../support/engines.ts';
import { applicationForm, sendForm } from '../../../support/forms.ts';
import { type GoodCall, type GoodCalls, page } from './good-call.ts';
import { makeJob } from './jobs.ts';

const reference = expect.stringMatching(/^[A-Z0-9]{4,12}$/);
const received = 'Thank you. Your application has reached us.';

/** Texts in every form that creates an applicant here. */
const sent = {
  name: 'Ayesha Khan',
  phone: '+92 300 1234567',
  city: 'پشاور',
  portfolio_url: 'https://ayesha.example/work',
  source: 'A friend',
  cv_name: 'CV Ayesha ✓.pdf',
  cv_mime: 'application/pdf',
};

export const applicantCalls: GoodCalls<typeof applicantRows> = {
  applyJob: (engine) => goodApplication(engine),
  applyJobFor: async (engine) => {
    const { id } = await makeJob(engine, { status: 'open' });
    return { params: { id }, ...goodApplication(engine) };
  },
  getApplicants: async (engine) => {
    const { id, name } = await makeApplicant(engine);
    return {
      query: `?page=1&job_id=none&status=new&is_read=0&sort=newest&search=${encodeURIComponent(name)}`,
      data: {
        ...page,
        data: expect.arrayContaining([expect.objectContaining({ id, ...sent })]),
        counts: { new: expect.any(Number) },
        unread: expect.any(Number),
      },
    };
  },
  getSingleApplicant: async (engine) => {
    const { id, email } = await makeApplicant(engine);
    const first = { ...sent, email, cover_letter: 'I draw.\n\nAnd I write.', reference };
    return {
      params: { id },
      data: {
        id,
        ...first,
        status: 'new',
        is_read: 1,
        rating: 0,
        submissions: [{ number: 1, ...first }],
        notes: [],
        events: [{ type: 'submitted', from: null, to: 'new', who: null }],
      },
    };
  },
  downloadCv: async (engine) => {
    const { id } = await makeApplicant(engine);
    return {
      params: { id },
      query: '?submission=1',
      file: {
        type: /^application\/pdf$/,
        disposition: /^attachment; filename=/,
        bytes: cvOf(applicationForm()),
      },
      data: null,
    };
  },
  exportApplicants: async (engine) => {
    const { name } = await makeApplicant(engine);
    return {
      query: `?status=new&job_id=none&search=${encodeURIComponent(name)}`,
      file: { type: /^text\/csv; charset=utf-8$/, disposition: /^attachment; filename="?applicants/ },
      data: null,
    };
  },
  updateApplicantStatus: async (engine) => {
    const { id, reference, updated_at } = await makeApplicant(engine);
    const json = {
      status: 'rejected',
      reject_reason: 'Another was nearer.',
      rating: 4,
      is_read: 1,
      retain_until: new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10),
    };
    return {
      params: { id },
      json: { ...json, updated_at },
      message: 'Applicant updated successfully',
      data: { id, ...json, ...sent },
      read: () => listedApplicant(engine, reference),
    };
  },
  addApplicantNote: async (engine) => {
    const { id } = await makeApplicant(engine);
    const note = 'Called: can begin in May.\nAsks for a desk.';
    const data = { note, who: expect.stringMatching(/./), created_at: expect.any(String) };
    const read = () => lastNote(engine, id);
    return { params: { id }, json: { note }, message: 'Note added successfully', data, read };
  },
  updateApplicantNote: async (engine) => {
    const note = 'Called again: June.';
    const before = await makeNote(engine);
    const data = { id: before.id, who: before.who, created_at: before.created_at, note };
    const read = () => lastNote(engine, before.applicantId);
    return { params: { id: before.id }, json: { note }, message: 'Note updated successfully', data, read };
  },
  deleteApplicantNote: async (engine) => {
    const { id } = await makeNote(engine);
    return { params: { id }, message: 'Note deleted successfully', data: null };
  },
  bulkApplicants: async (engine) => {
    const [one, two] = [await makeApplicant(engine), await makeApplicant(engine)];
    const ids = [one.id, two.id, 987_654_321];
    return {
      json: { ids, action: 'rejected', reject_reason: 'Others were nearer.' },
      message: 'Applicants updated successfully',
      data: { changed: 2 },
      read: () => listedApplicant(engine, two.reference),
    };
  },
  deleteApplicant: async (engine) => {
    const { id } = await makeApplicant(engine);
    return { params: { id }, message: 'Applicant deleted successfully', data: null };
  },
};

/** Returns an application of a new applicant. */
function goodApplication(engine: Engine): GoodCall {
  const linkedin = 'https://www.linkedin.com/in/ayesha';
  return {
    form: applicationForm({ email: newEmail(), linkedin_url: linkedin }),
    message: received,
    data: { reference },
    async read(answer) {
      if (!answer) return undefined;
      const { id } = await listedApplicant(engine, (answer.data as { reference: string }).reference);
      return await singleApplicant(engine, id);
    },
  };
}

async function singleApplicant({ admin }: Engine, id: Id): Promise<SingleApplicant> {
  return (await admin.get(callPath(contract.getSingleApplicant, { id }))).body.data;
}

async function lastNote(engine: Engine, applicantId: Id): Promise<ApplicantNote | undefined> {
  return (await singleApplicant(engine, applicantId)).notes.at(-1);
}

/** Creates an applicant with a note. */
async function makeNote(engine: Engine): Promise<ApplicantNote & { applicantId: Id }> {
  const { id } = await makeApplicant(engine);
  const answer = await engine.admin
    .post(callPath(contract.addApplicantNote, { id }))
    .send({ note: 'Called: May.' });
  expect(answer.status, answer.text).toBe(200);
  return { ...answer.body.data, applicantId: id };
}

let people = 0;

/** Returns an email address without earlier applications. */
export function newEmail(): string {
  people += 1;
  return `person-${people}@applicant.example`;
}

/** Creates an applicant through the admin form, and returns the applicant as the list shows them. */
export async function makeApplicant(
  engine: Engine,
  texts: Record<string, string> = {},
  jobId?: Id,
): Promise<ListedApplicant> {
  const email = texts.email ?? newEmail();
  const path = jobId ? callPath(contract.applyJobFor, { id: jobId }) : callPath(contract.applyJob);
  const answer = await sendForm(engine.admin.post(path), applicationForm({ ...texts, email }));
  expect(answer.status, answer.text).toBe(200);
  return await listedApplicant(engine, answer.body.data.reference);
}

/** Returns the one applicant with this reference, as the list shows them. */
async function listedApplicant({ admin }: Engine, reference: string): Promise<ListedApplicant> {
  const list = await admin.get(`${callPath(contract.getApplicants)}?search=${reference}`);
  expect(list.body.data.data, list.text).toHaveLength(1);
  return list.body.data.data[0];
}

function cvOf(form: ReturnType<typeof applicationForm>): Buffer {
  const cv = form.find((part) => part.name === 'cv');
  if (!cv || !('file' in cv)) throw new Error('This form has no CV.');
  return cv.file;
}

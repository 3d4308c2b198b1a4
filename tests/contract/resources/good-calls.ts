import { expect } from 'vitest';
import { z } from 'zod';
import { type CallName, type ContractRow, contract } from '#shared/contract/index.ts';
import { textOf } from '#shared/desk-messages.ts';
import { codeWord, type Entity, namesWhere, type UsualCall } from '#shared/entities/entity.ts';
import { type ContentName, contentNames, entities } from '#shared/entities/index.ts';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import type { MailTemplate } from '#shared/schemas/letter.ts';
import type { Schedule } from '#shared/schemas/schedule.ts';
import type { Engine } from '../../support/engines.ts';
import {
  applicationForm,
  type FormPart,
  goodJob,
  jpeg,
  textParts,
  type Values,
} from '../../support/forms.ts';
import { passkeyDevice } from '../../support/passkey-device.ts';
import { runSql } from '../../support/run-sql.ts';
import { signIn } from '../../support/sign-in.ts';
import {
  addPasskey,
  addTotp,
  blogDraft,
  codeOf,
  currentPassword,
  dropFactors,
  firstColleague,
  goodAnswer,
  goodContact,
  goodDeletion,
  jobDraft,
  listedApplicant,
  makeApplicant,
  makeBlog,
  makeCategory,
  makeInvited,
  makeJob,
  makeLink,
  makeMessage,
  makePicture,
  makeProject,
  makeRecord,
  makeSavedAnswer,
  newEmail,
  newestMessage,
  newInvite,
  newReferences,
  otherPassword,
  passkeyOrigin,
  pictureForm,
  pictureOf,
  recordSent,
  resetPassword,
  shownDeletion,
  versionsOf,
} from './cases.ts';

/** A call that must succeed, and its expected answer. That it keeps what it sends is checked where it has a `read`. */
export interface GoodCall {
  id?: Id;
  query?: string;
  form?: FormPart[];
  json?: object;
  message?: string;
  /** For download rows: the expected file. */
  file?: { type: RegExp; disposition: RegExp };
  /** Pattern that `data` must match. */
  data?: object;
  /**
   * The read that shows the record that the call writes: a single read, a list, or a function, which is called without an
   * argument before the call, and with the data of the answer after it.
   */
  read?: CallName | ((answer?: { reference?: string }) => Promise<object | undefined>);
}

/** Creates what the call needs on this engine. */
export type MakeCall = (engine: Engine) => Promise<GoodCall> | GoodCall;
type Make = (engine: Engine) => Promise<{ id: Id; updated_at?: string }>;

const number = expect.any(Number);
const text = expect.any(String);
const list = expect.any(Array);
const has = (record: object) => expect.arrayContaining([expect.objectContaining(record)]);
const page = { data: list, current_page: 1, last_page: number, per_page: 10, total: number };
const counts = { new: number };
const reference = expect.stringMatching(/^[A-Z0-9]{4,12}$/);
const codes = Array(10).fill(expect.stringMatching(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/));
const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString();

/** A call about a new record. */
const ofNew =
  (make: Make, message?: string, json?: object): MakeCall =>
  async (engine) => ({ id: (await make(engine)).id, message, ...(json && { json }) });
/** A call about a new record, of which `more` tells. */
const about =
  <Row extends { id: Id }>(
    make: (engine: Engine) => Promise<Row>,
    more: (row: Row, engine: Engine) => ReturnType<MakeCall>,
  ): MakeCall =>
  async (engine) => {
    const row = await make(engine);
    return { id: row.id, ...(await more(row, engine)) };
  };
/** A list that shows a new record. */
const listOf =
  (make: Make, query = 'page=1', more: object = {}): MakeCall =>
  async (engine) => {
    const { id } = await make(engine);
    return { query, data: { ...page, data: has({ id }), ...more } };
  };
const orderOf =
  (make: Make): MakeCall =>
  async (engine) => {
    const ids = [(await make(engine)).id, (await make(engine)).id];
    return { json: { ids: ids.reverse() }, message: 'Order saved successfully' };
  };
/** Saves a record of a noun with every field, each with another value than before. */
async function saving(engine: Engine, name: ContentName, row?: Values & { id: Id }): Promise<GoodCall> {
  const { fields, calls }: Entity = entities[name];
  const sent = await recordSent(name, await newReferences(engine, name), { every: true, row });
  const form = Array.isArray(sent) ? (sent as FormPart[]) : undefined;
  // Pictures of a list are added to those that are there.
  const lists = namesWhere(fields, ({ kind }) => kind === 'pictures').map((list) => {
    const { sentAs = list } = fields[list] ?? {};
    const added = form?.filter((part) => part.name.startsWith(sentAs)) ?? [];
    return [list, [...((row?.[list] ?? []) as object[]), ...added.map(() => ({}))]];
  });
  const isSame = row && { id: row.id };
  return {
    ...(form ? { form } : { json: sent }),
    read: (calls.one ?? calls.all) as CallName,
    message: textOf(`${codeWord(name)}.${row ? 'updated' : 'added'}`),
    data: { ...isSame, ...Object.fromEntries(lists) },
  };
}

/** A list with a new record: what a search by its title finds, else the first or the last page. */
async function listing(engine: Engine, name: ContentName, call: CallName): Promise<GoodCall> {
  const title = `Sought ${crypto.randomUUID()}`;
  const { id } = await makeRecord(engine, name, { [entities[name].title]: title });
  const { query }: ContractRow = contract[call];
  const found = { ...page, data: has({ id }) };
  if (query instanceof z.ZodObject && 'search' in query.shape)
    return { query: `search=${encodeURIComponent(title)}&page=1`, data: found };
  const { data, last_page } = await engine.admin.read(call);
  const current_page = data.some((row: Values) => row.id === id) ? 1 : last_page;
  return {
    ...(query && { query: `page=${current_page}` }),
    data: { ...found, current_page, per_page: number },
  };
}

/** The usual calls about a noun, under the names in its descriptor. */
function usualCalls(name: ContentName): Record<string, MakeCall> {
  const make: Make = (engine) => makeRecord(engine, name);
  const list = (engine: Engine, call: CallName) => listing(engine, name, call);
  const usual: Record<UsualCall, (engine: Engine, call: CallName) => ReturnType<MakeCall>> = {
    all: list,
    list,
    search: list,
    one: about(make, (data) => ({ data })),
    add: (engine) => saving(engine, name),
    change: about(make, (row, engine) => saving(engine, name, row)),
    remove: ofNew(make, textOf(`${codeWord(name)}.deleted`)),
    order: orderOf(make),
  };
  const calls = Object.entries(entities[name].calls) as [UsualCall, CallName][];
  return Object.fromEntries(calls.map(([does, call]) => [call, (engine) => usual[does](engine, call)]));
}

/** Returns an application of a new applicant. */
function application({ admin }: Engine): GoodCall {
  return {
    form: applicationForm({ email: newEmail(), linkedin_url: 'https://www.linkedin.com/in/ayesha' }),
    message: 'Thank you. Your application has reached us.',
    data: { reference },
    read: async (answer) => {
      if (!answer) return undefined;
      const { id } = await listedApplicant(admin, answer.reference ?? '');
      return await admin.read('getSingleApplicant', id);
    },
  };
}

const lastNote = async ({ admin }: Engine, id: Id) =>
  (await admin.read('getSingleApplicant', id)).notes.at(-1);

/** A note of a new applicant. */
async function makeNote(engine: Engine) {
  const { id } = await makeApplicant(engine);
  return { ...(await engine.admin.read('addApplicantNote', id, { note: 'Called: May.' })), applicant: id };
}

async function makeDeletedJob(engine: Engine) {
  const job = await makeJob(engine);
  await engine.admin.read('deleteJob', job.id);
  return job;
}

const makeOpenJob = (engine: Engine) => makeJob(engine, { status: 'open' });
const makeJobLink = ({ admin }: Engine, row_id: Id) =>
  admin.read('saveJobPreview', { row_id, draft: jobDraft });

const letter = { subject: 'Hello {name}', body: 'Hello {name},\n\nthank you.' };
let letters = 0;

/** Holds a mail to a new applicant. */
async function holdMail(engine: Engine) {
  const { id: applicant } = await makeApplicant(engine);
  letters += 1;
  const json = { ids: [applicant], ...letter, hold: 1, key: `held-${letters}` };
  return { applicant, id: (await engine.admin.read('sendCandidateMails', json)).mails[0].id as Id };
}

const templateOf = async ({ admin }: Engine, wanted: string): Promise<MailTemplate> =>
  (await admin.read('getMailTemplates')).templates.find(({ name }: MailTemplate) => name === wanted);

const plan = { publish_at: inDays(30), unpublish_at: inDays(60) };

/** The plan of a record, and the list that shows it. */
function scheduleOf(make: Make, save: CallName, read: CallName): Record<string, MakeCall> {
  return {
    [save]: async (engine) => {
      const { id } = await make(engine);
      return {
        ...{ id, json: { ...plan, publish_at: plan.publish_at.replace('Z', '+00:00') } },
        message: 'Schedule saved',
        data: { row_id: id, ...plan, problem: null, who: text },
        read: async () => (await engine.admin.read(read)).find((each: Schedule) => each.row_id === id),
      };
    },
    [read]: async (engine) => {
      const { id } = await make(engine);
      await engine.admin.read(save, id, plan);
      return { data: has({ row_id: id, ...plan }) };
    },
  };
}

const draftBlog: Make = (engine) => makeBlog(engine, { is_active: '0' });
const startOf = async (engine: Engine, call: CallName) => {
  await dropFactors(engine);
  return await engine.admin.read(call, currentPassword(engine));
};
const securityOf = ({ admin }: Engine) => admin.read('accountSecurity');

/** One good call for each row that is sent to the engine. */
export const goodCalls: Record<string, MakeCall> = {
  ...Object.assign({}, ...contentNames.map(usualCalls)),

  getCategoryByTitle: about(makeCategory, ({ id, title }) => ({
    query: `title=${encodeURIComponent(title.toUpperCase())}`,
    data: { id, title },
  })),
  deleteTechImage: ofNew(
    async (engine) => (await makeCategory(engine)).tech_img[0] as { id: Id },
    'Image deleted successfully',
  ),

  getProjects: about(makeProject, ({ id, category_id, images, video }) => ({
    id: category_id,
    query: 'page=1',
    data: { ...page, data: [{ id, category_id, images, video, v_order: 3, description: '<p>It moves</p>' }] },
  })),
  getWork: about(makeProject, ({ id }) => ({
    data: { ...page, data: has({ id, category: text }), per_page: limits.workListed },
  })),
  deleteProjectImage: ofNew(
    async (engine) => (await makeProject(engine)).images[0] as { id: Id },
    'Image deleted successfully',
  ),

  jobs: async (engine) => {
    const { id } = await makeJob(engine, { status: 'open', department: 'Sound' });
    const facets = {
      department: has({ value: 'Sound', count: number }),
      employment_type: [{ value: 'FULL_TIME', count: number }],
      location_type: [{ value: 'hybrid', count: number }],
    };
    return {
      query: 'page=1&search=designer&department=Sound&employment_type=FULL_TIME&location_type=hybrid',
      data: { ...page, data: has({ id, status: 'open' }), facets },
    };
  },
  singleJob: about(makeOpenJob, (job) => ({
    data: { ...goodJob, id: job.id, status: 'open', posted_at: text },
  })),
  getJobs: about(makeJob, () => ({ query: 'page=1&status=draft&search=designer', data: page })),
  updateJobStatus: about(makeJob, ({ id, updated_at }) => ({
    json: { status: 'open', updated_at },
    read: 'singleJob',
    message: 'Job updated successfully',
    data: { ...goodJob, id, v_order: 0 },
  })),

  applyJob: application,
  applyJobFor: about(makeOpenJob, (_job, engine) => application(engine)),
  getApplicants: about(makeApplicant, ({ id, name, cv_name }) => ({
    query: `page=1&job_id=none&status=new&is_read=0&sort=newest&search=${encodeURIComponent(name)}`,
    data: { ...page, data: has({ id, cv_name, cv_mime: 'application/pdf' }), counts, unread: number },
  })),
  getSingleApplicant: about(makeApplicant, ({ id, email, name }) => {
    const first = { email, name, cover_letter: 'I draw.\n\nAnd I write.', reference };
    const events = [{ type: 'submitted', from: null, to: 'new', who: null }];
    const submissions = [{ number: 1, ...first }];
    return { data: { id, ...first, status: 'new', is_read: 1, rating: 0, submissions, notes: [], events } };
  }),
  downloadCv: about(makeApplicant, () => ({
    query: 'submission=1',
    file: { type: /^application\/pdf$/, disposition: /^attachment; filename=/ },
  })),
  exportApplicants: about(makeApplicant, ({ name }) => ({
    query: `status=new&job_id=none&search=${encodeURIComponent(name)}`,
    file: { type: /^text\/csv; charset=utf-8$/, disposition: /^attachment; filename="?applicants/ },
  })),
  updateApplicantStatus: about(makeApplicant, ({ reference, updated_at }, { admin }) => ({
    json: {
      ...{ status: 'rejected', reject_reason: 'Another was nearer.', rating: 4, is_read: 1 },
      ...{ retain_until: inDays(1).slice(0, 10), updated_at },
    },
    message: 'Applicant updated successfully',
    read: () => listedApplicant(admin, reference),
  })),
  addApplicantNote: about(makeApplicant, ({ id }, engine) => ({
    json: { note: 'Called: can begin in May.\nAsks for a desk.' },
    message: 'Note added successfully',
    data: { who: expect.stringMatching(/./), created_at: text },
    read: () => lastNote(engine, id),
  })),
  updateApplicantNote: about(makeNote, ({ id, who, created_at, applicant }, engine) => ({
    json: { note: 'Called again: June.' },
    message: 'Note updated successfully',
    data: { id, who, created_at },
    read: () => lastNote(engine, applicant),
  })),
  deleteApplicantNote: ofNew(makeNote, 'Note deleted successfully'),
  bulkApplicants: about(makeApplicant, async ({ id, reference }, engine) => ({
    json: {
      ids: [(await makeApplicant(engine)).id, id, 987_654_321],
      ...{ action: 'rejected', reject_reason: 'Others were nearer.' },
    },
    message: 'Applicants updated successfully',
    data: { changed: 2 },
    read: () => listedApplicant(engine.admin, reference),
  })),
  deleteApplicant: ofNew(makeApplicant, 'Applicant deleted successfully'),

  contactUs: (engine) => ({
    json: goodContact,
    message: 'Thank you. Your message has reached us.',
    read: async (answer) => (answer === undefined ? answer : newestMessage(engine, 'contact')),
  }),
  requestAccountDeletion: (engine) => ({
    json: { ...goodDeletion, name: 'Gul Meena', message: 'Please.' },
    message: 'Thank you. Your request has reached us.',
    data: { due_at: shownDeletion.due_at },
    read: async (answer) => answer && newestMessage(engine, 'account_deletion'),
  }),
  getMessages: listOf(
    (engine) => makeMessage(engine, 'account_deletion'),
    'page=1&type=account_deletion&status=new',
    { counts, unread: number },
  ),
  getSingleMessage: about(makeMessage, (data) => ({ data })),
  updateMessageStatus: about(makeMessage, ({ id, updated_at }) => ({
    json: { status: 'replied', updated_at },
    read: 'getSingleMessage',
    message: 'Message updated successfully',
    data: { id, handled_at: text },
  })),
  deleteMessage: ofNew(makeMessage, 'Message deleted successfully'),

  changePassword: async (engine) => {
    await resetPassword(engine);
    return {
      json: { ...currentPassword(engine), new_password: otherPassword },
      message: 'Password changed. You are signed out everywhere else.',
    };
  },
  formToken: () => ({
    data: { form_token: expect.stringMatching(/^[\w.-]{8,200}$/), min_seconds: 3, retention_months: 6 },
  }),

  restoreDeleted: about(makeDeletedJob, ({ id }) => ({
    json: { resource: 'job', id },
    message: 'Restored successfully',
    data: { resource: 'job', id },
  })),
  getTrash: about(makeDeletedJob, ({ id }) => ({
    query: 'page=1&resource=job',
    data: {
      ...{ ...page, counts: expect.objectContaining({}) },
      data: has({ resource: 'job', id, name: goodJob.title, below: 0 }),
    },
  })),
  eraseDeleted: about(makeDeletedJob, ({ id }) => ({
    json: { resource: 'job', id },
    message: 'Deleted for good',
    data: { resource: 'job', id },
  })),

  getSample: () => ({ data: { sample: number } }),
  removeSample: () => ({ message: 'Sample content removed', data: { kept: list } }),

  contentPreviews: about(makeBlog, async ({ id }, engine) => {
    const { secret: _secret, ...shown } = await makeLink(engine, { row_id: id });
    return { query: `resource=blog&id=${id}`, data: [shown] };
  }),
  saveContentPreview: about(makeBlog, async ({ id: row_id }, engine) => {
    const { id } = await makeLink(engine, { row_id, draft: { ...blogDraft, blog_title: 'Old' } });
    const json = { resource: 'blog', row_id, link_id: id, days: 1, own: 0, draft: blogDraft };
    return { json, message: 'The link now shows the current draft.', data: { id, expires_at: text } };
  }),
  revokeContentPreview: ofNew(
    async (engine) => makeLink(engine, { row_id: (await makeBlog(engine)).id }),
    'The link no longer works.',
  ),
  jobPreviews: about(makeJob, async ({ id }, engine) => {
    const { secret: _secret, ...shown } = await makeJobLink(engine, id);
    return { query: `id=${id}`, data: [shown] };
  }),
  saveJobPreview: about(makeJob, ({ id }) => ({
    json: { row_id: id, link_id: null, days: 1, own: 0, draft: jobDraft },
    message: 'The link is ready.',
    data: { secret: expect.stringMatching(/^[\w-]{22}$/) },
  })),
  revokeJobPreview: ofNew(
    async (engine) => makeJobLink(engine, (await makeJob(engine)).id),
    'The link no longer works.',
  ),
  openPreview: about(makeBlog, async ({ id, created_at }, engine) => ({
    json: { secret: (await makeLink(engine, { row_id: id })).secret },
    data: { resource: 'blog', own: 0, entity: { ...blogDraft, id, is_active: 1, created_at } },
  })),
  ...scheduleOf(draftBlog, 'scheduleBlog', 'blogSchedules'),
  ...scheduleOf(makeJob, 'scheduleJob', 'jobSchedules'),

  getAccount: ({ credentials }) => ({ data: { email: credentials.email, role: 'owner', sessions: list } }),
  endSession: async (engine) => {
    await signIn(engine.app, engine.credentials);
    const { sessions } = await engine.admin.read('getAccount');
    const { id } = sessions.find(({ current }: { current: boolean }) => !current);
    return { json: { id }, message: 'Session ended. That browser is signed out.' };
  },
  endOtherSessions: () => ({ message: 'All other sessions have ended.' }),

  findAnything: async (engine) => {
    const { id } = await makeBlog(engine, { blog_title: 'Palettenfund' });
    return { query: 'search=palettenfund', data: { found: has({ resource: 'blog', id }) } };
  },
  deskCounts: () => ({ data: { unread_applicants: number } }),
  matchingApplicants: about(makeApplicant, ({ id }) => ({
    query: 'is_read=0',
    data: { ids: expect.arrayContaining([id]) },
  })),
  searchMessages: listOf(makeMessage, 'search=gul&folder=inbox', { counts: expect.any(Object) }),

  getPictures: listOf(makePicture, 'page=1&search=sofa&use=unused&per_page=10'),
  getSinglePicture: about(makePicture, (data) => ({ data })),
  getPictureUses: about(makeBlog, async ({ id, blog_title: title, blog_image }, engine) => ({
    id: (await pictureOf(engine, blog_image ?? '')).id,
    data: [{ kind: 'blog', id, title, field: 'blog_image', is_deleted: 0 }],
  })),
  addPicture: async () => ({
    form: await pictureForm(),
    read: 'getSinglePicture',
    message: 'Picture added successfully',
    data: {
      ...{ name: 'sofa.png', type: 'image/png', width: 40, height: 30, focus_x: 50, focus_y: 50 },
      ...{ kept: 1, uses: 0, who: text },
    },
  }),
  updatePicture: about(makePicture, ({ id, updated_at }) => ({
    json: { name: 'settee.png', alt: 'A settee', focus_x: 0, focus_y: 100, updated_at },
    read: 'getSinglePicture',
    message: 'Picture updated successfully',
    data: { id, kept: 1 },
  })),
  replacePicture: about(makePicture, async (picture) => ({
    form: [...textParts({ updated_at: picture.updated_at }), await jpeg('image', 'settee.jpg')],
    read: 'getSinglePicture',
    message: 'Picture replaced everywhere',
    data: { id: picture.id, alt: 'A sofa', name: 'settee.jpg', type: 'image/jpeg' },
  })),
  deletePicture: ofNew(makePicture, 'Picture deleted successfully'),

  getMailTemplates: () => ({
    data: { templates: has({ name: 'rejection' }), reply_to: 'admin@studio.example' },
  }),
  saveMailTemplate: async (engine) => {
    const { updated_at } = await templateOf(engine, 'offer');
    letters += 1;
    return {
      json: { name: 'offer', subject: `Offer ${letters} for {name}`, body: `We ${letters}.`, updated_at },
      message: 'Template saved successfully',
      data: { is_own: 1 },
      read: async (answer) => answer && templateOf(engine, 'offer'),
    };
  },
  resetMailTemplate: async (engine) => {
    const { updated_at, ...ours } = await templateOf(engine, 'invite');
    await engine.admin.read('saveMailTemplate', { name: 'invite', ...letter, updated_at });
    return {
      json: { name: 'invite' },
      message: 'Template reset to its original text.',
      data: ours,
      read: async (answer) => answer && templateOf(engine, 'invite'),
    };
  },
  previewCandidateMail: about(makeApplicant, ({ id, email, name }) => ({
    json: { id, ...letter },
    data: { to: email, subject: `Hello ${name}`, text: expect.stringContaining(name) },
  })),
  sendCandidateMails: about(makeApplicant, ({ id }) => ({
    json: { ids: [id], template: 'received', ...letter, hold: 1, key: `sent-${id}`, again: 1 },
    data: { mails: [{ applicant: id, state: 'held' }], skipped: [] },
  })),
  undoCandidateMails: about(holdMail, ({ id }) => ({
    json: { ids: [id] },
    message: 'The mail was cancelled. Nothing was sent.',
    data: { undone: [id], late: [] },
  })),
  releaseCandidateMails: about(holdMail, ({ id }) => ({
    json: { ids: [id] },
    message: 'The mail is on its way.',
    data: { released: [id] },
  })),
  getCandidateMails: about(holdMail, ({ id, applicant }) => ({
    id: applicant,
    data: [{ id, state: 'held', can_undo: 1, sent_at: null }],
  })),

  getVersions: about(makeBlog, ({ id }) => ({
    query: `resource=blog&id=${id}&page=1`,
    data: { ...page, total: 1 },
  })),
  getVersion: about(makeBlog, async ({ id: row_id, blog_title }, engine) => ({
    id: (await versionsOf(engine, 'blog', row_id))[0]?.id,
    data: { resource: 'blog', row_id, number: 1, fields: { blog_title } },
  })),
  restoreVersion: about(makeJob, async ({ id: row_id, updated_at }, engine) => ({
    id: (await versionsOf(engine, 'job', row_id))[0]?.id,
    json: { updated_at },
    message: 'Version restored successfully',
    data: { resource: 'job', row_id, before: null, kept: [], updated_at: text },
  })),

  passkeyOptions: () => ({ data: { challenge: text, rpId: 'localhost', userVerification: 'required' } }),
  accountSecurity: () => ({ data: { passkeys: list, recovery_codes: number, no_passkeys: null } }),
  startTotp: async (engine) => {
    await dropFactors(engine);
    const uri = expect.stringMatching(/^otpauth:\/\/totp\/.*admin%40studio\.example/);
    return { json: currentPassword(engine), data: { key: expect.stringMatching(/^[A-Z2-7]{32}$/), uri } };
  },
  confirmTotp: async (engine) => ({
    json: { code: codeOf((await startOf(engine, 'startTotp')).key) },
    message: 'Authenticator app added',
    data: { recovery_codes: codes },
  }),
  removeTotp: (engine) => ({ json: currentPassword(engine), message: 'Authenticator app removed' }),
  startPasskey: async (engine) => {
    await dropFactors(engine);
    return {
      json: currentPassword(engine),
      data: { challenge: text, rp: { id: 'localhost' }, excludeCredentials: [] },
    };
  },
  addPasskey: async (engine) => {
    const passkey = passkeyDevice(passkeyOrigin).create(await startOf(engine, 'startPasskey'));
    return {
      json: { name: 'Der Schlüssel 🔑', passkey },
      message: 'Passkey added',
      data: { recovery_codes: codes },
      read: async () => (await securityOf(engine)).passkeys[0],
    };
  },
  removePasskey: async (engine) => {
    await dropFactors(engine);
    await addPasskey(engine);
    const [{ id }] = (await securityOf(engine)).passkeys;
    return { id, json: currentPassword(engine), message: 'Passkey removed' };
  },
  newRecoveryCodes: async (engine) => {
    await addTotp(engine);
    const message = 'New recovery codes created. The old ones no longer work.';
    return { json: currentPassword(engine), message, data: { recovery_codes: codes } };
  },
  removeSecondStep: async (engine) => {
    const at = '2026-01-01T00:00:00.000Z';
    await runSql(
      engine,
      `insert into admins (id, email, name, password_hash, created_at, updated_at)
       values (77, 'lost@studio.example', 'Lost', 'h', '${at}', '${at}') on conflict do nothing`,
    );
    const message = 'The second step was removed. Only the password is needed now.';
    return { id: 77, json: currentPassword(engine), message };
  },

  getPeople: () => ({ data: { ...page, mails: 'queued', links: true } }),
  invitePerson: () => {
    const invite = newInvite();
    return {
      json: invite,
      read: 'getPeople',
      message: 'Invitation created. It is mailed as soon as SMTP_URL is set.',
      data: { email: invite.email.toLowerCase(), state: 'invited' },
    };
  },
  resendInvite: about(makeInvited, ({ id }) => ({
    message: 'Invitation created. It is mailed as soon as SMTP_URL is set.',
    data: { id, invite_ends_at: text },
  })),
  updatePerson: ofNew(makeInvited, 'Role changed. This person has to sign in again.', { role: 'reader' }),
  removePerson: ofNew(makeInvited, 'Invitation revoked. Its link no longer works.'),

  getSavedAnswers: about(makeSavedAnswer, ({ id }) => ({ data: has({ id, ...goodAnswer }) })),
  addSavedAnswer: () => ({ json: goodAnswer, read: 'getSavedAnswers', message: 'Answer saved successfully' }),
  updateSavedAnswer: about(makeSavedAnswer, ({ id, updated_at }) => ({
    json: { title: 'Other words', text: 'One line', updated_at },
    read: 'getSavedAnswers',
    message: 'Answer updated successfully',
    data: { id },
  })),
  deleteSavedAnswer: ofNew(makeSavedAnswer, 'Answer deleted successfully'),
  getAnswers: about(makeMessage, async ({ id }, { admin }) => {
    await admin.read('answerMessage', id, { text: 'Hello', key: 'a key' });
    return { data: [{ body: 'Hello', to: goodContact.email, state: 'waiting' }] };
  }),
  answerMessage: about(makeMessage, ({ id }) => {
    const body = 'Dear Gul,\n\n<b>it</b> depends.';
    const answer = { subject: `Re: ${goodContact.subject}`, body, to: goodContact.email };
    return {
      ...{ json: { text: body, key: 'the form' }, message: 'The answer is on its way.' },
      data: { answer, message: { id, status: 'replied', handled_at: text } },
    };
  }),
  getColleagues: () => ({ data: has({ id: number, name: text }) }),
  assignMessage: about(makeMessage, async ({ id, updated_at }, engine) => {
    const me = await firstColleague(engine);
    const json = { admin_id: me.id, updated_at };
    return { json, message: 'Message updated successfully', data: { id, assigned_to: me } };
  }),
  getOtherApplications: about(makeApplicant, () => ({ data: { data: list, total: number } })),
  getHiddenStages: about(makeJob, () => ({ data: { hidden: [] } })),
  setHiddenStages: about(makeJob, () => ({
    json: { hidden: ['withdrawn', 'offered', 'offered'] },
    read: 'getHiddenStages',
    message: 'Stages saved successfully',
    data: { hidden: ['offered', 'withdrawn'] },
  })),
};

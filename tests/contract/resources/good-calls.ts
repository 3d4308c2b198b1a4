import { expect } from 'vitest';
import type { CallName } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import type { MailTemplate } from '#shared/schemas/letter.ts';
import type { Schedule } from '#shared/schemas/schedule.ts';
import type { Engine } from '../../support/engines.ts';
import {
  applicationForm,
  blogEditForm,
  blogForm,
  captionsForm,
  caseFieldsForm,
  categoryEditForm,
  categoryForm,
  type FormPart,
  joined,
  jpeg,
  projectEditForm,
  projectForm,
  seoFieldsForm,
  without,
  withTexts,
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
  goodJob,
  jobDraft,
  listedApplicant,
  makeApplicant,
  makeBlog,
  makeCategory,
  makeInvited,
  makeJob,
  makeLink,
  makeMember,
  makeMessage,
  makePicture,
  makeProject,
  makeSavedAnswer,
  memberForm,
  newEmail,
  newestMessage,
  newInvite,
  otherPassword,
  passkeyOrigin,
  pictureForm,
  pictureOf,
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
/** The version with which a form began. */
const version = ({ updated_at = '' }) => ({ name: 'updated_at', text: updated_at });

/** Another job that can be opened, with other values in every field. */
const otherJob = {
  ...{ title: 'Changed', department: 'Sound', employment_type: 'PART_TIME', location_type: 'remote' },
  ...{
    city: null,
    region: 'Punjab',
    country: 'Ireland',
    description: '<p>Record <strong>sounds</strong></p>',
  },
  ...{ salary_min: 100, salary_max: 200, salary_currency: 'EUR', salary_unit: 'HOUR', show_salary: 0 },
  ...{ openings: 3, status: 'open', v_order: 4, closes_at: '2998-11-30' },
};

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
  return { resource: 'job', id: job.id };
}

const letter = { subject: 'Hello {name}', body: 'Hello {name},\n\nthank you.' };
let letters = 0;

/** Holds a mail to a new applicant. */
async function holdMail(engine: Engine) {
  const { id: applicant } = await makeApplicant(engine);
  letters += 1;
  const json = { ids: [applicant], ...letter, hold: 1, key: `held-${letters}` };
  return { applicant, mail: (await engine.admin.read('sendCandidateMails', json)).mails[0].id as Id };
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
  blogs: listOf(makeBlog),
  activeBlogs: listOf(makeBlog),
  singlePost: async (engine) => {
    const { id } = await makeBlog(engine);
    return { id, data: { id, blog_title: 'Über uns ✓', is_active: 1 } };
  },
  saveBlog: async () => ({
    form: joined(await blogForm(), await seoFieldsForm('Über uns')),
    read: 'singlePost',
    message: 'Added successfully',
  }),
  editBlog: async (engine) => {
    const post = await makeBlog(engine);
    const edit = await blogEditForm(post.id, { is_active: '0', description: '<p>Edited</p>' });
    const more = [{ name: 'remove_share_image', text: '0' }, version(post)];
    const form = joined(edit, more, await seoFieldsForm('Edited'));
    return { form, read: 'singlePost', message: 'Updated successfully', data: { id: post.id } };
  },
  deleteBlog: ofNew(makeBlog, 'Deleted successfully'),

  getProjectCategory: listOf(makeCategory),
  getSingleCategory: async (engine) => {
    const { id, title, tech_img } = await makeCategory(engine);
    return { id, data: { id, title, tech_img, projects_count: 0 } };
  },
  getCategoryByTitle: async (engine) => {
    const title = `Žánr ${crypto.randomUUID()}`;
    const { id } = await makeCategory(engine, title);
    return { query: `title=${encodeURIComponent(title.toUpperCase())}`, data: { id, title } };
  },
  addProjectCategory: async () => ({
    form: await categoryForm(),
    read: 'getSingleCategory',
    message: 'Category added successfully',
    data: { tech_img: [{}, {}] },
  }),
  updateProjectCategory: async (engine) => {
    const category = await makeCategory(engine);
    const form = joined(await categoryEditForm(), [version(category)]);
    const data = { id: category.id, tech_img: [...category.tech_img, {}, {}] };
    return {
      id: category.id,
      form,
      read: 'getSingleCategory',
      message: 'Category updated successfully',
      data,
    };
  },
  deleteProjectCategory: ofNew(makeCategory, 'Category deleted successfully'),
  deleteTechImage: ofNew(
    async (engine) => (await makeCategory(engine)).tech_img[0] as { id: Id },
    'Image deleted successfully',
  ),

  getProjects: async (engine) => {
    const { id, category_id, images, video } = await makeProject(engine);
    const shown = { id, category_id, images, video, v_order: 3, description: '<p>It moves</p>' };
    return { id: category_id, query: 'page=1', data: { ...page, data: [shown] } };
  },
  getSingleProject: async (engine) => {
    const { id, ...project } = await makeProject(engine);
    return { id, data: { ...project, id, description: '<h1>It moves</h1>' } };
  },
  getWork: async (engine) => {
    const { id } = await makeProject(engine);
    return { data: { ...page, data: has({ id, category: text }), per_page: limits.workListed } };
  },
  addProject: async (engine) => {
    const { id } = await makeCategory(engine);
    const words = 'The film';
    const facts = joined(caseFieldsForm(words, 2024), captionsForm(words), await seoFieldsForm(words));
    const data = { images: [{}, {}] };
    return {
      form: joined(await projectForm(id), facts),
      read: 'getSingleProject',
      message: 'Project added successfully',
      data,
    };
  },
  updateProject: async (engine) => {
    const project = await makeProject(engine);
    const other = await makeCategory(engine);
    const [title, description] = ['The other film', '<p>It stands</p>'];
    const changed = { title, description, project_url: 'https://studio.example/other-film', v_order: '5' };
    const more = { remove_video: '0', remove_captions: '0', remove_share_image: '0' };
    const edit = withTexts(await projectEditForm(other.id, more), changed);
    const facts = joined(caseFieldsForm(title, 2025), captionsForm(title), await seoFieldsForm(title));
    return {
      id: project.id,
      form: joined(edit, [version(project)], facts),
      read: 'getSingleProject',
      message: 'Project updated successfully',
      data: { id: project.id, images: [...project.images, {}] },
    };
  },
  deleteProject: ofNew(makeProject, 'Project deleted successfully'),
  reorderProjects: async (engine) => {
    const { category_id } = await makeProject(engine);
    return orderOf((each) => makeProject(each, { category_id: String(category_id) }))(engine);
  },
  deleteProjectImage: ofNew(
    async (engine) => (await makeProject(engine)).images[0] as { id: Id },
    'Image deleted successfully',
  ),

  team: async (engine) => {
    const { id } = await makeMember(engine);
    return { data: { data: has({ id, is_active: 1 }), current_page: 1, last_page: 1, total: number } };
  },
  getTeam: async (engine) => {
    await makeMember(engine);
    return { query: 'page=1', data: page };
  },
  addTeamMember: async () => {
    const facebook_url = 'https://www.facebook.com/zarghoona';
    const form = await memberForm({ facebook_url, v_order: '3', is_active: '0' });
    return { form, read: 'getTeam', message: 'Team member added successfully' };
  },
  updateTeamMember: async (engine) => {
    const member = await makeMember(engine);
    const changed = {
      name: 'Zarghoona Khan',
      ...{ designation: 'Head of sound', department: 'Music', bio: 'Studio recordings.' },
      linkedin_url: 'https://www.linkedin.com/in/zarghoona-khan',
      facebook_url: 'https://www.facebook.com/zarghoona',
      ...{ v_order: '7', is_active: '0' },
    };
    const texts = without(await memberForm(changed), 'image');
    const form = joined(texts, [version(member), await jpeg('image', 'new.jpg')]);
    return { id: member.id, form, read: 'getTeam', message: 'Team member updated successfully' };
  },
  deleteTeamMember: ofNew(makeMember, 'Team member deleted successfully'),
  reorderTeam: orderOf(makeMember),

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
  singleJob: async (engine) => {
    const { id } = await makeJob(engine, { status: 'open' });
    return { id, data: { ...goodJob, id, status: 'open', posted_at: text } };
  },
  getJobs: async (engine) => {
    await makeJob(engine);
    return { query: 'page=1&status=draft&search=designer', data: page };
  },
  addJob: () => ({
    json: { ...goodJob, status: 'open', v_order: 2 },
    read: 'singleJob',
    message: 'Job added successfully',
  }),
  updateJob: async (engine) => {
    const { id, updated_at } = await makeJob(engine);
    return {
      id,
      json: { ...otherJob, updated_at },
      read: 'singleJob',
      message: 'Job updated successfully',
      data: { id },
    };
  },
  updateJobStatus: async (engine) => {
    const { id, updated_at } = await makeJob(engine);
    const data = { ...goodJob, id, v_order: 0 };
    return {
      id,
      json: { status: 'open', updated_at },
      read: 'singleJob',
      message: 'Job updated successfully',
      data,
    };
  },
  deleteJob: ofNew(makeJob, 'Job deleted successfully'),
  reorderJobs: orderOf(makeJob),

  applyJob: application,
  applyJobFor: async (engine) => ({
    ...application(engine),
    id: (await makeJob(engine, { status: 'open' })).id,
  }),
  getApplicants: async (engine) => {
    const { id, name, cv_name } = await makeApplicant(engine);
    const query = `page=1&job_id=none&status=new&is_read=0&sort=newest&search=${encodeURIComponent(name)}`;
    const data = has({ id, cv_name, cv_mime: 'application/pdf' });
    return { query, data: { ...page, data, counts, unread: number } };
  },
  getSingleApplicant: async (engine) => {
    const { id, email, name } = await makeApplicant(engine);
    const first = { email, name, cover_letter: 'I draw.\n\nAnd I write.', reference };
    const events = [{ type: 'submitted', from: null, to: 'new', who: null }];
    const submissions = [{ number: 1, ...first }];
    return {
      id,
      data: { id, ...first, status: 'new', is_read: 1, rating: 0, submissions, notes: [], events },
    };
  },
  downloadCv: async (engine) => ({
    id: (await makeApplicant(engine)).id,
    query: 'submission=1',
    file: { type: /^application\/pdf$/, disposition: /^attachment; filename=/ },
  }),
  exportApplicants: async (engine) => {
    const { name } = await makeApplicant(engine);
    return {
      query: `status=new&job_id=none&search=${encodeURIComponent(name)}`,
      file: { type: /^text\/csv; charset=utf-8$/, disposition: /^attachment; filename="?applicants/ },
    };
  },
  updateApplicantStatus: async (engine) => {
    const { id, reference, updated_at } = await makeApplicant(engine);
    const json = {
      ...{ status: 'rejected', reject_reason: 'Another was nearer.', rating: 4, is_read: 1 },
      retain_until: inDays(1).slice(0, 10),
    };
    return {
      ...{ id, json: { ...json, updated_at }, message: 'Applicant updated successfully' },
      read: () => listedApplicant(engine.admin, reference),
    };
  },
  addApplicantNote: async (engine) => {
    const { id } = await makeApplicant(engine);
    const json = { note: 'Called: can begin in May.\nAsks for a desk.' };
    const data = { who: expect.stringMatching(/./), created_at: text };
    return { id, json, message: 'Note added successfully', data, read: () => lastNote(engine, id) };
  },
  updateApplicantNote: async (engine) => {
    const { id, who, created_at, applicant } = await makeNote(engine);
    const json = { note: 'Called again: June.' };
    const read = () => lastNote(engine, applicant);
    return { id, json, message: 'Note updated successfully', data: { id, who, created_at }, read };
  },
  deleteApplicantNote: ofNew(makeNote, 'Note deleted successfully'),
  bulkApplicants: async (engine) => {
    const [one, two] = [await makeApplicant(engine), await makeApplicant(engine)];
    const ids = [one.id, two.id, 987_654_321];
    return {
      json: { ids, action: 'rejected', reject_reason: 'Others were nearer.' },
      message: 'Applicants updated successfully',
      data: { changed: 2 },
      read: () => listedApplicant(engine.admin, two.reference),
    };
  },
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
  getSingleMessage: async (engine) => {
    const { id, ...message } = await makeMessage(engine);
    return { id, data: { ...message, id } };
  },
  updateMessageStatus: async (engine) => {
    const { id, updated_at } = await makeMessage(engine);
    const data = { id, handled_at: text };
    return {
      id,
      json: { status: 'replied', updated_at },
      read: 'getSingleMessage',
      message: 'Message updated successfully',
      data,
    };
  },
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

  restoreDeleted: async (engine) => {
    const json = await makeDeletedJob(engine);
    return { json, message: 'Restored successfully', data: json };
  },
  getTrash: async (engine) => {
    const data = has({ ...(await makeDeletedJob(engine)), name: goodJob.title, below: 0 });
    return { query: 'page=1&resource=job', data: { ...page, data, counts: expect.objectContaining({}) } };
  },
  eraseDeleted: async (engine) => {
    const json = await makeDeletedJob(engine);
    return { json, message: 'Deleted for good', data: json };
  },

  getSample: () => ({ data: { sample: number } }),
  removeSample: () => ({ message: 'Sample content removed', data: { kept: list } }),

  contentPreviews: async (engine) => {
    const { id } = await makeBlog(engine);
    const { secret: _secret, ...shown } = await makeLink(engine, { row_id: id });
    return { query: `resource=blog&id=${id}`, data: [shown] };
  },
  saveContentPreview: async (engine) => {
    const { id: row_id } = await makeBlog(engine);
    const { id } = await makeLink(engine, { row_id, draft: { ...blogDraft, blog_title: 'Old' } });
    const json = { resource: 'blog', row_id, link_id: id, days: 1, own: 0, draft: blogDraft };
    return { json, message: 'The link now shows the current draft.', data: { id, expires_at: text } };
  },
  revokeContentPreview: ofNew(
    async (engine) => makeLink(engine, { row_id: (await makeBlog(engine)).id }),
    'The link no longer works.',
  ),
  jobPreviews: async (engine) => {
    const { id } = await makeJob(engine);
    const { secret: _secret, ...shown } = await engine.admin.read('saveJobPreview', {
      ...{ row_id: id, draft: jobDraft },
    });
    return { query: `id=${id}`, data: [shown] };
  },
  saveJobPreview: async (engine) => {
    const { id } = await makeJob(engine);
    const json = { row_id: id, link_id: null, days: 1, own: 0, draft: jobDraft };
    return { json, message: 'The link is ready.', data: { secret: expect.stringMatching(/^[\w-]{22}$/) } };
  },
  revokeJobPreview: ofNew(
    async (engine) =>
      engine.admin.read('saveJobPreview', { row_id: (await makeJob(engine)).id, draft: jobDraft }),
    'The link no longer works.',
  ),
  openPreview: async (engine) => {
    const { id, created_at } = await makeBlog(engine);
    const { secret } = await makeLink(engine, { row_id: id });
    const entity = { ...blogDraft, id, is_active: 1, created_at };
    return { json: { secret }, data: { resource: 'blog', own: 0, entity } };
  },
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
  matchingApplicants: async (engine) => {
    const { id } = await makeApplicant(engine);
    return { query: 'is_read=0', data: { ids: expect.arrayContaining([id]) } };
  },
  searchBlogs: listOf(makeBlog, 'search=uns&page=1'),
  searchCategories: async (engine) => {
    const { id, title } = await makeCategory(engine);
    return { query: `search=${encodeURIComponent(title)}`, data: { ...page, data: has({ id }) } };
  },
  searchProjects: async (engine) => {
    const { id } = await makeProject(engine, { title: 'Searched' });
    return { query: 'search=searched', data: { ...page, data: has({ id }) } };
  },
  searchTeam: async (engine) => {
    const { id } = await makeMember(engine, { name: `Sought ${letters}` });
    return { query: 'search=sought', data: { ...page, data: has({ id }) } };
  },
  searchMessages: listOf(makeMessage, 'search=gul&folder=inbox', { counts: expect.any(Object) }),

  getPictures: listOf(makePicture, 'page=1&search=sofa&use=unused&per_page=10'),
  getSinglePicture: async (engine) => {
    const picture = await makePicture(engine);
    return { id: picture.id, data: picture };
  },
  getPictureUses: async (engine) => {
    const { id, blog_title: title, blog_image } = await makeBlog(engine);
    const picture = await pictureOf(engine, blog_image ?? '');
    return { id: picture.id, data: [{ kind: 'blog', id, title, field: 'blog_image', is_deleted: 0 }] };
  },
  addPicture: async () => ({
    form: await pictureForm(),
    read: 'getSinglePicture',
    message: 'Picture added successfully',
    data: {
      ...{ name: 'sofa.png', type: 'image/png', width: 40, height: 30, focus_x: 50, focus_y: 50 },
      ...{ kept: 1, uses: 0, who: text },
    },
  }),
  updatePicture: async (engine) => {
    const { id, updated_at } = await makePicture(engine);
    const json = { name: 'settee.png', alt: 'A settee', focus_x: 0, focus_y: 100, updated_at };
    return {
      id,
      json,
      read: 'getSinglePicture',
      message: 'Picture updated successfully',
      data: { id, kept: 1 },
    };
  },
  replacePicture: async (engine) => {
    const picture = await makePicture(engine);
    return {
      id: picture.id,
      form: [version(picture), await jpeg('image', 'settee.jpg')],
      read: 'getSinglePicture',
      message: 'Picture replaced everywhere',
      data: { id: picture.id, alt: 'A sofa', name: 'settee.jpg', type: 'image/jpeg' },
    };
  },
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
  previewCandidateMail: async (engine) => {
    const { id, email, name } = await makeApplicant(engine);
    const data = { to: email, subject: `Hello ${name}`, text: expect.stringContaining(name) };
    return { json: { id, ...letter }, data };
  },
  sendCandidateMails: async (engine) => {
    const { id } = await makeApplicant(engine);
    letters += 1;
    const json = { ids: [id], template: 'received', ...letter, hold: 1, key: `sent-${letters}`, again: 1 };
    return { json, data: { mails: [{ applicant: id, state: 'held' }], skipped: [] } };
  },
  undoCandidateMails: async (engine) => {
    const { mail } = await holdMail(engine);
    const message = 'The mail was cancelled. Nothing was sent.';
    return { json: { ids: [mail] }, message, data: { undone: [mail], late: [] } };
  },
  releaseCandidateMails: async (engine) => {
    const { mail } = await holdMail(engine);
    return { json: { ids: [mail] }, message: 'The mail is on its way.', data: { released: [mail] } };
  },
  getCandidateMails: async (engine) => {
    const { applicant, mail } = await holdMail(engine);
    return { id: applicant, data: [{ id: mail, state: 'held', can_undo: 1, sent_at: null }] };
  },

  getVersions: async (engine) => {
    const { id } = await makeBlog(engine);
    return { query: `resource=blog&id=${id}&page=1`, data: { ...page, total: 1 } };
  },
  getVersion: async (engine) => {
    const { id: row_id, blog_title } = await makeBlog(engine);
    const [version] = await versionsOf(engine, 'blog', row_id);
    return { id: version?.id, data: { resource: 'blog', row_id, number: 1, fields: { blog_title } } };
  },
  restoreVersion: async (engine) => {
    const { id: row_id, updated_at } = await makeJob(engine);
    const [version] = await versionsOf(engine, 'job', row_id);
    const message = 'Version restored successfully';
    const data = { resource: 'job', row_id, before: null, kept: [], updated_at: text };
    return { id: version?.id, json: { updated_at }, message, data };
  },

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
  resendInvite: async (engine) => {
    const { id } = await makeInvited(engine);
    const message = 'Invitation created. It is mailed as soon as SMTP_URL is set.';
    return { id, message, data: { id, invite_ends_at: text } };
  },
  updatePerson: ofNew(makeInvited, 'Role changed. This person has to sign in again.', { role: 'reader' }),
  removePerson: ofNew(makeInvited, 'Invitation revoked. Its link no longer works.'),

  getSavedAnswers: async (engine) => ({
    data: has({ id: (await makeSavedAnswer(engine)).id, ...goodAnswer }),
  }),
  addSavedAnswer: () => ({ json: goodAnswer, read: 'getSavedAnswers', message: 'Answer saved successfully' }),
  updateSavedAnswer: async (engine) => {
    const { id, updated_at } = await makeSavedAnswer(engine);
    const json = { title: 'Other words', text: 'One line', updated_at };
    return { id, json, read: 'getSavedAnswers', message: 'Answer updated successfully', data: { id } };
  },
  deleteSavedAnswer: ofNew(makeSavedAnswer, 'Answer deleted successfully'),
  getAnswers: async (engine) => {
    const { id } = await makeMessage(engine);
    await engine.admin.read('answerMessage', id, { text: 'Hello', key: 'a key' });
    return { id, data: [{ body: 'Hello', to: goodContact.email, state: 'waiting' }] };
  },
  answerMessage: async (engine) => {
    const { id } = await makeMessage(engine);
    const body = 'Dear Gul,\n\n<b>it</b> depends.';
    const answer = { subject: `Re: ${goodContact.subject}`, body, to: goodContact.email };
    return {
      ...{ id, json: { text: body, key: 'the form' }, message: 'The answer is on its way.' },
      data: { answer, message: { id, status: 'replied', handled_at: text } },
    };
  },
  getColleagues: () => ({ data: has({ id: number, name: text }) }),
  assignMessage: async (engine) => {
    const { id, updated_at } = await makeMessage(engine);
    const me = await firstColleague(engine);
    const json = { admin_id: me.id, updated_at };
    return { id, json, message: 'Message updated successfully', data: { id, assigned_to: me } };
  },
  getOtherApplications: async (engine) => ({
    id: (await makeApplicant(engine)).id,
    data: { data: list, total: number },
  }),
  getHiddenStages: async (engine) => ({ id: (await makeJob(engine)).id, data: { hidden: [] } }),
  setHiddenStages: async (engine) => ({
    id: (await makeJob(engine)).id,
    json: { hidden: ['withdrawn', 'offered', 'offered'] },
    read: 'getHiddenStages',
    message: 'Stages saved successfully',
    data: { hidden: ['offered', 'withdrawn'] },
  }),
};

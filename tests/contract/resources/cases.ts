import { TOTP } from 'otpauth';
import { expect } from 'vitest';
import type { Category } from '#shared/entities/category.ts';
import type { Field } from '#shared/entities/field.ts';
import { type ContentName, contentNames, entities } from '#shared/entities/index.ts';
import type { Blog } from '#shared/entities/post.ts';
import type { Project } from '#shared/entities/project.ts';
import type { TeamMember } from '#shared/entities/team-member.ts';
import type { Id } from '#shared/id.ts';
import type { ListedApplicant } from '#shared/schemas/applicant.ts';
import type { Colleague, SavedAnswer } from '#shared/schemas/desk.ts';
import type { Job } from '#shared/schemas/job.ts';
import type { Message, MessageType } from '#shared/schemas/message.ts';
import type { Person } from '#shared/schemas/person.ts';
import type { StoredPicture } from '#shared/schemas/picture.ts';
import type { PreviewLink } from '#shared/schemas/preview.ts';
import type { ListedVersion } from '#shared/schemas/versions.ts';
import { hashPassword } from '../../../server/content-api/auth/passwords.ts';
import type { Engine } from '../../support/engines.ts';
import {
  applicationForm,
  callOf,
  type FormPart,
  goodJob,
  png,
  recordForm,
  recordTexts,
  type Values,
} from '../../support/forms.ts';
import { passkeyDevice } from '../../support/passkey-device.ts';
import { runSql } from '../../support/run-sql.ts';

/** Adds a record of a noun, and one of each noun that it refers to unless `texts` name it. */
export async function makeRecord(engine: Engine, name: ContentName, texts: Values = {}) {
  const all = { ...(await newReferences(engine, name, texts)), ...texts };
  return await engine.admin.read(entities[name].calls.add, await recordSent(name, all));
}

/** The body of the call that adds or changes a record of a noun: a form, or JSON. */
export async function recordSent(...asked: Parameters<typeof recordForm>) {
  return callOf(asked[0], asked[2]).upload ? await recordForm(...asked) : recordTexts(...asked);
}

/** Adds the records that a new one of this noun refers to, but those that `texts` name; returns their ids by fields. */
export async function newReferences(engine: Engine, name: ContentName, texts: Values = {}) {
  const ids: Record<string, Id> = {};
  for (const [field, { refersTo }] of Object.entries<Field>(entities[name].fields)) {
    const noun = contentNames.find((each) => entities[each].table === refersTo);
    if (noun && !(field in texts)) ids[field] = (await makeRecord(engine, noun)).id;
  }
  return ids;
}

export const makeBlog = (engine: Engine, texts?: Values): Promise<Blog> => makeRecord(engine, 'blog', texts);

/** Adds a category with two logos. */
export const makeCategory = (engine: Engine, title?: string): Promise<Category> =>
  makeRecord(engine, 'category', title === undefined ? {} : { title });

/** Adds a project with two images and a video, to a new category unless `texts` name one. */
export const makeProject = (engine: Engine, texts?: Values): Promise<Project> =>
  makeRecord(engine, 'project', texts);

/** Adds a draft of a job that can be opened, with changes. */
export const makeJob = (engine: Engine, texts?: Values): Promise<Job> => makeRecord(engine, 'job', texts);

export const makeMember = (engine: Engine, texts?: Values): Promise<TeamMember> =>
  makeRecord(engine, 'team_member', texts);

let people = 0;

/** Returns an email address without earlier applications. */
export function newEmail() {
  people += 1;
  return `person-${people}@applicant.example`;
}

/** Creates an applicant through the admin form, and returns the applicant as the list shows them. */
export async function makeApplicant(
  { admin }: Engine,
  texts: Record<string, string> = {},
  jobId?: Id,
): Promise<ListedApplicant> {
  const form = applicationForm({ email: newEmail(), ...texts });
  const sent = jobId ? admin.read('applyJobFor', jobId, form) : admin.read('applyJob', form);
  return await listedApplicant(admin, (await sent).reference);
}

/** Returns the one applicant with this reference, as the list shows them. */
export async function listedApplicant(admin: Engine['admin'], reference: string): Promise<ListedApplicant> {
  const { data } = await admin.read('getApplicants', { search: reference });
  if (data.length !== 1) throw new Error(`${data.length} applicants have the reference ${reference}.`);
  return data[0];
}

export const goodAnswer = { title: 'What it costs', text: 'Dear sender,\n\nit is <b>free</b> & {name}.' };

export async function makeSavedAnswer({ admin }: Engine): Promise<SavedAnswer> {
  return await admin.read('addSavedAnswer', goodAnswer);
}

export async function firstColleague({ admin }: Engine): Promise<Colleague> {
  const [first] = await admin.read('getColleagues');
  if (!first) throw new Error('There is no colleague.');
  return first;
}

/** Body of the contact form. */
export const goodContact = {
  ...{ name: 'Gul Meena', email: 'gul@example.com', phone: '+92 91 555 0100', subject: 'A film about tea' },
  ...{ message: 'Dear studio,\n\nhow much is it?', website: '', form_token: 'none' },
};

/** Body of the form for the deletion of an account. */
export const goodDeletion = {
  ...{ name: '', email: 'gul@example.com', app_name: 'Tea timer', account_identifier: 'gul_meena' },
  ...{ message: '', website: '', form_token: 'none' },
};

const { website: _website, form_token: _token, ...written } = goodContact;
const untouched = { status: 'new', due_at: null, handled_at: null };

/** The messages as admins see them. */
export const shownContact = {
  ...{ type: 'contact', ...written, ...untouched, app_name: null, account_identifier: null },
};
export const shownDeletion = {
  ...{ type: 'account_deletion', ...untouched, name: null, email: 'gul@example.com', phone: null },
  ...{ subject: null, message: null, app_name: 'Tea timer', account_identifier: 'gul_meena' },
  due_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
};

/** Sends a form as an admin, who has no rate limit, and returns the message as the inbox shows it. */
export async function makeMessage(
  engine: Engine,
  type: MessageType = 'contact',
  changes: object = {},
): Promise<Message> {
  if (type === 'contact') await engine.admin.read('contactUs', { ...goodContact, ...changes });
  else await engine.admin.read('requestAccountDeletion', { ...goodDeletion, ...changes });
  return await newestMessage(engine, type);
}

export async function newestMessage({ admin }: Engine, type: MessageType): Promise<Message> {
  const [newest] = (await admin.read('getMessages', { type })).data;
  if (!newest) throw new Error(`There is no message of the type ${type}.`);
  return newest;
}

/** Returns an addPicture form as the client sends it, each time with another picture. */
export async function pictureForm(alt = 'A sofa'): Promise<FormPart[]> {
  return [{ name: 'alt', text: alt }, await png('image', 'sofa.png')];
}

/** Adds a picture to the library. */
export async function makePicture({ admin }: Engine, alt?: string): Promise<StoredPicture> {
  return await admin.read('addPicture', await pictureForm(alt));
}

/** Returns the picture with this address. */
export async function pictureOf({ admin }: Engine, image: string): Promise<StoredPicture> {
  const { data } = await admin.read('getPictures', { per_page: 100 });
  const found = data.find((picture: StoredPicture) => picture.image === image);
  if (!found) throw new Error(`no picture ${image}`);
  return found;
}

/** A draft of a post that was never saved. */
export const blogDraft = { blog_title: 'A draft نقشہ', description: '<p>Not yet said</p>' };
export const jobDraft = { ...goodJob, title: 'A job to be' };

/** A link to a draft of a post, by default one that was never saved. */
export async function makeLink({ admin }: Engine, changes: object = {}): Promise<PreviewLink> {
  return await admin.read('saveContentPreview', { resource: 'blog', draft: blogDraft, ...changes });
}

/** Returns the versions of a record, newest first. */
export async function versionsOf({ admin }: Engine, resource: string, id: Id): Promise<ListedVersion[]> {
  return (await admin.read('getVersions', { resource, id })).data;
}

let invites = 0;

/** Returns an invitation to a new email address. */
export function newInvite() {
  invites += 1;
  return { name: `Person ${invites}`, email: `Person-${invites}@Studio.example`, role: 'editor' as const };
}

/** Invites a new person. */
export async function makeInvited({ admin }: Pick<Engine, 'admin'>): Promise<Person> {
  return await admin.read('invitePerson', newInvite());
}

export const otherPassword = 'another good passphrase';

let encoded: string | undefined;

/**
 * Sets the password back to that of the credentials, directly in the database or the stub: to find out the present
 * one, failed sign-ins would be needed.
 */
export async function resetPassword(engine: Engine) {
  const { stub, credentials } = engine;
  if (stub) {
    stub.admin.password = credentials.password;
    return;
  }
  encoded ??= await hashPassword(credentials.password);
  await runSql(engine, 'update admins set password_hash = $1', [encoded]);
}

/** Passkeys need a PUBLIC_URL; no server has to listen there. */
export const passkeySite = { PUBLIC_URL: 'http://localhost:8080' };
export const passkeyOrigin = passkeySite.PUBLIC_URL;

/** Returns the code of a key, this number of 30 s steps from now. */
export function codeOf(key: string, steps = 0) {
  return new TOTP({ secret: key }).generate({ timestamp: Date.now() + steps * 30_000 });
}

export const currentPassword = ({ credentials }: Engine) => ({ current_password: credentials.password });

/** Removes all second-step factors from the account. */
export async function dropFactors(engine: Engine) {
  await runSql(engine, 'delete from passkeys');
  await runSql(engine, 'delete from totp_keys');
  await runSql(engine, 'delete from recovery_codes');
}

/** Adds an authenticator app to the account of the credentials. */
export async function addTotp(engine: Engine): Promise<{ key: string; codes: string[] }> {
  await dropFactors(engine);
  const { key } = await engine.admin.read('startTotp', currentPassword(engine));
  const { recovery_codes: codes } = await engine.admin.read('confirmTotp', { code: codeOf(key) });
  // Marks the code as unused, so that a test may use the current code again. (The previous code could be too old when
  // it arrives.)
  await runSql(engine, 'update totp_keys set last_step = 0');
  return { key, codes };
}

export async function addPasskey(engine: Engine, device = passkeyDevice(passkeyOrigin)) {
  const passkey = device.create(await engine.admin.read('startPasskey', currentPassword(engine)));
  await engine.admin.read('addPasskey', { name: 'My phone', passkey });
  return { device };
}

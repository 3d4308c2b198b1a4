import type { Kysely } from 'kysely';
import pino from 'pino';
import { purposeKeys } from '../../../../server/bff/session/secrets.ts';
import type { Config } from '../../../../server/config.ts';
import { openDatabases } from '../../../../server/database/databases.ts';
import { createSealer } from '../../../../server/process/sealed.ts';

const at = '2026-11-22T10:00:00.000Z';
const dated = { created_at: at, updated_at: at };
/** Texts that an English site does not have: a right-to-left script, letters outside the BMP, and a NUL. */
const [urdu, astral, nul] = ['اردو میں ایک سطر', '𝔰𝔱𝔲𝔡𝔦𝔬 🎨', 'before\0after'];

/** Secret that seals the queued form of `fillSite`. */
export const siteSecret = 'the secret of a site that is moved about';

type Rows = Record<string, object[]>;
const category = { title: urdu, title_key: urdu, image: '/storage/a.png', ...dated };
const image = { image: '/storage/b.png', position: 1, updated_at: at };
const ofBlog = { resource: 'blog', row_id: 1 };
const message = { type: 'contact', email: 'v@visitor.test', status: 'new', message: nul, ...dated };
const mail = { kind: 'k', message_key: 'm', subject: 's', text: 't', html: 'h', attempts: 0, created_at: at };
const picture = { hash: 'h', width: 4, height: 3, bytes: 2 ** 40, type: 'image/png', alt: astral, ...dated };

/** In the order in which rows refer to each other. */
const content: Rows = {
  admins: [{ id: 3, email: 'a@studio.test', name: urdu, password_hash: 'h', ...dated }],
  tokens: [{ token_hash: 't', admin_id: 3, created_at: at, expires_at: at }],
  account_links: [{ secret_hash: 'h', kind: 'reset', admin_id: 3, created_at: at, expires_at: at }],
  passkeys: [
    {
      ...{ id: 4, admin_id: 3, credential_id: 'c', public_key: 'p', counter: 4_294_967_295 },
      ...{ transports: '[]', name: urdu, created_at: at, last_used_at: null },
    },
  ],
  totp_keys: [{ admin_id: 3, sealed_key: 's', last_step: 1, created_at: at, confirmed_at: at }],
  recovery_codes: [{ admin_id: 3, code_hash: 'h' }],
  used_proofs: [{ proof: 'u', expires_at: at }],
  categories: [
    { id: 7, public_id: '01JD-Kategorie', ...category },
    { id: 900, ...category },
  ],
  former_category_titles: [{ title_key: 'old', category_id: 7 }],
  tech_images: [{ id: 2, category_id: 7, ...image }],
  projects: [{ id: 5, title: astral, summary: '', description: '', v_order: 2, category_id: 7, ...dated }],
  project_images: [{ id: 4, project_id: 5, ...image }],
  blogs: [1, 2, 3, 4, 5].map((id) => ({
    ...{ id, public_id: `post-${id}`, blog_title: nul, summary: astral, is_active: 1, ...dated },
    description: `${id} ${'x'.repeat(300_000)}`,
  })),
  previews: [
    {
      ...{ id: 6, secret_hash: 'p', ...ofBlog, admin_id: 3, who: urdu, own: 0, bytes: 2, ...dated },
      ...{ expires_at: at, entity: '{}' },
    },
  ],
  schedules: [{ ...ofBlog, publish_at: at, next_at: at, who: urdu, ...dated }],
  jobs: [
    {
      ...{ id: 11, slug: 'one', title: urdu, department: '', description: 'd', status: 'open', openings: 1 },
      ...{ employment_type: 'FULL_TIME', location_type: 'onsite', salary_min: 0.1, salary_max: 1e15 },
      ...{ show_salary: 0, v_order: 0, posted_at: at, search_text: 'designer lahore', ...dated },
    },
  ],
  team_members: [{ id: 1, name: 'n', designation: 'd', image: 'i', v_order: 0, is_active: 1, ...dated }],
  messages: [message, { ...message, deleted_at: at }, { ...message, type: 'account_deletion', due_at: at }],
  saved_answers: [{ id: 8, title: urdu, text: astral, ...dated }],
  message_assignments: [{ message_id: 1, admin_id: 3 }],
  hidden_stages: [{ job_id: 11, status: 'offered' }],
  applicants: [1, 2, 3].map((id) => ({
    ...{ id, job_id: id === 1 ? null : 11, reference: `R${id}`, name: urdu, sort_name: urdu, email: 'e' },
    ...{
      email_key: `e${id}`,
      search_text: `ayesha khan ${id}`,
      status: id === 3 ? 'spam' : 'new',
      rating: 0,
    },
    ...{ is_read: 0, submissions_count: 1, last_submitted_at: at, retain_until: '2027-01-01', ...dated },
  })),
  applicant_submissions: [
    {
      ...{ applicant_id: 1, number: 1, reference: 'R1', name: 'n', email: 'e', cv_file: 'f', cv_name: 'n' },
      ...{ cv_mime: 'm', cv_size: 2 ** 40, consent_at: at, created_at: at },
    },
  ],
  applicant_notes: [{ applicant_id: 1, note: '', ...dated }],
  applicant_events: [{ applicant_id: 1, type: 'submitted', to_status: 'new', created_at: at }],
  kept_mails: [
    {
      ...{ id: 6, applicant_id: 1, send_key: 'k', recipient: 'e', subject: astral, body: urdu, admin_id: 3 },
      ...{ who: urdu, send_at: at, created_at: at },
    },
  ],
  outbox: [
    { ...mail, next_attempt_at: at, kept_mail_id: null },
    { ...mail, message_key: 'kept', next_attempt_at: at, kept_mail_id: 6 },
  ],
  tasks: [
    {
      ...{
        kind: 'k',
        key: 'written-6',
        state: 'waiting',
        run_at: 1_800_000_000_000,
        created_at: 1,
        bytes: 2,
      },
      payload: Buffer.from([0, 255]),
    },
  ],
  mail_templates: [{ name: 'offer', subject: urdu, body: astral, who: 'A', updated_at: at }],
  last_edits: [{ resource: 'blogs', row_id: 1, who: 'A', at }],
  versions: [
    {
      ...{ id: 1, ...ofBlog, number: 1, kind: 'added', at, title: 'T', changed: '[]', who_id: 1, who: 'A' },
      ...{ restored: null, seen: at, text_hash: 'h', fields: '{}' },
    },
  ],
  version_texts: [{ hash: 'h', body: '["<p>x</p>"]' }],
  version_text_uses: [{ version_id: 1, hash: 'h' }],
  sample_rows: [{ ...ofBlog, fingerprint: 'f' }],
  sample_states: [
    { state: 'added', at },
    { state: 'added', at },
  ],
  deletions: [{ resource: 'blogs', row_id: 1, admin_id: 1 }],
  picture_counts: [{ used: 1, total: 1 }],
  pictures: [
    { id: 3, file: '/storage/b.png', name: urdu, uses: 2, kept: 0, who: null, ...picture },
    { id: 5, file: '/storage/k.png', name: urdu, uses: 0, kept: 1, who: 'A', ...picture },
  ],
  doomed_files: [{ address: '/storage/gone.png' }],
  idempotent_answers: [{ row_name: 'contactUs', idempotency_key: 'k', answer: '{}', created_at: at }],
  secrets: [{ name: 'forms', value: 's' }],
  housekeeping: [{ name: 'ran', at }],
};

const logo = 'logo-0123456789abcdef.svg';
const kept = { key: 'kept', resource: 'blog', thing_id: '7', who: 'hash', kept_at: 1, bytes: 2 };
const ofSite: Rows = {
  revoked_sessions: [{ id: 'session', until: 1_800_000_000_000 }],
  void_devices: [{ account: 'a', until: 1, forget_at: 2 }],
  activity_people: [{ key: 'id:1', host_id: '1', name: 'Zoya', email: 'zoya@studio.example' }],
  activity: [
    {
      ...{ key: 'k', at: 1, person_id: 1, action: 'editBlog', resource: 'blog', resource_id: 1 },
      ...{ address: '192.0.2.1', request: 'request-1', outcome: 'done' },
    },
  ],
  activity_moments: [{ name: 'ran', at: 1 }],
  site_files: [{ name: logo, added_at: 1, bytes: Buffer.from('<svg/>') }],
  saved_sites: [{ number: 1, saved_at: 1, who: 'Ada', site: JSON.stringify({ name: 'M', brand: { logo } }) }],
  redirects: [
    {
      ...{ from_path: '/پوسٹ', to_path: '/view-blog/1#end', source: 'hand', hits: 7, revision: 3 },
      ...{ last_hit_at: 1_800_000_000_000, created_at: 1, updated_at: 2, deleted_at: 4 },
    },
  ],
  keepsakes: [{ ...kept, head: Buffer.from([0, 255]), files: Buffer.from([1]) }],
  overwritten: [
    {
      ...{ ...kept, number: 3, is_accepted: 1, thing: Buffer.from([2]) },
      ...{ head: Buffer.from([0, 254]), files: Buffer.from([]) },
    },
  ],
  engine_fills: [{ id: 1, groups: 'jobs,team', decided_at: '2026-11-23T00:00:00.000Z' }],
};

/** Adds rows to every table of a site. Ids have gaps, and the record with the last id is erased. */
export async function fillSite(config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>) {
  const databases = await openDatabases(config, pino({ level: 'silent' }));
  const [key] = await purposeKeys({ SESSION_SECRET: [siteSecret], DATA_DIR: '' }, 'studio intake');
  const head = createSealer([key as Buffer]).seal(Buffer.from('{}'), 'head form-key');
  const form = { id: 41, key: 'form-key', reference: 'r', call: 'contactUs', received_at: 1 };
  const forms: Rows = {
    intake_items: [{ ...form, state: 'waiting', claimed_until: 9e15, head, problem: null }],
    intake_pieces: [{ item_id: 41, number: 0, sealed: Buffer.from([0, 255, 10]) }],
    intake_tasks: [
      {
        ...{ id: 41, key: 'form-key', label: 'r', kind: 'contactUs', created_at: 1, run_at: 1, bytes: 2 },
        ...{ state: 'waiting', payload: head, file: Buffer.from([0, 255, 10]) },
      },
    ],
  };
  const db = await databases.openContent();
  const [site, intake] = [await databases.openSessions(), await databases.openIntake()];
  try {
    for (const [into, rows] of [
      [db, content],
      [site, ofSite],
      [intake, forms],
    ] as const)
      for (const [table, some] of Object.entries(rows))
        await (into as unknown as Kysely<Record<string, object>>).insertInto(table).values(some).execute();
    await db.deleteFrom('categories').where('id', '=', 900).execute();
  } finally {
    await databases.close();
  }
}

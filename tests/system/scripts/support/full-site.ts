import pino from 'pino';
import { createSealer } from '../../../../server/bff/sealed.ts';
import { purposeKeys } from '../../../../server/bff/session/secrets.ts';
import type { Config } from '../../../../server/config.ts';
import { openDatabases } from '../../../../server/database/databases.ts';
import { fillPictures } from './full-pictures.ts';
import { fillMoved } from './full-site-moved.ts';

const log = pino({ level: 'silent' });
const at = '2026-11-22T10:00:00.000Z';
const dated = { created_at: at, updated_at: at };

/**
 * Texts that an English site does not have: a right-to-left script, letters outside the BMP, an empty text, and a
 * NUL.
 */
const strangeTexts = { urdu: 'اردو میں ایک سطر', astral: '𝔰𝔱𝔲𝔡𝔦𝔬 🎨', nul: 'before\0after' };

/** Secret that seals the queued form of `fillSite`. */
export const siteSecret = 'the secret of a site that is moved about';

/**
 * Adds rows to every table of a site, in SQLite or PostgreSQL. Ids have gaps, and the records with the last ids are
 * erased.
 */
export async function fillSite(config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>): Promise<void> {
  const databases = await openDatabases(config, log);
  const db = await databases.openContent();
  const site = await databases.openSessions();
  const forms = await databases.openIntake();
  const { urdu, astral, nul } = strangeTexts;
  try {
    await db
      .insertInto('admins')
      .values({ id: 3, email: 'a@studio.test', name: urdu, password_hash: 'h', ...dated })
      .execute();
    await db
      .insertInto('tokens')
      .values({ token_hash: 't', admin_id: 3, created_at: at, expires_at: at })
      .execute();
    await db
      .insertInto('account_links')
      .values({ secret_hash: 'h', kind: 'reset', admin_id: 3, created_at: at, expires_at: at })
      .execute();
    await db
      .insertInto('passkeys')
      .values({
        id: 4,
        admin_id: 3,
        credential_id: 'c',
        public_key: 'p',
        counter: 4_294_967_295,
        transports: '[]',
        name: urdu,
        created_at: at,
        last_used_at: null,
      })
      .execute();
    await db
      .insertInto('totp_keys')
      .values({ admin_id: 3, sealed_key: 's', last_step: 1, created_at: at, confirmed_at: at })
      .execute();
    await db.insertInto('recovery_codes').values({ admin_id: 3, code_hash: 'h' }).execute();
    await db.insertInto('used_proofs').values({ proof: 'u', expires_at: at }).execute();
    const category = { title: urdu, title_key: urdu, image: '/storage/a.png', ...dated };
    await db
      .insertInto('categories')
      .values([
        { id: 7, public_id: '01JD-Kategorie', ...category },
        { id: 900, ...category },
      ])
      .execute();
    await db.deleteFrom('categories').where('id', '=', 900).execute();
    await db.insertInto('former_category_titles').values({ title_key: 'old', category_id: 7 }).execute();
    const image = { image: '/storage/b.png', position: 1, updated_at: at };
    await db
      .insertInto('tech_images')
      .values({ id: 2, category_id: 7, ...image })
      .execute();
    const project = { title: astral, summary: '', description: '', v_order: 2, category_id: 7, ...dated };
    await db
      .insertInto('projects')
      .values({ id: 5, ...project })
      .execute();
    await db
      .insertInto('project_images')
      .values({ id: 4, project_id: 5, ...image })
      .execute();
    const post = { blog_title: nul, summary: astral, is_active: 1, ...dated };
    for (let id = 1; id <= 5; id += 1)
      await db
        .insertInto('blogs')
        .values({ id, public_id: `post-${id}`, ...post, description: `${id} ${'x'.repeat(300_000)}` })
        .execute();
    const preview = { resource: 'blog' as const, row_id: 1, admin_id: 3, who: urdu, own: 0, bytes: 2 };
    await db
      .insertInto('previews')
      .values({ id: 6, secret_hash: 'p', ...preview, ...dated, expires_at: at, entity: '{}' })
      .execute();
    const plan = { resource: 'blog' as const, row_id: 1, publish_at: at, next_at: at };
    await db
      .insertInto('schedules')
      .values({ ...plan, who: urdu, ...dated })
      .execute();
    const job = {
      ...{
        title: urdu,
        department: '',
        employment_type: 'FULL_TIME' as const,
        location_type: 'onsite' as const,
        description: 'd',
      },
      ...{
        salary_min: 0.1,
        salary_max: 1e15,
        show_salary: 0,
        openings: 1,
        status: 'open' as const,
        v_order: 0,
      },
      ...{ posted_at: at, search_text: 'designer lahore', ...dated },
    } as const;
    await db
      .insertInto('jobs')
      .values({ id: 11, slug: 'one', ...job })
      .execute();
    await db
      .insertInto('team_members')
      .values({ id: 1, name: 'n', designation: 'd', image: 'i', v_order: 0, is_active: 1, ...dated })
      .execute();
    const message = { email: 'v@visitor.test', status: 'new', message: nul, ...dated } as const;
    await db
      .insertInto('messages')
      .values([
        { type: 'contact', ...message },
        { type: 'contact', ...message, deleted_at: at },
        { type: 'account_deletion', due_at: at, ...message },
      ])
      .execute();
    await db
      .insertInto('saved_answers')
      .values({ id: 8, title: urdu, text: astral, ...dated })
      .execute();
    await db.insertInto('message_assignments').values({ message_id: 1, admin_id: 3 }).execute();
    await db.insertInto('hidden_stages').values({ job_id: 11, status: 'offered' }).execute();
    for (let id = 1; id <= 3; id += 1) {
      await db
        .insertInto('applicants')
        .values({
          ...{
            id,
            job_id: id === 1 ? null : 11,
            reference: `R${id}`,
            name: urdu,
            sort_name: urdu,
            email: 'e',
            email_key: `e${id}`,
          },
          ...{
            search_text: `ayesha khan ${id}`,
            status: id === 3 ? 'spam' : 'new',
            rating: 0,
            is_read: 0,
            submissions_count: 1,
          },
          ...{ last_submitted_at: at, retain_until: '2027-01-01', ...dated },
        })
        .execute();
    }
    await db
      .insertInto('applicant_submissions')
      .values({
        ...{
          applicant_id: 1,
          number: 1,
          reference: 'R1',
          name: 'n',
          email: 'e',
          cv_file: 'f',
          cv_name: 'n',
          cv_mime: 'm',
        },
        ...{ cv_size: 2 ** 40, consent_at: at, created_at: at },
      })
      .execute();
    await db
      .insertInto('applicant_notes')
      .values({ applicant_id: 1, note: '', ...dated })
      .execute();
    await db
      .insertInto('applicant_events')
      .values({ applicant_id: 1, type: 'submitted', to_status: 'new', created_at: at })
      .execute();
    const mail = {
      kind: 'k',
      message_key: 'm',
      subject: 's',
      text: 't',
      html: 'h',
      attempts: 0,
      created_at: at,
    };
    await db
      .insertInto('outbox')
      .values({ ...mail, next_attempt_at: at })
      .execute();
    const kept = {
      recipient: 'e',
      subject: astral,
      body: urdu,
      admin_id: 3,
      who: urdu,
      send_at: at,
      created_at: at,
    };
    await db
      .insertInto('kept_mails')
      .values({ id: 6, applicant_id: 1, send_key: 'k', ...kept })
      .execute();
    await db
      .insertInto('outbox')
      .values({ ...mail, message_key: 'kept', next_attempt_at: at, kept_mail_id: 6 })
      .execute();
    await db
      .insertInto('mail_templates')
      .values({ name: 'offer', subject: urdu, body: astral, who: 'A', updated_at: at })
      .execute();
    await db.insertInto('last_edits').values({ resource: 'blogs', row_id: 1, who: 'A', at }).execute();
    const version = {
      resource: 'blog',
      row_id: 1,
      number: 1,
      kind: 'added',
      at,
      title: 'T',
      changed: '[]',
    } as const;
    const { id: version_id } = await db
      .insertInto('versions')
      .values({ ...version, who_id: 1, who: 'A', restored: null, seen: at, text_hash: 'h', fields: '{}' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('version_texts').values({ hash: 'h', body: '["<p>x</p>"]' }).execute();
    await db.insertInto('version_text_uses').values({ version_id, hash: 'h' }).execute();
    await db.insertInto('sample_rows').values({ resource: 'blog', row_id: 1, fingerprint: 'f' }).execute();
    await db
      .insertInto('sample_states')
      .values([
        { state: 'added', at },
        { state: 'added', at },
      ])
      .execute();
    await db.insertInto('deletions').values({ resource: 'blogs', row_id: 1, admin_id: 1 }).execute();
    await fillPictures(db, { name: urdu, alt: astral, ...dated });
    await db.insertInto('doomed_files').values({ address: '/storage/gone.png' }).execute();
    await db
      .insertInto('idempotent_answers')
      .values({ row_name: 'contactUs', idempotency_key: 'k', answer: '{}', created_at: at })
      .execute();
    await db.insertInto('secrets').values({ name: 'forms', value: 's' }).execute();
    await db.insertInto('housekeeping').values({ name: 'ran', at }).execute();
    await site.insertInto('revoked_sessions').values({ id: 'session', until: 1_800_000_000_000 }).execute();
    await site.insertInto('void_devices').values({ account: 'a', until: 1, forget_at: 2 }).execute();
    const person = { key: 'id:1', host_id: '1', name: 'Zoya', email: 'zoya@studio.example' };
    await site.insertInto('activity_people').values(person).execute();
    const line = { key: 'k', at: 1, person_id: 1, action: 'editBlog', resource: 'blog', resource_id: 1 };
    const told = { address: '192.0.2.1', request: 'request-1', outcome: 'done' } as const;
    await site
      .insertInto('activity')
      .values({ ...line, ...told })
      .execute();
    await site.insertInto('activity_moments').values({ name: 'ran', at: 1 }).execute();
    const name = 'logo-0123456789abcdef.svg';
    await site
      .insertInto('site_files')
      .values({ name, added_at: 1, bytes: Buffer.from('<svg/>') })
      .execute();
    const json = JSON.stringify({ name: 'Mahr', email: 'mahr@studio.example', brand: { logo: name } });
    await site.insertInto('saved_sites').values({ number: 1, saved_at: 1, who: 'Ada', site: json }).execute();
    await fillMoved(site);
    const [key] = await purposeKeys({ SESSION_SECRET: [siteSecret], DATA_DIR: '' }, 'studio intake');
    const head = createSealer([key as Buffer]).seal(Buffer.from('{}'), 'head form-key');
    const item = {
      key: 'form-key',
      reference: 'r',
      call: 'contactUs',
      received_at: 1,
      state: 'waiting',
      head,
    } as const;
    await forms
      .insertInto('intake_items')
      .values({ id: 41, ...item, problem: null })
      .execute();
    await forms
      .insertInto('intake_pieces')
      .values({ item_id: 41, number: 0, sealed: Buffer.from([0, 255, 10]) })
      .execute();
  } finally {
    await databases.close();
  }
}

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Numbers of rows. */
export interface Amounts {
  posts: number;
  projects: number;
  jobs: number;
  messages: number;
  applicants: number;
  log: number;
}

type Row = Record<string, unknown>;
type Run = (sql: string) => Row[];

/** Fills the databases of a stopped product that has its sample content, by copies of its first sample rows. */
export function fill(dataDir: string, amounts: Amounts) {
  onFile(join(dataDir, 'content.sqlite'), (run) => fillContent(run, amounts));
  onFile(join(dataDir, 'bff.sqlite'), (run) => fillLog(run, amounts.log));
}

function onFile(file: string, work: (run: Run) => void) {
  const db = new DatabaseSync(file);
  db.exec('begin');
  work((sql) => db.prepare(sql).all() as Row[]);
  // Not analysed: the product never does this, and figures from before the texts are folded mislead SQLite.
  db.exec('commit');
  db.close();
}

function fillContent(run: Run, amounts: Amounts) {
  const text = `'${'<p>One of <em>many</em> paragraphs of a text that somebody wrote.</p>'.repeat(60)}'`;
  copy(run, 'blogs', amounts.posts, {
    blog_title: "'Post ' || i",
    description: text,
    is_active: 'case when i % 10 = 0 then 0 else 1 end',
  });
  copy(run, 'projects', amounts.projects, {
    title: "'Project ' || i",
    description: text,
    v_order: 'i',
  });
  copy(run, 'jobs', amounts.jobs, {
    title: "'Designer ' || i",
    slug: "'designer-' || i",
    search_text: "'designer ' || i",
    status: "case when i % 4 = 0 then 'closed' else 'open' end",
    posted_at: now,
    description: text,
    v_order: 'i',
  });
  add(run, 'messages', amounts.messages, {
    type: "'contact'",
    name: "'Sender ' || i",
    email: "'sender-' || i || '@mail.example'",
    subject: "'A question'",
    message: `'${'We would like to work with you. '.repeat(20)}'`,
    status: "case when i % 3 = 0 then 'replied' else 'new' end",
    created_at: now,
    updated_at: now,
  });
  const person = {
    reference: "'B' || i",
    name: "'Applicant ' || i",
    email: "'applicant-' || i || '@mail.example'",
    created_at: now,
  };
  add(run, 'applicants', amounts.applicants, {
    ...person,
    sort_name: "'applicant ' || i",
    email_key: person.email,
    search_text: "'applicant ' || i || ' applicant-' || i || '@mail.example'",
    status: "'new'",
    rating: '0',
    is_read: '0',
    submissions_count: '1',
    last_submitted_at: now,
    retain_until: "'2100-01-01'",
    updated_at: now,
  });
  add(run, 'applicant_submissions', amounts.applicants, {
    ...person,
    applicant_id: 'i',
    number: '1',
    cover_letter: `'${'I would like to work with you. '.repeat(30)}'`,
    cv_file: "'/private/cv/' || i",
    cv_name: "'cv.pdf'",
    cv_mime: "'application/pdf'",
    cv_size: '100000',
    consent_at: now,
  });
}

const now = "'2026-11-01T00:00:00.000Z'";

function fillLog(run: Run, lines: number) {
  add(run, 'activity', lines, {
    key: "'line-' || i",
    at: `${Date.parse('2026-11-01')} - i * 300000`,
    action:
      "case when i % 1000 = 0 then 'addCategory' when i % 3 = 0 then 'updateMessageStatus' else 'editBlog' end",
    resource: "case when i % 3 = 0 then 'message' else 'blog' end",
    resource_id: "'' || i % 500",
    fields: "'description'",
    outcome: "'done'",
  });
}

/** Copies the first row of the table, with these columns made from the number `i`. */
function copy(run: Run, table: string, count: number, made: Record<string, string>) {
  const [first = {}] = run(`select * from ${table} order by id limit 1`);
  const names = Object.keys(first).filter((name) => name !== 'id');
  add(run, table, count, Object.fromEntries(names.map((name) => [name, made[name] ?? `one.${name}`])), {
    from: `, (select * from ${table} order by id limit 1) as one`,
  });
}

function add(run: Run, table: string, count: number, made: Record<string, string>, { from = '' } = {}) {
  run(
    `insert into ${table} (${Object.keys(made).join(', ')})
     with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
     select ${Object.values(made).join(', ')} from n${from}`,
  );
}

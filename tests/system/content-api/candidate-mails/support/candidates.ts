import { type CallName, type ContractRow, contract } from '#shared/contract/index.ts';
import { sampleSite } from '#shared/site/sample-site.ts';
import type { Admin } from '../../../../../server/content-api/auth/repository.ts';
import type { EngineAnswer, EngineCall } from '../../../../../server/content-api/calls.ts';
import { candidateMailHandlers } from '../../../../../server/content-api/candidate-mails/routes.ts';
import type { Outbox } from '../../../../../server/content-api/mail/outbox.ts';
import { parseFields } from '../../../../../server/content-api/validation/field-errors.ts';
import type { RowId } from '../../../../../server/database/row-id.ts';
import type { Db } from '../../../../../server/database/types.ts';

const at = '2026-11-21T09:00:00.000Z';

export const sana: Admin = { id: 1, email: 'sana@studio.example', name: 'Sana Mir', role: 'owner' };
export const omar: Admin = { id: 2, email: 'omar@studio.example', name: 'Omar Ali', role: 'recruiter' };

/** Adds a candidate to the table; returns the id. */
export async function addCandidate(
  db: Db,
  candidate: { name?: string; email?: string; job_title?: string | null } = {},
): Promise<RowId> {
  const {
    name = 'Ayesha Khan',
    email = 'ayesha@applicant.example',
    job_title = 'Sound designer',
  } = candidate;
  const number = Number(
    (
      await db
        .selectFrom('applicants')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirst()
    )?.n,
  );
  const row = await db
    .insertInto('applicants')
    .values({
      ...{
        job_id: null,
        job_title,
        reference: `REF${number + 100}`,
        name,
        sort_name: name,
        email,
        email_key: email,
      },
      ...{ search_text: name, status: 'new', rating: 0, is_read: 0, submissions_count: 1 },
      ...{ last_submitted_at: at, retain_until: '2027-05-21', created_at: at, updated_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** The calls that an admin makes; bodies are validated as in a request. */
export function deskOf(db: Db, outbox: Outbox) {
  const handlers = candidateMailHandlers({ db, outbox, site: () => sampleSite });
  return async function call<Data>(name: CallName, input: unknown, admin: Admin = sana): Promise<Data> {
    const handler = handlers[name] as unknown as (call: Partial<EngineCall>) => Promise<EngineAnswer>;
    const row: ContractRow = contract[name];
    const answer = await handler({
      admin,
      id: typeof input === 'number' ? input : 0,
      query: (row.query && parseFields(row.query, input)) as never,
      body: async () => (row.body && parseFields(row.body, input)) as never,
    });
    return answer.data as Data;
  };
}

/** A valid mail. */
export const goodMail = {
  subject: 'Hello {name}',
  body: 'Hello {name},\n\nabout {job} ({reference}).\n\n{sender}, {company}',
};

import type { TestDatabase } from './shared-servers.ts';

const tables = [
  'categories',
  'tech_images',
  'projects',
  'project_images',
  'blogs',
  'jobs',
  'team_members',
  'messages',
  'applicants',
  'applicant_notes',
  'applicant_events',
];

/**
 * From now on every record created in this database gets a UUID as its id, as if it came from a host without numeric
 * ids.
 */
export async function giveTextIds({ query }: Pick<TestDatabase, 'query'>): Promise<void> {
  await query(`create function give_text_id() returns trigger language plpgsql as $$
    begin new.public_id = coalesce(new.public_id, gen_random_uuid()::text); return new; end $$`);
  for (const table of tables)
    await query(
      `create trigger give_text_id before insert on ${table} for each row execute function give_text_id()`,
    );
}

import type { Selectable } from 'kysely';
import { limits } from '#shared/limits.ts';
import type { Page } from '#shared/schemas/envelope.ts';
import type { TeamMemberInput } from '#shared/schemas/team-member.ts';
import { isoAfter, isoNow } from '../../database/clock.ts';
import { countRows, readPage } from '../../database/read-page.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db, Tables } from '../../database/types.ts';

export type TeamMemberRow = Selectable<Tables['team_members']>;

/**
 * Returns the team members that visitors see, in drag order: at most `limits.teamShown`, which is enough for a whole
 * studio.
 */
export function activeTeam(db: Db): Promise<TeamMemberRow[]> {
  return db
    .selectFrom('team_members')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('is_active', '=', 1)
    .orderBy('v_order')
    .orderBy('id')
    .limit(limits.teamShown)
    .execute();
}

/** Reads one page of all team members who are not deleted, in drag order. */
export function pageOfTeam(db: Db, page: number): Promise<Page<TeamMemberRow>> {
  return readPage(
    db,
    page,
    (tx) =>
      countRows(
        tx
          .selectFrom('team_members')
          .select((select) => select.fn.countAll().as('total'))
          .where('deleted_at', 'is', null),
      ),
    (tx, limit, offset) =>
      tx
        .selectFrom('team_members')
        .selectAll()
        .where('deleted_at', 'is', null)
        .orderBy('v_order')
        .orderBy('id')
        .limit(limit)
        .offset(offset)
        .execute(),
  );
}

/** Returns team members of these ids, in no order. */
export function membersOf(db: Db, ids: readonly RowId[]): Promise<TeamMemberRow[]> {
  return db.selectFrom('team_members').selectAll().where('id', 'in', ids).execute();
}

/** Finds a team member who is not deleted. */
export function findTeamMember(db: Db, id: RowId): Promise<TeamMemberRow | undefined> {
  return db
    .selectFrom('team_members')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Adds a team member. Needs a transaction: without `v_order` the position depends on the existing rows. */
export async function insertTeamMember(
  tx: Db,
  { updated_at: _version, v_order: order, is_active: active, ...input }: TeamMemberInput,
  image: string,
): Promise<TeamMemberRow> {
  const now = isoNow();
  return tx
    .insertInto('team_members')
    .values({
      ...input,
      image,
      v_order: order ?? (await placeAfterAll(tx)),
      is_active: active ?? 1,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes a team member; without `image` the present image stays. */
export function updateTeamMember(
  tx: Db,
  before: TeamMemberRow,
  { updated_at: _version, v_order: order, is_active: active, ...input }: TeamMemberInput,
  image?: string,
): Promise<TeamMemberRow> {
  return tx
    .updateTable('team_members')
    .set({
      ...input,
      image: image ?? before.image,
      v_order: order ?? before.v_order,
      is_active: active ?? before.is_active,
      updated_at: isoAfter(before.updated_at),
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns the files of these rows, deleted rows included. */
export async function filesOfTeam(db: Db, ids: readonly RowId[]): Promise<string[]> {
  const rows = await db.selectFrom('team_members').select('image').where('id', 'in', ids).execute();
  return rows.map((row) => row.image);
}

async function placeAfterAll(tx: Db): Promise<number> {
  const last = await tx
    .selectFrom('team_members')
    .select('v_order')
    .where('deleted_at', 'is', null)
    .orderBy('v_order', 'desc')
    .limit(1)
    .executeTakeFirst();
  return Math.min((last?.v_order ?? 0) + 1, limits.order);
}

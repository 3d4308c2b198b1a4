import { limits } from '#shared/limits.ts';
import { teamMemberInputSchema } from '#shared/schemas/team-member.ts';
import { shownId } from '../../database/public-ids.ts';
import type { Db } from '../../database/types.ts';
import { filesOfTeam } from '../team/repository.ts';
import { brokenRule } from './form-rules.ts';
import { commonOf, extraOf, type MovedRows, momentsOf, optionalFileAt } from './rows-repository.ts';

export const movedTeam: MovedRows<'team'> = {
  table: 'team_members',
  batch: 100,
  async read(db, ids) {
    const rows = await db
      .selectFrom('team_members')
      .selectAll()
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute();
    return rows.map(({ deleted_at: _deleted, public_id, extra, ...row }) => ({
      ...row,
      id: shownId({ id: row.id, public_id }),
      image: optionalFileAt(row.image),
      is_active: row.is_active === 1 ? 1 : 0,
      ...extraOf({ extra }),
    }));
  },
  async problem(_db, record) {
    return brokenRule(teamMemberInputSchema, record, ['designation']);
  },
  async write(tx, record, { id, isThere, place }) {
    const before = isThere ? await filesOfTeam(tx, [id]) : [];
    const { id: _id, extra: _extra, image, ...columns } = record;
    const values = {
      ...columns,
      ...commonOf(record),
      ...(await momentsOf(tx, 'team_members', record, { id, isThere })),
      image: place(image) ?? undefined,
    };
    if (isThere) await tx.updateTable('team_members').set(values).where('id', '=', id).execute();
    else
      await tx
        .insertInto('team_members')
        .values({
          ...values,
          id,
          image: values.image ?? '',
          is_active: values.is_active ?? 1,
          v_order: values.v_order ?? (await nextOrder(tx)),
        })
        .execute();
    return before;
  },
};

async function nextOrder(tx: Db): Promise<number> {
  const row = await tx
    .selectFrom('team_members')
    .select((select) => select.fn.max('v_order').as('last'))
    .executeTakeFirst();
  return Math.min(Number(row?.last ?? 0) + 1, limits.order);
}

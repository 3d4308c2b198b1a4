import { type SqlBool, sql } from 'kysely';
import { teamMember } from '#shared/entities/team-member.ts';
import { limits } from '#shared/limits.ts';
import { type TeamMember, teamMemberInputSchema } from '#shared/schemas/team-member.ts';
import type { Db } from '../../database/types.ts';
import type { Handlers } from '../calls.ts';
import { contentHandlers } from '../content/handlers.ts';
import { presentRow } from '../content/present.ts';
import type { ListedRowOf } from '../content/table.ts';
import { team } from '../content/tables.ts';
import type { MediaStore } from '../media/store.ts';
import { withDetails } from '../pictures/repository.ts';

export function teamHandlers(db: Db, media: MediaStore): Handlers {
  const shown = (row: ListedRowOf<typeof teamMember>) => presentRow<TeamMember>(teamMember, row, 'alone');
  const content = contentHandlers(db, media, {
    rows: team,
    word: 'team',
    input: teamMemberInputSchema,
    changeInput: teamMemberInputSchema,
    present: shown,
    // Fields that a form leaves out keep their values; a new member without it is active, and the last one.
    columns: async (tx, { v_order, is_active }, _errors, before) => ({
      v_order: v_order ?? before?.v_order ?? (await placeAfterAll(tx)),
      is_active: is_active ?? before?.is_active ?? 1,
    }),
  });
  return {
    /** At most `limits.teamShown`, which is enough for a whole studio. */
    async team() {
      const found = await team.page(db, 1, [sql<SqlBool>`is_active = 1`], limits.teamShown);
      const { length: total } = found.data;
      const data = await withDetails(db, found.data.map(shown), ({ image }) => [image]);
      return { data: { ...found, data, last_page: 1, total } };
    },
    async getTeam(call) {
      const found = await team.page(db, call.page);
      return { data: { ...found, data: found.data.map(shown) } };
    },
    addTeamMember: content.add,
    updateTeamMember: content.change,
    deleteTeamMember: content.remove,
    reorderTeam: content.reorder,
  };
}

async function placeAfterAll(tx: Db) {
  const last = await tx
    .selectFrom('team_members')
    .select('v_order')
    .where('deleted_at', 'is', null)
    .orderBy('v_order', 'desc')
    .limit(1)
    .executeTakeFirst();
  return Math.min((last?.v_order ?? 0) + 1, limits.order);
}

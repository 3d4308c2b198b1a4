import type { teamMember } from '#shared/entities/team-member.ts';
import { limits } from '#shared/limits.ts';
import type { Db } from '../../database/types.ts';
import type { Special } from '../content/handlers.ts';

/** The rules of the team beyond the usual calls. */
export const teamSpecial: Special<typeof teamMember> = {
  // Fields that a form leaves out keep their values; a new member without them is active, and the last one.
  columns: async (tx, { v_order, is_active }, _errors, before) => ({
    v_order: v_order ?? before?.v_order ?? (await placeAfterAll(tx)),
    is_active: is_active ?? before?.is_active ?? 1,
  }),
};

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

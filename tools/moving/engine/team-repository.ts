import { teamMemberInputSchema } from '#shared/schemas/team-member.ts';
import { brokenRule } from './form-rules.ts';
import { movedRows } from './moved-rows.ts';
import { nextOrder } from './rows-repository.ts';

export const movedTeam = movedRows('team', {
  batch: 100,
  problem: async (_db, record) => brokenRule(teamMemberInputSchema, record, ['designation']),
  chosen: { v_order: (tx) => nextOrder(tx, 'team_members') },
});

import { pageOf } from '../schemas/envelope.ts';
import { teamMemberSchema } from '../schemas/team-member.ts';
import { pageQuery } from './query.ts';
import { defineRows } from './row.ts';

export const teamRows = defineRows({
  resource: 'team_member',
  answeredBy: 'team',
  method: 'GET',
  access: 'admin',
  origin: 'extension',
})({
  team: {
    does: 'list',
    access: 'public',
    freshSeconds: 5,
    summary: 'Active team members, all on one page',
    without: 'the team page says that no team members can be shown yet',
    data: pageOf(teamMemberSchema),
  },
  getTeam: {
    does: 'list',
    needs: 'content.read',
    summary: 'All team members, active or not, in their order',
    without: 'the Team screen of the admin area says that the host does not support it',
    probed: true,
    query: pageQuery,
    data: pageOf(teamMemberSchema),
    hidden: { is_active: 0 },
  },
});

import { z } from 'zod';
import { formOf } from '../entities/entity.ts';
import { teamMember } from '../entities/team-member.ts';
import { pageOf } from '../schemas/envelope.ts';
import { reorderSchema } from '../schemas/reorder.ts';
import { teamMemberSchema } from '../schemas/team-member.ts';
import { pageQuery } from './query.ts';
import { defineRows } from './row.ts';

export const teamRows = defineRows({
  resource: 'team_member',
  answeredBy: 'team',
  method: 'POST',
  access: 'admin',
  origin: 'extension',
})({
  team: {
    method: 'GET',
    path: '/api/team',
    access: 'public',
    freshSeconds: 5,
    summary: 'Active team members, all on one page',
    without: 'the team page says that no team members can be shown yet',
    data: pageOf(teamMemberSchema),
  },
  getTeam: {
    method: 'GET',
    path: '/api/getTeam',
    needs: 'content.read',
    summary: 'All team members, active or not, in their order',
    without: 'the Team screen of the admin area says that the host does not support it',
    probed: true,
    query: pageQuery,
    data: pageOf(teamMemberSchema),
    hidden: { is_active: 0 },
  },
  addTeamMember: {
    path: '/api/addTeamMember',
    needs: 'content.write',
    summary: 'Add a team member; last in the order by default',
    log: 'added a team member',
    without: 'team members cannot be added',
    data: teamMemberSchema,
    upload: formOf(teamMember.fields),
  },
  updateTeamMember: {
    path: '/api/updateTeamMember/{id}',
    needs: 'content.write',
    summary: 'Change a team member; the image is optional',
    log: 'changed a team member',
    without: 'team members cannot be changed',
    data: teamMemberSchema,
    upload: formOf(teamMember.fields, ['updated_at']),
  },
  deleteTeamMember: {
    path: '/api/deleteTeamMember/{id}',
    needs: 'content.write',
    summary: 'Delete a team member',
    log: 'deleted a team member',
    without: 'team members cannot be deleted',
    data: z.unknown(),
  },
  reorderTeam: {
    path: '/api/reorderTeam',
    ids: { ids: 'team_member' },
    needs: 'content.write',
    namesOne: true,
    summary: 'Set the order of team members',
    log: 'reordered the team',
    without: 'the order of the team cannot be changed',
    body: reorderSchema,
    data: z.unknown(),
  },
});

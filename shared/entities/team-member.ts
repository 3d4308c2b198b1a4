import { z } from 'zod';
import { limits } from '../limits.ts';
import { fieldsOf, version } from '../schemas/fields.ts';
import { answerShape, defineEntity, inputShape } from './entity.ts';
import {
  dates,
  line,
  neededPicture,
  optionalFlag,
  optionalLine,
  optionalLink,
  optionalOrder,
  optionalParagraphs,
  ownId,
  pictureDetails,
} from './field.ts';

/** A member of the team (shared/entities/README.md). `bio` is plain text. */
export const teamMember = defineEntity({
  resource: 'team_member',
  one: 'a team member',
  area: 'content',
  archive: 'team',
  table: 'team_members',
  title: 'name',
  mark: 5,
  calls: {
    all: 'getTeam',
    list: 'team',
    add: 'addTeamMember',
    change: 'updateTeamMember',
    remove: 'deleteTeamMember',
    order: 'reorderTeam',
    search: 'searchTeam',
  },
  form: ['image'],
  fields: {
    id: ownId(),
    name: line(limits.line, 'team.nameRequired', { label: 'Name', searched: true }),
    designation: line(limits.line, 'team.designationRequired', {
      label: 'Designation',
      fallback: '',
      searched: true,
    }),
    department: optionalLine(limits.line, { label: 'Department', searched: true }),
    bio: optionalParagraphs(limits.bio, { label: 'Bio' }),
    linkedin_url: optionalLink({ label: 'LinkedIn' }),
    facebook_url: optionalLink({ label: 'Facebook' }),
    v_order: optionalOrder({ label: 'Order', apart: true, fallback: 0 }),
    is_active: optionalFlag({ label: 'Status', apart: true, fallback: 1 }),
    // Required by this product's forms, but not at every host.
    image: neededPicture({ label: 'Image', fallback: '', neededAs: 'team.imageRequired' }),
    ...pictureDetails,
    ...dates,
  },
});

export const teamMemberSchema = z.object(answerShape(teamMember.fields));

export type TeamMember = z.infer<typeof teamMemberSchema>;

/**
 * The fields of a team member that an admin writes; the image is sent with them as a file. `v_order` and `is_active`
 * stay unchanged if they are missing; a new member without them is active, and is placed last.
 */
export const teamMemberInputSchema = fieldsOf({ ...inputShape(teamMember.fields), updated_at: version() });

export type TeamMemberInput = z.infer<typeof teamMemberInputSchema>;

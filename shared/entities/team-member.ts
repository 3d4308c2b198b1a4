import { limits } from '../limits.ts';
import { defineEntity } from './entity.ts';
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

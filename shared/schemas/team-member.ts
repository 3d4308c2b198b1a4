import { z } from 'zod';
import { limits } from '../limits.ts';
import {
  fieldsOf,
  line,
  optionalBinary,
  optionalInteger,
  optionalLine,
  optionalParagraphs,
  optionalUrl,
  version,
} from './fields.ts';
import { idSchema } from './id.ts';
import { withPictureDetails } from './picture-details.ts';

/**
 * Somebody of the team (docs/architecture.md §4). `bio` is plain text; `image` an address under our origin: each has one
 * here, but not at every host; `is_active` is 0 or 1.
 */
export const teamMemberSchema = z.object({
  id: idSchema,
  name: z.string(),
  designation: z.string(),
  department: z.string().nullish(),
  image: z.string().nullish(),
  bio: z.string().nullish(),
  linkedin_url: z.string().nullish(),
  facebook_url: z.string().nullish(),
  v_order: z.coerce.number().int(),
  is_active: z.coerce.number().int(),
  ...withPictureDetails,
  created_at: z.string().optional(),
  updated_at: z.string().optional(),
});

export type TeamMember = z.infer<typeof teamMemberSchema>;

/**
 * What an admin writes of a team member; the image goes with it as a file. `v_order` and `is_active` stay as they are
 * when they are not sent: a new member is active, and stands last.
 */
export const teamMemberInputSchema = fieldsOf({
  name: line(limits.line, 'team.nameRequired'),
  designation: line(limits.line, 'team.designationRequired'),
  department: optionalLine(),
  bio: optionalParagraphs(limits.bio),
  linkedin_url: optionalUrl(),
  facebook_url: optionalUrl(),
  v_order: optionalInteger(0, limits.order),
  is_active: optionalBinary(),
  updated_at: version(),
});

export type TeamMemberInput = z.infer<typeof teamMemberInputSchema>;

import { z } from 'zod';
import { answerShape, inputShape } from '../entities/entity.ts';
import { teamMember } from '../entities/team-member.ts';
import { fieldsOf, version } from './fields.ts';

export const teamMemberSchema = z.object(answerShape(teamMember.fields));

export type TeamMember = z.infer<typeof teamMemberSchema>;

/**
 * The fields of a team member that an admin writes; the image is sent with them as a file. `v_order` and `is_active`
 * stay unchanged if they are missing; a new member without them is active, and is placed last.
 */
export const teamMemberInputSchema = fieldsOf({ ...inputShape(teamMember.fields), updated_at: version() });

export type TeamMemberInput = z.infer<typeof teamMemberInputSchema>;

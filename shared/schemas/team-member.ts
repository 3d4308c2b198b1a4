import { z } from 'zod';
import { answerShape, inputShape } from '../entities/entity.ts';
import { teamMember } from '../entities/team-member.ts';
import { fieldsOf, version } from './fields.ts';

export const teamMemberSchema = z.object(answerShape(teamMember.fields));

export type TeamMember = z.infer<typeof teamMemberSchema>;

/**
 * The fields that an admin writes of a team member; the image is sent with them as a file. `v_order` and `is_active`
 * stay unchanged if they are missing: a new member is active, and is placed last.
 */
export const teamMemberInputSchema = fieldsOf({ ...inputShape(teamMember.fields), updated_at: version() });

export type TeamMemberInput = z.infer<typeof teamMemberInputSchema>;

import { z } from 'zod';
import { answerShape, inputShape } from '../entities/entity.ts';
import { teamMember } from '../entities/team-member.ts';
import { fieldsOf, version } from './fields.ts';

export const teamMemberSchema = z.object(answerShape(teamMember.fields));

export type TeamMember = z.infer<typeof teamMemberSchema>;

/**
 * What an admin writes of a team member; the image goes with it as a file. `v_order` and `is_active` stay as they are
 * when they are not sent: a new member is active, and stands last.
 */
export const teamMemberInputSchema = fieldsOf({ ...inputShape(teamMember.fields), updated_at: version() });

export type TeamMemberInput = z.infer<typeof teamMemberInputSchema>;

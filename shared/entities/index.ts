import { applicant } from './applicant.ts';
import { category } from './category.ts';
import { job } from './job.ts';
import { message } from './message.ts';
import { post } from './post.ts';
import { project } from './project.ts';
import { teamMember } from './team-member.ts';

/** Every entity, by its name in versions, the trash, searches, previews and host.json. */
export const entities = { blog: post, project, category, job, team_member: teamMember, message, applicant };

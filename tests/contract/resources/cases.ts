import { applicantRows } from '#shared/contract/applicants.ts';
import { blogRows } from '#shared/contract/blogs.ts';
import { categoryRows } from '#shared/contract/categories.ts';
import { formTokenRows } from '#shared/contract/form-tokens.ts';
import type { CallName } from '#shared/contract/index.ts';
import { jobRows } from '#shared/contract/jobs.ts';
import { messageRows } from '#shared/contract/messages.ts';
import { passwordRows } from '#shared/contract/password.ts';
import { projectRows } from '#shared/contract/projects.ts';
import { sessionRows } from '#shared/contract/session.ts';
import { teamRows } from '#shared/contract/team.ts';
import { trashRows } from '#shared/contract/trash.ts';
import { applicantCalls } from './cases/applicants.ts';
import { blogCalls } from './cases/blogs.ts';
import { categoryCalls } from './cases/categories.ts';
import { formTokenCalls } from './cases/form-tokens.ts';
import type { MakeCall } from './cases/good-call.ts';
import { jobCalls } from './cases/jobs.ts';
import { messageCalls } from './cases/messages.ts';
import { passwordCalls } from './cases/password.ts';
import { projectCalls } from './cases/projects.ts';
import { teamCalls } from './cases/team.ts';
import { trashCalls } from './cases/trash.ts';

/** The rows of each resource; the test file of that name goes through all of them. */
export const resources = {
  session: sessionRows,
  categories: categoryRows,
  projects: projectRows,
  blogs: blogRows,
  jobs: jobRows,
  applicants: applicantRows,
  team: teamRows,
  messages: messageRows,
  password: passwordRows,
  trash: trashRows,
  'form-tokens': formTokenRows,
};

/** One good call for each row that goes to the engine; a new row without one does not compile. */
export const goodCalls: Record<Exclude<CallName, keyof typeof sessionRows>, MakeCall> = {
  ...categoryCalls,
  ...projectCalls,
  ...blogCalls,
  ...jobCalls,
  ...applicantCalls,
  ...teamCalls,
  ...messageCalls,
  ...passwordCalls,
  ...trashCalls,
  ...formTokenCalls,
};

import { applicantRows } from '#shared/contract/applicants.ts';
import { blogRows } from '#shared/contract/blogs.ts';
import { categoryRows } from '#shared/contract/categories.ts';
import { accountRows } from '#shared/contract/desk/account.ts';
import { activityRows } from '#shared/contract/desk/activity.ts';
import { answerRows } from '#shared/contract/desk/answers.ts';
import { candidateMailRows } from '#shared/contract/desk/candidate-mails.ts';
import { findRows } from '#shared/contract/desk/find.ts';
import { accountLinkRows, peopleRows } from '#shared/contract/desk/people.ts';
import { pictureRows } from '#shared/contract/desk/pictures.ts';
import { previewRows } from '#shared/contract/desk/previews.ts';
import { redirectRows } from '#shared/contract/desk/redirects.ts';
import { sampleRows } from '#shared/contract/desk/sample.ts';
import { scheduleRows } from '#shared/contract/desk/schedule.ts';
import { secondStepRows } from '#shared/contract/desk/second-step.ts';
import { siteRows } from '#shared/contract/desk/site.ts';
import { stageRows } from '#shared/contract/desk/stages.ts';
import { trashRows } from '#shared/contract/desk/trash.ts';
import { versionRows } from '#shared/contract/desk/versions.ts';
import { formTokenRows } from '#shared/contract/form-tokens.ts';
import type { CallName } from '#shared/contract/index.ts';
import { jobRows } from '#shared/contract/jobs.ts';
import { messageRows } from '#shared/contract/messages.ts';
import { passwordRows } from '#shared/contract/password.ts';
import { projectRows } from '#shared/contract/projects.ts';
import { sessionRows } from '#shared/contract/session.ts';
import { teamRows } from '#shared/contract/team.ts';
import { accountCalls } from './cases/account.ts';
import { answerCalls } from './cases/answers.ts';
import { applicantCalls } from './cases/applicants.ts';
import { blogCalls } from './cases/blogs.ts';
import { candidateMailCalls } from './cases/candidate-mails.ts';
import { categoryCalls } from './cases/categories.ts';
import { findCalls } from './cases/find.ts';
import { formTokenCalls } from './cases/form-tokens.ts';
import type { MakeCall } from './cases/good-call.ts';
import { jobCalls } from './cases/jobs.ts';
import { messageCalls } from './cases/messages.ts';
import { passwordCalls } from './cases/password.ts';
import { accountLinkCalls, peopleCalls } from './cases/people.ts';
import { pictureCalls } from './cases/pictures.ts';
import { projectCalls } from './cases/projects.ts';
import { publishingCalls } from './cases/publishing.ts';
import { sampleCalls } from './cases/sample.ts';
import { secondStepCalls } from './cases/second-step.ts';
import { teamCalls } from './cases/team.ts';
import { trashCalls } from './cases/trash.ts';
import { versionCalls } from './cases/versions.ts';

/** Rows of each resource; the test file of the same name covers all of them. */
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
  publishing: { ...previewRows, ...scheduleRows },
  account: accountRows,
  find: findRows,
  pictures: pictureRows,
  'candidate-mails': candidateMailRows,
  activity: activityRows,
  redirects: redirectRows,
  site: siteRows,
  sample: sampleRows,
  versions: versionRows,
  'second-step': secondStepRows,
  people: peopleRows,
  'account-links': accountLinkRows,
  answers: { ...answerRows, ...stageRows },
  'form-tokens': formTokenRows,
};

/** One good call for each row that is sent to the engine; a new row without one does not compile. */
export const goodCalls: Record<
  Exclude<
    CallName,
    | keyof typeof sessionRows
    | keyof typeof activityRows
    | keyof typeof redirectRows
    | keyof typeof siteRows
    | 'live'
  >,
  MakeCall
> = {
  ...categoryCalls,
  ...projectCalls,
  ...blogCalls,
  ...jobCalls,
  ...applicantCalls,
  ...teamCalls,
  ...messageCalls,
  ...passwordCalls,
  ...trashCalls,
  ...sampleCalls,
  ...publishingCalls,
  ...accountCalls,
  ...findCalls,
  ...pictureCalls,
  ...candidateMailCalls,
  ...versionCalls,
  ...secondStepCalls,
  ...peopleCalls,
  ...accountLinkCalls,
  ...answerCalls,
  ...formTokenCalls,
};

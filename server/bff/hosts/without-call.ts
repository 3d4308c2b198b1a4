import type { CallName, contract } from '#shared/contract/index.ts';

/** Calls that an API host may lack: the site knows what to do without them (README, Extensions). */
export type OptionalCall = {
  [Name in CallName]: (typeof contract)[Name]['origin'] extends 'extension' ? Name : never;
}[CallName];

/** What the site does without a call, for whoever puts it in front of a host. A new extension without a line does not compile. */
export const withoutCall: Record<OptionalCall, string> = {
  getCategoryByTitle: 'the page of a field looks it up in the list of categories instead',
  deleteProjectCategory: 'deleting a category in the admin area fails with a message',
  getProjects: 'fields are shown without their projects, and the home page without selected work',
  getSingleProject: 'pages of single projects are 404',
  updateProject: 'editing a project in the admin area fails with a message',
  deleteProject: 'deleting a project in the admin area fails with a message',
  reorderProjects: 'the order of projects cannot be changed by moving them',
  deleteProjectImage: 'images of a project cannot be removed one by one',
  activeBlogs:
    'the active posts of `blogs` are shown, where the host answers that call without a token; otherwise none',
  jobs: 'no open positions are listed anywhere',
  singleJob: 'pages of single jobs are 404',
  getJobs: 'the Jobs screen of the admin area says that the host has no such call',
  addJob: 'jobs cannot be added',
  updateJob: 'jobs cannot be changed',
  updateJobStatus: 'jobs cannot be opened or closed',
  deleteJob: 'jobs cannot be deleted',
  reorderJobs: 'the order of jobs cannot be changed',
  applyJob: 'there is no form for applications without a position; the email address is shown instead',
  applyJobFor: 'the page of a job shows the email address instead of a form',
  getApplicants: 'the Applicants screen of the admin area says that the host has no such call',
  getSingleApplicant: 'an applicant cannot be opened',
  downloadCv: 'CVs cannot be downloaded',
  exportApplicants: 'applicants cannot be exported',
  updateApplicantStatus: 'status, rating and retention of an applicant cannot be changed',
  addApplicantNote: 'notes on an applicant cannot be added',
  updateApplicantNote: 'notes on an applicant cannot be corrected',
  deleteApplicantNote: 'notes on an applicant cannot be deleted',
  bulkApplicants: 'several applicants cannot be changed at once',
  deleteApplicant: 'applicants cannot be deleted',
  team: 'the team page says that there is nobody to introduce yet',
  getTeam: 'the Team screen of the admin area says that the host has no such call',
  addTeamMember: 'team members cannot be added',
  updateTeamMember: 'team members cannot be changed',
  deleteTeamMember: 'team members cannot be deleted',
  reorderTeam: 'the order of the team cannot be changed',
  contactUs: 'the contact page shows the email address instead of a form',
  requestAccountDeletion: 'the account deletion page shows the email address instead of a form',
  getMessages: 'the Messages screen of the admin area says that the host has no such call',
  getSingleMessage: 'a link to one message opens it only if the list beside it has it, and says so otherwise',
  updateMessageStatus: 'messages cannot be marked as read, replied or archived',
  deleteMessage: 'messages cannot be deleted',
  changePassword: 'changing the password in the admin area fails with a message',
  formToken: 'public forms are sent without a token, which only slows robots down',
  restoreDeleted: 'deleting offers no undo',
};

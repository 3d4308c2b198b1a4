import type { CallName, ContractRow } from './contract/index.ts';
import type { ActivityResource } from './schemas/activity.ts';

/** What the activity log makes of a call. */
interface Action {
  /** What was done, as a line says it after a name. */
  words: string;
  /** What it is about; absent where it is about no thing in particular. */
  resource?: ActivityResource;
  /** The field of the form or the body that has the id, where the path has none: `ids` is a list, a line each. */
  idField?: string;
  /** The field of the body that says what it is about. */
  resourceField?: string;
}

/**
 * The calls of the admin area in plain words. One that is missing here is logged all the same, by its name. The id of a thing is
 * that of the path, else of `idField`, else what the answer calls the new thing.
 */
const actions: Partial<Record<CallName, Action>> = {
  login: { words: 'signed in' },
  secondStep: { words: 'signed in, with a second step' },
  passkeyLogin: { words: 'signed in with a passkey' },
  logout: { words: 'signed out' },
  changePassword: { words: 'changed their password' },
  endSession: { words: 'ended one of their sessions' },
  endOtherSessions: { words: 'ended their other sessions' },
  confirmTotp: { words: 'added an authenticator app' },
  removeTotp: { words: 'removed their authenticator app' },
  addPasskey: { words: 'added a passkey' },
  removePasskey: { words: 'removed a passkey' },
  newRecoveryCodes: { words: 'made new recovery codes' },
  invitePerson: { words: 'invited somebody', resource: 'admin' },
  resendInvite: { words: 'sent an invitation again', resource: 'admin' },
  updatePerson: { words: 'changed a role', resource: 'admin' },
  removePerson: { words: 'removed a person or revoked an invitation', resource: 'admin' },
  removeSecondStep: { words: 'removed a second step', resource: 'admin' },
  addJob: { words: 'added a job', resource: 'job' },
  updateJob: { words: 'changed a job', resource: 'job' },
  updateJobStatus: { words: 'changed the status of a job', resource: 'job' },
  deleteJob: { words: 'deleted a job', resource: 'job' },
  reorderJobs: { words: 'put jobs in order', resource: 'job' },
  setHiddenStages: { words: 'chose the stages of a job', resource: 'job' },
  updateApplicantStatus: { words: 'changed an applicant', resource: 'applicant' },
  bulkApplicants: {
    words: 'changed or deleted an applicant among others',
    resource: 'applicant',
    idField: 'ids',
  },
  deleteApplicant: { words: 'deleted an applicant', resource: 'applicant' },
  addApplicantNote: { words: 'added a note to an applicant', resource: 'applicant' },
  updateApplicantNote: { words: 'corrected a note', resource: 'applicant_note' },
  deleteApplicantNote: { words: 'deleted a note', resource: 'applicant_note' },
  downloadCv: { words: 'downloaded a CV', resource: 'applicant' },
  exportApplicants: { words: 'exported applicants' },
  exportActivity: { words: 'exported the activity log' },
  saveMailTemplate: { words: 'changed a mail template' },
  resetMailTemplate: { words: 'reset a mail template' },
  sendCandidateMails: { words: 'wrote to an applicant', resource: 'applicant', idField: 'ids' },
  undoCandidateMails: { words: 'cancelled mails to applicants' },
  addTeamMember: { words: 'added a team member', resource: 'team_member' },
  updateTeamMember: { words: 'changed a team member', resource: 'team_member' },
  deleteTeamMember: { words: 'deleted a team member', resource: 'team_member' },
  reorderTeam: { words: 'put the team in order', resource: 'team_member' },
  updateMessageStatus: { words: 'changed a message', resource: 'message' },
  deleteMessage: { words: 'deleted a message', resource: 'message' },
  answerMessage: { words: 'answered a message', resource: 'message' },
  assignMessage: { words: 'assigned a message', resource: 'message' },
  addSavedAnswer: { words: 'added a saved answer' },
  updateSavedAnswer: { words: 'changed a saved answer' },
  deleteSavedAnswer: { words: 'deleted a saved answer' },
  addProjectCategory: { words: 'added a category', resource: 'category' },
  updateProjectCategory: { words: 'changed a category', resource: 'category' },
  deleteProjectCategory: { words: 'deleted a category', resource: 'category' },
  deleteTechImage: { words: 'removed a logo', resource: 'tech_image' },
  addProject: { words: 'added a project', resource: 'project' },
  updateProject: { words: 'changed a project', resource: 'project' },
  deleteProject: { words: 'deleted a project', resource: 'project' },
  reorderProjects: { words: 'put projects in order', resource: 'project' },
  deleteProjectImage: { words: 'removed a picture of a project', resource: 'project_image' },
  saveBlog: { words: 'added a post', resource: 'blog' },
  saveContentPreview: {
    words: 'made or updated a preview link',
    resourceField: 'resource',
    idField: 'row_id',
  },
  revokeContentPreview: { words: 'revoked a preview link' },
  saveJobPreview: { words: 'made or updated a preview link', resource: 'job', idField: 'row_id' },
  revokeJobPreview: { words: 'revoked a preview link' },
  scheduleBlog: { words: 'scheduled a post', resource: 'blog' },
  scheduleJob: { words: 'scheduled a job', resource: 'job' },
  editBlog: { words: 'changed a post', resource: 'blog', idField: 'blog_id' },
  deleteBlog: { words: 'deleted a post', resource: 'blog' },
  restoreDeleted: { words: 'restored', idField: 'id', resourceField: 'resource' },
  restoreVersion: { words: 'restored a version' },
  eraseDeleted: { words: 'deleted for good', idField: 'id', resourceField: 'resource' },
  addPicture: { words: 'added a picture', resource: 'picture' },
  updatePicture: { words: 'changed a picture', resource: 'picture' },
  replacePicture: { words: 'replaced a picture everywhere', resource: 'picture' },
  deletePicture: { words: 'deleted a picture', resource: 'picture' },
  addRedirect: { words: 'added a redirect', resource: 'redirect' },
  updateRedirect: { words: 'changed a redirect', resource: 'redirect' },
  deleteRedirect: { words: 'deleted a redirect', resource: 'redirect' },
  restoreRedirect: { words: 'restored a redirect', resource: 'redirect' },
  importRedirects: { words: 'imported redirects', resource: 'redirect' },
  exportRedirects: { words: 'exported redirects' },
  sendIntakeItem: { words: 'sent a waiting form', resource: 'intake_item' },
  deleteIntakeItem: { words: 'deleted a waiting form', resource: 'intake_item' },
  downloadIntakeFile: { words: 'downloaded a CV that waits', resource: 'intake_item' },
};

/** They change nothing: what is begun counts only once it is confirmed, and that is logged. */
const unlogged: ReadonlySet<string> = new Set<CallName>([
  'renewSession',
  'previewCandidateMail',
  'startTotp',
  'startPasskey',
  'checkRedirects',
]);

/** What the log makes of the call of this name, also of one that an older release has written down. */
export function actionOf(name: string): Action {
  const known = (actions as Record<string, Action | undefined>)[name];
  return known ?? { words: name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) };
}

/**
 * True for the calls that are written down: sign-in and sign-out, whatever changes something behind a session, and files with what
 * people have sent.
 */
export function isLogged(
  row: Pick<ContractRow, 'name' | 'method' | 'access' | 'origin' | 'download'>,
): boolean {
  if (unlogged.has(row.name)) return false;
  if (row.access === 'admin') return row.method !== 'GET' || row.download === true;
  return row.origin === 'session' && row.method !== 'GET';
}

import { type CallName, type ContractRow, contract, rows } from '#shared/contract/index.ts';
import type { TrashResource } from '#shared/schemas/trash.ts';
import type { FillGroup } from '../../../fill-groups.ts';
import type { OptionalCall } from '../without-call.ts';

/**
 * `forms`: filled as soon as one of the groups with forms of visitors is. `named`: its body or query names a resource, or its path a version
 * of one, whose place is that of the call. `host`: never filled.
 */
type Place = FillGroup | 'forms' | 'named' | 'host';

/**
 * Who answers a call when its resource is filled (docs/hosts.md). Each extension has one place, and a new one without a line does not
 * compile. What is about things of the host as well (search, pictures), and how people sign in, stays with the host.
 */
const placeOf: Record<OptionalCall, Place> = {
  getCategoryByTitle: 'host',
  deleteProjectCategory: 'host',
  getProjects: 'host',
  getSingleProject: 'host',
  updateProject: 'host',
  deleteProject: 'host',
  reorderProjects: 'host',
  deleteProjectImage: 'host',
  activeBlogs: 'host',
  jobs: 'jobs',
  singleJob: 'jobs',
  getJobs: 'jobs',
  addJob: 'jobs',
  updateJob: 'jobs',
  updateJobStatus: 'jobs',
  deleteJob: 'jobs',
  reorderJobs: 'jobs',
  jobPreviews: 'jobs',
  saveJobPreview: 'jobs',
  revokeJobPreview: 'jobs',
  // Links of previews of posts and projects are only made where that host has the calls for them, which then has this one as well.
  openPreview: 'jobs',
  jobSchedules: 'jobs',
  scheduleJob: 'jobs',
  applyJob: 'applicants',
  applyJobFor: 'applicants',
  getApplicants: 'applicants',
  getSingleApplicant: 'applicants',
  downloadCv: 'applicants',
  exportApplicants: 'applicants',
  updateApplicantStatus: 'applicants',
  addApplicantNote: 'applicants',
  updateApplicantNote: 'applicants',
  deleteApplicantNote: 'applicants',
  bulkApplicants: 'applicants',
  deleteApplicant: 'applicants',
  matchingApplicants: 'applicants',
  getMailTemplates: 'applicants',
  saveMailTemplate: 'applicants',
  resetMailTemplate: 'applicants',
  previewCandidateMail: 'applicants',
  sendCandidateMails: 'applicants',
  undoCandidateMails: 'applicants',
  getCandidateMails: 'applicants',
  getOtherApplications: 'applicants',
  getHiddenStages: 'applicants',
  setHiddenStages: 'applicants',
  team: 'team',
  getTeam: 'team',
  addTeamMember: 'team',
  updateTeamMember: 'team',
  deleteTeamMember: 'team',
  reorderTeam: 'team',
  searchTeam: 'team',
  contactUs: 'messages',
  requestAccountDeletion: 'messages',
  getMessages: 'messages',
  getSingleMessage: 'messages',
  updateMessageStatus: 'messages',
  deleteMessage: 'messages',
  searchMessages: 'messages',
  getSavedAnswers: 'messages',
  addSavedAnswer: 'messages',
  updateSavedAnswer: 'messages',
  deleteSavedAnswer: 'messages',
  getAnswers: 'messages',
  answerMessage: 'messages',
  getColleagues: 'messages',
  assignMessage: 'messages',
  formToken: 'forms',
  // The engine counts what it answers for, and nothing else.
  deskCounts: 'forms',
  changePassword: 'host',
  restoreDeleted: 'named',
  getTrash: 'named',
  eraseDeleted: 'named',
  getAccount: 'host',
  endSession: 'host',
  endOtherSessions: 'host',
  getPeople: 'host',
  invitePerson: 'host',
  resendInvite: 'host',
  updatePerson: 'host',
  removePerson: 'host',
  readInvite: 'host',
  acceptInvite: 'host',
  readReset: 'host',
  resetPassword: 'host',
  forgotPassword: 'host',
  findAnything: 'host',
  searchBlogs: 'host',
  searchCategories: 'host',
  searchProjects: 'host',
  getVersions: 'named',
  getVersion: 'named',
  restoreVersion: 'named',
  secondStep: 'host',
  passkeyOptions: 'host',
  passkeyLogin: 'host',
  accountSecurity: 'host',
  startTotp: 'host',
  confirmTotp: 'host',
  removeTotp: 'host',
  startPasskey: 'host',
  addPasskey: 'host',
  removePasskey: 'host',
  newRecoveryCodes: 'host',
  removeSecondStep: 'host',
  contentPreviews: 'host',
  saveContentPreview: 'host',
  revokeContentPreview: 'host',
  blogSchedules: 'host',
  scheduleBlog: 'host',
  getPictures: 'host',
  getSinglePicture: 'host',
  getPictureUses: 'host',
  addPicture: 'host',
  updatePicture: 'host',
  replacePicture: 'host',
  deletePicture: 'host',
};

/** The group that a call belongs to; `host` for known calls, and for those that the BFF answers. */
export function placeOfRow({ name }: Pick<ContractRow, 'name'>): Place {
  return Object.hasOwn(placeOf, name) ? placeOf[name as OptionalCall] : 'host';
}

/** The names of the calls that the engine answers. */
export function rowsOf(groups: readonly FillGroup[]): ReadonlySet<string> {
  const hasForms = groups.includes('applicants') || groups.includes('messages');
  const isFilled = (row: ContractRow) => {
    const place = placeOfRow(row);
    if (place === 'host' || place === 'named') return false;
    return place === 'forms' ? hasForms : groups.includes(place);
  };
  return new Set(rows.filter(isFilled).map(({ name }) => name));
}

/** The calls whose group is that of the resource that they name, and those resources. */
export const namingRows: ReadonlySet<string> = new Set(
  rows.filter((row) => placeOfRow(row) === 'named').map(({ name }) => name),
);

const groupsOfResources: Partial<Record<TrashResource, FillGroup>> = {
  job: 'jobs',
  applicant: 'applicants',
  applicant_note: 'applicants',
  team_member: 'team',
  message: 'messages',
};

/** True when what is named so in a call belongs to one of the groups. */
export function isResourceOf(groups: readonly FillGroup[], resource: unknown): boolean {
  const known = typeof resource === 'string' && Object.hasOwn(groupsOfResources, resource);
  const group = known ? groupsOfResources[resource as TrashResource] : undefined;
  return group !== undefined && groups.includes(group);
}

/** Of a host that has calls for versions of its own they are the host's: an id alone would not say whose version it is. */
export const versionRows: ReadonlySet<string> = new Set([
  contract.getVersions.name,
  contract.getVersion.name,
  contract.restoreVersion.name,
]);

/** By these it is seen whether a host has the resource at all: it is asked for it, or has none. */
export function callsOfGroup(group: FillGroup): CallName[] {
  return (Object.keys(contract) as CallName[]).filter((name) => placeOfRow({ name }) === group);
}

import type { CallName, contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import { ownNumber } from '#shared/schemas/id.ts';
import type { TrashResource } from '#shared/schemas/trash.ts';
import { type NamedTable, rowIdOf, rowIdsOf } from '../database/public-ids.ts';
import type { RowId } from '../database/row-id.ts';
import type { Db } from '../database/types.ts';

/** What an id is one of: rows that may have come with a text for it; `own` has numbers and nothing else. */
type IdOf = NamedTable | 'own';

/** Where the `resource` of what is sent says which rows are meant. */
const byResource = 'byResource';

const tableOf = {
  job: 'jobs',
  applicant: 'applicants',
  team_member: 'team_members',
  message: 'messages',
  category: 'categories',
  project: 'projects',
  blog: 'blogs',
  tech_image: 'tech_images',
  project_image: 'project_images',
  applicant_note: 'applicant_notes',
} as const satisfies Record<TrashResource, NamedTable>;

type CallWithId = {
  [Name in CallName]: (typeof contract)[Name]['path'] extends `${string}{id}${string}` ? Name : never;
}[CallName];

/** What the `{id}` of each path is one of. */
const paths: Record<CallWithId, IdOf> = {
  getSingleCategory: 'categories',
  updateProjectCategory: 'categories',
  deleteProjectCategory: 'categories',
  deleteTechImage: 'tech_images',
  getProjects: 'categories',
  getSingleProject: 'projects',
  updateProject: 'projects',
  deleteProject: 'projects',
  deleteProjectImage: 'project_images',
  singlePost: 'blogs',
  deleteBlog: 'blogs',
  scheduleBlog: 'blogs',
  singleJob: 'jobs',
  updateJob: 'jobs',
  updateJobStatus: 'jobs',
  deleteJob: 'jobs',
  scheduleJob: 'jobs',
  applyJobFor: 'jobs',
  getHiddenStages: 'jobs',
  setHiddenStages: 'jobs',
  getSingleApplicant: 'applicants',
  downloadCv: 'applicants',
  updateApplicantStatus: 'applicants',
  deleteApplicant: 'applicants',
  getOtherApplications: 'applicants',
  getCandidateMails: 'applicants',
  addApplicantNote: 'applicants',
  updateApplicantNote: 'applicant_notes',
  deleteApplicantNote: 'applicant_notes',
  updateTeamMember: 'team_members',
  deleteTeamMember: 'team_members',
  getSingleMessage: 'messages',
  updateMessageStatus: 'messages',
  deleteMessage: 'messages',
  assignMessage: 'messages',
  getAnswers: 'messages',
  answerMessage: 'messages',
  getVersion: 'own',
  restoreVersion: 'own',
  revokeContentPreview: 'own',
  revokeJobPreview: 'own',
  getSinglePicture: 'own',
  getPictureUses: 'own',
  updatePicture: 'own',
  replacePicture: 'own',
  deletePicture: 'own',
  updateSavedAnswer: 'own',
  deleteSavedAnswer: 'own',
  resendInvite: 'own',
  updatePerson: 'own',
  removePerson: 'own',
  removePasskey: 'own',
  removeSecondStep: 'own',
  sendIntakeItem: 'own',
  deleteIntakeItem: 'own',
  downloadIntakeFile: 'own',
  updateRedirect: 'own',
  deleteRedirect: 'own',
  restoreRedirect: 'own',
};

/**
 * The fields of queries and JSON bodies that name rows; `ids` is a list. Whoever forgets one has an id that no query takes. Not here: what
 * an answer says again, which the handler finds by itself.
 */
const fields = {
  getApplicants: { job_id: 'jobs' },
  exportApplicants: { job_id: 'jobs' },
  matchingApplicants: { job_id: 'jobs' },
  searchProjects: { category_id: 'categories' },
  getVersions: { id: byResource },
  contentPreviews: { id: byResource },
  jobPreviews: { id: 'jobs' },
  saveContentPreview: { row_id: byResource, link_id: 'own' },
  saveJobPreview: { row_id: 'jobs', link_id: 'own' },
  bulkApplicants: { ids: 'applicants' },
  getMailTemplates: { applicant_id: 'applicants' },
  previewCandidateMail: { id: 'applicants' },
  undoCandidateMails: { ids: 'own' },
  assignMessage: { admin_id: 'own' },
  reorderJobs: { ids: 'jobs' },
  reorderProjects: { ids: 'projects' },
  reorderTeam: { ids: 'team_members' },
} as const satisfies Partial<Record<CallName, Record<string, IdOf | typeof byResource>>>;

type FieldsOf<Name> = Name extends keyof typeof fields ? keyof (typeof fields)[Name] : never;

type RowIdIn<Value> = Value extends readonly unknown[] ? RowId[] : Value extends Id ? RowId : Value;

/** What was sent with a call of this name, its ids as those of rows; `none` for applicants without a job. */
export type WithRowIds<Name, Sent> = [FieldsOf<Name>] extends [never]
  ? Sent
  : {
      [Field in keyof Sent]: Field extends FieldsOf<Name>
        ? RowIdIn<Sent[Field]> | (Field extends 'job_id' ? 'none' : never)
        : Sent[Field];
    };

/** The row that the path of a call names; 0, which no row has, for an id that none has. */
export async function rowIdAt(db: Db, name: CallName, id: Id | undefined): Promise<RowId> {
  const of = Object.hasOwn(paths, name) ? paths[name as CallWithId] : 'own';
  return of === 'own' ? ownNumber(id) : rowIdOf(db, of, id);
}

/** Every row has a number, which is all that queries take; 0 stands for an id that no row has. */
export async function withRowIds<Name extends CallName, Sent>(
  db: Db,
  name: Name,
  sent: Sent,
): Promise<WithRowIds<Name, Sent>> {
  const named = Object.hasOwn(fields, name) ? fields[name as keyof typeof fields] : {};
  const read = { ...sent } as Record<string, unknown>;
  for (const [field, of] of Object.entries(named) as [string, IdOf | typeof byResource][]) {
    const value = read[field];
    if (value === undefined || value === null || value === 'none') continue;
    const ids = (Array.isArray(value) ? value : [value]) as Id[];
    const found = await rowsOf(db, of === byResource ? tableOf[read.resource as TrashResource] : of, ids);
    read[field] = Array.isArray(value) ? [...new Set(found)] : found[0];
  }
  return read as WithRowIds<Name, Sent>;
}

async function rowsOf(db: Db, of: IdOf, ids: readonly Id[]): Promise<RowId[]> {
  if (of === 'own') return ids.map(ownNumber);
  const known = await rowIdsOf(db, of, ids);
  return ids.map((id) => known.get(id) ?? 0);
}

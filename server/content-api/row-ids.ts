import type { CallName } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import { ownNumber } from '#shared/schemas/id.ts';
import type { RowId } from '../database/row-id.ts';

/** The fields of queries and JSON bodies that name rows; `ids` is a list. Whoever forgets one has an id that no query takes. */
const fields = {
  getApplicants: ['job_id'],
  exportApplicants: ['job_id'],
  matchingApplicants: ['job_id'],
  searchProjects: ['category_id'],
  getVersions: ['id'],
  contentPreviews: ['id'],
  jobPreviews: ['id'],
  saveContentPreview: ['row_id', 'link_id'],
  saveJobPreview: ['row_id', 'link_id'],
  bulkApplicants: ['ids'],
  previewCandidateMail: ['id'],
  sendCandidateMails: ['ids'],
  undoCandidateMails: ['ids'],
  assignMessage: ['admin_id'],
  reorderJobs: ['ids'],
  reorderProjects: ['ids'],
  reorderTeam: ['ids'],
  restoreDeleted: ['id'],
  eraseDeleted: ['id'],
} as const satisfies Partial<Record<CallName, readonly string[]>>;

type FieldsOf<Name> = Name extends keyof typeof fields ? (typeof fields)[Name][number] : never;

type RowIdIn<Value> = Value extends readonly unknown[] ? RowId[] : Value extends Id ? RowId : Value;

/** What was sent with a call of this name, its ids as those of rows; `none` for applicants without a job. */
export type WithRowIds<Name, Sent> = [FieldsOf<Name>] extends [never]
  ? Sent
  : {
      [Field in keyof Sent]: Field extends FieldsOf<Name>
        ? RowIdIn<Sent[Field]> | (Field extends 'job_id' ? 'none' : never)
        : Sent[Field];
    };

/** Every row has a number: a text names none, and 0 is what none has. */
export function withRowIds<Name extends CallName, Sent>(name: Name, sent: Sent): WithRowIds<Name, Sent> {
  const named: readonly string[] = Object.hasOwn(fields, name) ? fields[name as keyof typeof fields] : [];
  const read = { ...sent } as Record<string, unknown>;
  for (const field of named) {
    const value = read[field];
    if (Array.isArray(value)) read[field] = [...new Set(value.map(ownNumber))];
    else if (value !== undefined && value !== null && value !== 'none') read[field] = ownNumber(value as Id);
  }
  return read as WithRowIds<Name, Sent>;
}

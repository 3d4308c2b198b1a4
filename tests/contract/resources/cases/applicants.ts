import type { Id } from '#shared/id.ts';
import type { ListedApplicant } from '#shared/schemas/applicant.ts';
import type { Engine } from '../../../support/engines.ts';
import { applicationForm } from '../../../support/forms.ts';

let people = 0;

/** Returns an email address without earlier applications. */
export function newEmail(): string {
  people += 1;
  return `person-${people}@applicant.example`;
}

/** Creates an applicant through the admin form, and returns the applicant as the list shows them. */
export async function makeApplicant(
  { admin }: Engine,
  texts: Record<string, string> = {},
  jobId?: Id,
): Promise<ListedApplicant> {
  const form = applicationForm({ email: newEmail(), ...texts });
  const sent = jobId ? admin.read('applyJobFor', jobId, form) : admin.read('applyJob', form);
  return await listedApplicant(admin, (await sent).reference);
}

/** Returns the one applicant with this reference, as the list shows them. */
export async function listedApplicant(admin: Engine['admin'], reference: string): Promise<ListedApplicant> {
  const { data } = await admin.read('getApplicants', { search: reference });
  if (data.length !== 1) throw new Error(`${data.length} applicants have the reference ${reference}.`);
  return data[0];
}

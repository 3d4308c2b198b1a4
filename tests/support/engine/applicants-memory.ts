import { applicationSchema } from '#shared/schemas/applicant.ts';
import { storeApplication } from '../../../server/content-api/applicants/apply-routes.ts';
import type { ApplicantRow } from '../../../server/content-api/applicants/repository.ts';
import { newAddress } from '../../../server/content-api/media/storage.ts';
import type { Db } from '../../../server/database/types.ts';

let people = 0;

/** Adds an applicant as the form does (without a file), and then sets columns that no form can set. */
export async function addApplicant(
  db: Db,
  texts: Record<string, string> = {},
  columns: Partial<ApplicantRow> = {},
  { isSpam = false, job = null as { id: number; title: string } | null } = {},
) {
  people += 1;
  const { consent: _given, ...values } = applicationSchema.parse({
    name: 'Ayesha Khan',
    email: `person-${people}@applicant.example`,
    consent: '1',
    ...texts,
  });
  const mime = 'application/pdf';
  const cv = { file: newAddress(mime), name: 'cv.pdf', mime, size: 1 };
  const { reference } = await db
    .transaction()
    .execute((tx) => storeApplication(tx, { texts: values, cv, job, isSpam }));
  await db
    .updateTable('applicants')
    .set({ reference, ...columns })
    .where('reference', '=', reference)
    .execute();
  return db
    .selectFrom('applicants')
    .innerJoin('applicant_submissions as sent', 'sent.applicant_id', 'applicants.id')
    .selectAll('applicants')
    .where('sent.reference', '=', reference)
    .executeTakeFirstOrThrow();
}

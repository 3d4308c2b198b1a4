import type { QueryClient } from '@tanstack/react-query';
import type { CallData } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { callApi } from '../../api/call.ts';
import type { SaveContext } from '../../forms/use-resource-form.ts';
import { refreshHistory } from './change-applicant.ts';
import { patchApplicant } from './patch-applicant.ts';
import { refreshApplicants } from './refresh-applicants.ts';

/** Saves what a form changes of an applicant, and shows it wherever they are shown. */
export async function saveChange(
  queries: QueryClient,
  id: Id,
  change: Record<string, unknown>,
  { signal, version }: Pick<SaveContext, 'signal' | 'version'>,
): Promise<Envelope<CallData<'updateApplicantStatus'>>> {
  const body = { ...change, updated_at: version };
  const answer = await callApi('updateApplicantStatus', { params: { id }, body, signal });
  if (answer.status !== 1 || !answer.data) return answer;
  const { status, reject_reason, rating, is_read, retain_until, updated_at } = answer.data;
  patchApplicant(queries, id, { status, reject_reason, rating, is_read, retain_until, updated_at });
  refreshApplicants(queries);
  refreshHistory(queries, id);
  return answer;
}

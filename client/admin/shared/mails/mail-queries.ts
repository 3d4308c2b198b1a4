import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { CallData } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import type { KeptLetter } from '#shared/schemas/letter.ts';
import { callApi, readApi } from '../../../api/call.ts';
import { callQuery, refresh } from '../../../api/call-query.ts';
import { outcomeOf } from '../../../api/outcome.ts';
import { notify } from '../../../ui/toast.ts';
import { useMay } from '../access.tsx';

/** Returns true if the signed-in admin may send mails to candidates, and the host is not known to lack them. */
export function useCanMail() {
  const may = useMay();
  return may('getMailTemplates') && may('sendCandidateMails');
}

/** The templates for a mail to these people. For one person, the placeholders are filled in. */
export const templatesForQuery = (ids: readonly Id[]) =>
  callQuery('getMailTemplates', { query: { applicant_id: ids.length === 1 ? ids[0] : undefined } });

/** Milliseconds between two checks whether a mail was sent. */
const lookMs = 5_000;
/**
 * Maximum number of checks. Each check extends the session, and a page that is left open must not extend it for ever.
 */
const looks = 12;

/**
 * The mails to one candidate. Fetched as a background call, so that an ended session does not open the sign-in
 * dialog.
 */
export function candidateMailsQuery(id: Id) {
  return queryOptions({
    queryKey: ['getCandidateMails', id],
    queryFn: ({ signal }) => readApi('getCandidateMails', { params: { id }, signal, background: true }),
    refetchInterval: ({ state }) => state.dataUpdateCount < looks && lookAgainMs(state.data ?? []),
  });
}

function lookAgainMs(mails: readonly KeptLetter[]) {
  if (mails.some((mail) => mail.state === 'waiting' && !mail.problem)) return lookMs;
  const dues = mails
    .filter((mail) => mail.state === 'held')
    .map((mail) => Date.parse(mail.send_at) - Date.now());
  return dues.length === 0 ? false : Math.max(lookMs, Math.min(...dues));
}

/** Cancels mails, and reports in a toast whether that was possible. */
export async function cancelMails(queries: QueryClient, ids: readonly Id[]) {
  const call = callApi('undoCandidateMails', { body: { ids } });
  const outcome = await outcomeOf(call);
  if (!outcome.done) notify.error(outcome.reason);
  else {
    const late = (await call).data?.late.length ?? 0;
    if (late > 0) notify.error(`${late} of ${ids.length} mails were already on their way.`);
    else notify.success(ids.length === 1 ? 'The mail was cancelled.' : `${ids.length} mails were cancelled.`);
  }
  refresh(queries, 'mail');
}

export type SentMails = CallData<'sendCandidateMails'>;

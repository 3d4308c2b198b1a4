import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallData } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import type { KeptLetter } from '#shared/schemas/letter.ts';
import { languageOf } from '#shared/text-direction.ts';
import { callApi, readApi } from '../../../api/call.ts';
import { callQuery, refresh } from '../../../api/call-query.ts';
import { outcomeOf } from '../../../api/outcome.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { formatDayAndTime, formatMoment } from '../../../ui/dates.ts';
import { UndoIcon } from '../../../ui/icons.tsx';
import { notify } from '../../../ui/toast.ts';
import { useMay } from '../access.tsx';
import { useCall } from '../calls.tsx';
import styles from './WrittenMails.module.css';

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
  refresh(queries, 'getCandidateMails');
}

export type SentMails = CallData<'sendCandidateMails'>;

interface WrittenMailsProps {
  mails: readonly KeptLetter[];
  /** Answers to a message: all have its subject, the oldest comes first, and none can be taken back. */
  areAnswers?: boolean;
}

/** Mails that were written to a person, newest first, each with its delivery state. */
export function WrittenMails({ mails, areAnswers = false }: WrittenMailsProps) {
  const shown = areAnswers ? [...mails].reverse() : mails;
  return (
    <ol className="stack4">
      {shown.map((mail) => (
        <li key={mail.id} className={styles.mail} data-answer={areAnswers || undefined}>
          <Mail mail={mail} isAnswer={areAnswers} />
        </li>
      ))}
    </ol>
  );
}

function Mail({ mail, isAnswer }: { mail: KeptLetter; isAnswer: boolean }) {
  const { state, problem } = mail;
  const words = (
    <p className={styles.body} dir="auto" lang={languageOf(mail.body)}>
      {mail.body}
    </p>
  );
  return (
    <>
      {isAnswer ? (
        words
      ) : (
        <details>
          <summary className={styles.subject} dir="auto">
            {mail.subject}
          </summary>
          {words}
        </details>
      )}
      <div className="row2 small">
        <span>
          <bdi>{mail.who}</bdi> to <bdi>{mail.to}</bdi> ·{' '}
          <time dateTime={mail.created_at}>{formatMoment(mail.created_at)}</time>
        </span>
        <Badge tone={tones[state]}>{stateOf(mail)}</Badge>
        {!isAnswer && <MailActions mail={mail} />}
      </div>
      {problem && state !== 'sent' && <p className="problem">{problem}</p>}
    </>
  );
}

/** Sends or discards a mail that is held back, and cancels one that waits. */
function MailActions({ mail: { id, state, can_undo } }: { mail: KeptLetter }) {
  const queries = useQueryClient();
  const cancel = useMutation({ mutationFn: () => cancelMails(queries, [id]) });
  const release = useCall('releaseCandidateMails', {
    done: deskMessages['letter.released'],
    refresh: 'getCandidateMails',
  });
  const isHeldBack = state === 'held_back';
  return (
    <>
      {isHeldBack && (
        <Button
          variant="quiet"
          busy={release.pending !== undefined}
          onClick={() => void release.make({ body: { ids: [id] } })}
        >
          Send
        </Button>
      )}
      {can_undo === 1 && (
        <Button variant="quiet" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          {isHeldBack ? (
            'Discard'
          ) : (
            <>
              <UndoIcon size={16} /> Undo
            </>
          )}
        </Button>
      )}
    </>
  );
}

const tones = {
  held: 'signal',
  held_back: 'danger',
  waiting: 'neutral',
  sent: 'success',
  failed: 'danger',
  undone: 'neutral',
} as const;

function stateOf({ state, send_at, sent_at }: KeptLetter) {
  if (state === 'held') return `Held until ${formatDayAndTime(Date.parse(send_at))}`;
  if (state === 'sent') return sent_at ? `Sent ${formatDayAndTime(Date.parse(sent_at))}` : 'Sent';
  if (state === 'failed') return 'Failed';
  if (state === 'held_back') return 'Held back';
  return state === 'undone' ? 'Cancelled' : 'Waiting to be sent';
}

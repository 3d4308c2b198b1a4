import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deskMessages } from '#shared/desk-messages.ts';
import type { KeptLetter } from '#shared/schemas/letter.ts';
import { languageOf } from '#shared/text-direction.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { formatDayAndTime, formatMoment } from '../../../ui/dates.ts';
import { UndoIcon } from '../../../ui/icons.tsx';
import { useCall } from '../use-call.ts';
import { cancelMails } from './mail-queries.ts';
import styles from './WrittenMails.module.css';

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
    refresh: 'mail',
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

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { KeptLetter } from '#shared/schemas/letter.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { formatDayAndTime, formatMoment } from '../../../ui/dates.ts';
import { UndoIcon } from '../../../ui/icons.tsx';
import { cancelMails, releaseMail } from './mail-queries.ts';
import styles from './WrittenMails.module.css';

/** Mails that were written to a person, newest first, each with its delivery state. */
export function WrittenMails({ mails }: { mails: readonly KeptLetter[] }) {
  return (
    <ol className={styles.list}>
      {mails.map((mail) => (
        <li key={mail.id} className={styles.mail}>
          <Mail mail={mail} />
        </li>
      ))}
    </ol>
  );
}

function Mail({ mail }: { mail: KeptLetter }) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { state, problem } = mail;
  const wait = async (call: Promise<void>) => {
    setBusy(true);
    await call;
    setBusy(false);
  };
  const isHeldBack = state === 'held_back';
  return (
    <>
      <details className={styles.words}>
        <summary className={styles.subject} dir="auto">
          {mail.subject}
        </summary>
        <p className={styles.body} dir="auto">
          {mail.body}
        </p>
      </details>
      <div className={styles.foot}>
        <span>
          <bdi>{mail.who}</bdi> to <bdi>{mail.to}</bdi> ·{' '}
          <time dateTime={mail.created_at}>{formatMoment(mail.created_at)}</time>
        </span>
        <Badge tone={tones[state]}>{stateOf(mail)}</Badge>
        {isHeldBack && (
          <Button variant="quiet" disabled={busy} onClick={() => void wait(releaseMail(queries, mail.id))}>
            Send
          </Button>
        )}
        {mail.can_undo === 1 && (
          <Button variant="quiet" busy={busy} onClick={() => void wait(cancelMails(queries, [mail.id]))}>
            {isHeldBack ? (
              'Discard'
            ) : (
              <>
                <UndoIcon size={16} /> Undo
              </>
            )}
          </Button>
        )}
      </div>
      {problem && state !== 'sent' && <p className={styles.problem}>{problem}</p>}
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

function stateOf({ state, send_at, sent_at }: KeptLetter): string {
  if (state === 'held') return `Held until ${formatDayAndTime(Date.parse(send_at))}`;
  if (state === 'sent') return sent_at ? `Sent ${formatDayAndTime(Date.parse(sent_at))}` : 'Sent';
  if (state === 'failed') return 'Failed';
  if (state === 'held_back') return 'Held back';
  return state === 'undone' ? 'Cancelled' : 'Waiting to be sent';
}

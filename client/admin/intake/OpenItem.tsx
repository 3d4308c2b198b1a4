import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { readableBytes } from '#shared/limits.ts';
import type { IntakeItem } from '#shared/schemas/intake.ts';
import { languageOf } from '#shared/text-direction.ts';
import { translateError } from '../../api/api-error.ts';
import { callApi } from '../../api/call.ts';
import { refresh } from '../../api/call-query.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { formatFullMoment } from '../../ui/dates.ts';
import { CheckIcon, DownloadIcon, TrashIcon } from '../../ui/icons.tsx';
import { notify } from '../../ui/toast.ts';
import { useCall } from '../shared/use-call.ts';
import { useQuestion } from '../shared/use-question.tsx';
import {
  canGoWithoutJob,
  fieldsOf,
  nextText,
  problemText,
  stateBadges,
  stateText,
  triesText,
  whatOf,
} from './labels.ts';
import styles from './OpenItem.module.css';

interface OpenItemProps {
  item: IntakeItem;
  /** Time when the item was read, milliseconds since 1970. */
  now: number;
  /** Called when the item has left the list. */
  onLeave: () => void;
}

/** Details of a waiting form: its delivery so far, all input, and the possible actions. */
export function OpenItem({ item, now, onLeave }: OpenItemProps) {
  const { id, reference, received_at: at, state, may_be_twice: twice, file } = item;
  const badge = stateBadges[state];
  const next = nextText(item, now);
  const problem = problemText(item);
  const fields = fieldsOf(item);
  return (
    <article className={styles.item}>
      <Actions item={item} onLeave={onLeave} />
      <div className={styles.state}>
        <p className={styles.marks}>
          <Badge tone={badge.tone}>{badge.label}</Badge>
          {twice && <Badge tone="signal">May be there twice</Badge>}
        </p>
        <p>{stateText(item)}</p>
        {problem && <p className={styles.problem}>{problem}</p>}
      </div>
      <dl className={styles.facts}>
        <Fact name="What">{whatOf(item)}</Fact>
        <Fact name="Reference">{reference}</Fact>
        <Fact name="Received">
          <time dateTime={at}>{formatFullMoment(at)}</time>
        </Fact>
        <Fact name="Tries">
          {triesText(item)}
          {next && `, ${next}`}
        </Fact>
      </dl>
      <section className={styles.sent} aria-labelledby={`sent-${id}`}>
        <h3 className={styles.heading} id={`sent-${id}`}>
          What was sent
        </h3>
        {fields.length > 0 ? (
          <dl className={styles.fields}>
            {fields.map(({ name, label, text }) => (
              <div key={name}>
                <dt>{label}</dt>
                <dd dir="auto" lang={languageOf(text)}>
                  {text}
                </dd>
              </div>
            ))}
          </dl>
        ) : (
          <p>
            {state === 'delivered'
              ? 'It was delivered to the API host and is no longer stored here.'
              : 'It cannot be read: no secret of this server decrypts it.'}
          </p>
        )}
        {file && (
          <p className={styles.file}>
            <a
              className={buttonClass({ variant: 'quiet' })}
              href={callPath(contract.downloadIntakeFile, { id })}
              download={file.name}
            >
              <DownloadIcon size={18} /> Download the CV
            </a>
            <span className={styles.fileName}>
              <bdi>{file.name}</bdi> ({readableBytes(file.size)})
            </span>
          </p>
        )}
      </section>
    </article>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/**
 * Buttons that send the form now, send an application without its job, or delete the form. A delivered form can only
 * be dismissed.
 */
function Actions({ item, onLeave }: Omit<OpenItemProps, 'now'>) {
  const { busy, send, remove } = useActions(item, onLeave);
  const [ask, question] = useQuestion(() => ({
    text: `The API host may not have this form, and there is no other copy. It is deleted for good${item.file ? ', its file included' : ''}.`,
    onConfirm: remove,
  }));
  if (item.state === 'delivered') {
    return (
      <div className={styles.toolbar}>
        <Button onClick={() => void remove()} busy={busy === 'delete'}>
          <CheckIcon /> Done
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.toolbar}>
      <Button
        onClick={() => void send()}
        busy={busy === 'send'}
        busyLabel="Sending..."
        disabled={Boolean(busy)}
      >
        Send now
      </Button>
      {canGoWithoutJob(item) && (
        <Button
          variant="quiet"
          onClick={() => void send({ without_job: 1 })}
          busy={busy === 'without'}
          busyLabel="Sending..."
          disabled={Boolean(busy)}
        >
          Send without the job
        </Button>
      )}
      <Button variant="quiet" onClick={() => ask(item)} disabled={Boolean(busy)}>
        <TrashIcon /> Delete
      </Button>
      {question}
    </div>
  );
}

/**
 * Returns functions that send or delete the form. A toast reports the result, and the list is fetched again, because
 * an item may be delivered while an admin looks at it.
 */
function useActions({ id, state }: IntakeItem, onLeave: () => void) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState<'send' | 'without'>();

  async function send(how: { without_job?: 1 } = {}) {
    setBusy(how.without_job ? 'without' : 'send');
    try {
      const { status, data: left, message } = await callApi('sendIntakeItem', { params: { id }, body: how });
      const isSent = status === 1 && (!left || left.state === 'delivered');
      if (isSent) notify.success(deskMessages['intake.sent']);
      else notify.error(message || deskMessages['intake.notSent']);
      if (isSent && !left) onLeave();
    } catch (error) {
      notify.error(translateError(error).message);
    } finally {
      setBusy(undefined);
      refresh(queries, 'intake');
    }
  }

  const remove = useCall('deleteIntakeItem', {
    done: state === 'delivered' ? undefined : deskMessages['intake.deleted'],
    onDone: onLeave,
    refresh: 'intake',
  });
  const params = { id };
  return {
    busy: remove.pending ? 'delete' : busy,
    send,
    remove: () => remove.make({ params }),
  };
}

import { type CallData, type CallName, contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/row.ts';
import { deskMessages, isTextCode, textOf } from '#shared/desk-messages.ts';
import { readableBytes } from '#shared/limits.ts';
import type { IntakeItem } from '#shared/schemas/intake.ts';
import { languageOf } from '#shared/text-direction.ts';
import { Badge, type BadgeTone } from '../../ui/Badge.tsx';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatDayAndTime, formatFullMoment, formatInboxMoment } from '../../ui/dates.ts';
import { CheckIcon, DownloadIcon, TrashIcon } from '../../ui/icons.tsx';
import { notify } from '../../ui/toast.ts';
import { useCall, useQuestion } from '../shared/calls.tsx';
import { FactList } from '../shared/FactList.tsx';
import rows from '../shared/rows.module.css';
import styles from './IntakeScreen.module.css';

/** One form: sender, subject, time and delivery state. `now` is the time when the list was read. */
export function Line({ item, now }: { item: IntakeItem; now: number }) {
  const { reference, received_at: at, state, may_be_twice: twice } = item;
  const badge = stateBadges[state];
  const next = nextText(item, now);
  return (
    <>
      <span className={classNames(rows.head, styles.head)}>
        <bdi className={classNames(rows.sender, 'strong')} lang={languageOf(senderOf(item))}>
          {senderOf(item)}
        </bdi>
        <time className={rows.when} dateTime={at} title={formatFullMoment(at)}>
          {formatInboxMoment(at, new Date(now))}
        </time>
      </span>
      <span>
        {whatOf(item)} <span className="small">{reference}</span>
      </span>
      <span className="row2">
        <Badge tone={badge.tone}>{badge.label}</Badge>
        {twice && <Badge tone="signal">May be there twice</Badge>}
        <span className="small">
          {triesText(item)}
          {next && `, ${next}`}
        </span>
      </span>
    </>
  );
}

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
  const fields = fieldsOf(item).map(({ label, text }) => [
    label,
    <span key={label} dir="auto" lang={languageOf(text)}>
      {text}
    </span>,
  ]);
  return (
    <article className="stack4">
      <Actions item={item} onLeave={onLeave} />
      <div className={styles.state}>
        <p className="row2">
          <Badge tone={badge.tone}>{badge.label}</Badge>
          {twice && <Badge tone="signal">May be there twice</Badge>}
        </p>
        <p>{stateText(item)}</p>
        {problem && <p className="marked">{problem}</p>}
      </div>
      <FactList
        className={styles.facts}
        facts={{
          What: whatOf(item),
          Reference: reference,
          Received: <time dateTime={at}>{formatFullMoment(at)}</time>,
          Tries: next ? `${triesText(item)}, ${next}` : triesText(item),
        }}
      />
      <section className="stack3 ruled" aria-labelledby={`sent-${id}`}>
        <h3 className="type-label" id={`sent-${id}`}>
          What was sent
        </h3>
        {fields.length > 0 ? (
          <FactList className={styles.fields} facts={Object.fromEntries(fields)} />
        ) : (
          <p>
            {state === 'delivered'
              ? 'It was delivered to the API host and is no longer stored here.'
              : 'It cannot be read: no secret of this server decrypts it.'}
          </p>
        )}
        {file && (
          <p className="row2">
            <a
              className={buttonClass({ variant: 'quiet' })}
              href={callPath(contract.downloadIntakeFile, { id })}
              download={file.name}
            >
              <DownloadIcon size={18} /> Download the CV
            </a>
            <span className="note">
              <bdi>{file.name}</bdi> ({readableBytes(file.size)})
            </span>
          </p>
        )}
      </section>
    </article>
  );
}

/**
 * Buttons that send the form now, send an application without its job, or delete the form. A delivered form can only
 * be dismissed. A toast reports the result, and the list is fetched again, because an item may be delivered while an
 * admin looks at it.
 */
function Actions({ item, onLeave }: Omit<OpenItemProps, 'now'>) {
  const { id, state } = item;
  const sending = useCall('sendIntakeItem', {
    done: undefined,
    onDone: ({ data, message }) => {
      const left = data as CallData<'sendIntakeItem'>;
      if (!left || left.state === 'delivered') notify.success(deskMessages['intake.sent']);
      else notify.error(message || deskMessages['intake.notSent']);
      if (!left) onLeave();
    },
    refresh: 'intake',
  });
  const deletion = useCall('deleteIntakeItem', {
    done: state === 'delivered' ? undefined : deskMessages['intake.deleted'],
    onDone: onLeave,
    refresh: 'intake',
  });
  const sent = sending.pending?.body as { without_job?: 1 } | undefined;
  const busy = deletion.pending ? 'delete' : sent && (sent.without_job ? 'without' : 'send');
  const send = (body: { without_job?: 1 }) => void sending.make({ params: { id }, body });
  const remove = () => deletion.make({ params: { id } });
  const [ask, question] = useQuestion(() => ({
    text: `The API host may not have this form, and there is no other copy. It is deleted for good${item.file ? ', its file included' : ''}.`,
    onConfirm: remove,
  }));
  if (state === 'delivered') {
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
      <Button onClick={() => send({})} busy={busy === 'send'} busyLabel="Sending..." disabled={Boolean(busy)}>
        Send now
      </Button>
      {canGoWithoutJob(item) && (
        <Button
          variant="quiet"
          onClick={() => send({ without_job: 1 })}
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

const calls = new Map<string, string>([
  ['applyJob', 'Application'],
  ['applyJobFor', 'Application for a job'],
  ['contactUs', 'Message'],
  ['requestAccountDeletion', 'Deletion request'],
] satisfies [CallName, string][]);

/** Returns the kind of form as the admin area names it. */
function whatOf({ call }: IntakeItem) {
  return calls.get(call) ?? call;
}

/** Returns the sender's name, email or account; the form's reference if it has none of them. */
export function senderOf({ fields, reference }: IntakeItem) {
  return fields.name || fields.email || fields.account_identifier || reference;
}

const stateBadges: Record<IntakeItem['state'], { label: string; tone: BadgeTone }> = {
  waiting: { label: 'Waiting', tone: 'accent' },
  aside: { label: 'Set aside', tone: 'signal' },
  needs_person: { label: 'Needs a person', tone: 'danger' },
  suspect: { label: 'Looks automated', tone: 'neutral' },
  delivered: { label: 'Delivered', tone: 'success' },
};

const stateTexts: Record<IntakeItem['state'], string> = {
  waiting: 'It is delivered automatically once the API host accepts it.',
  aside: 'It failed several times, so others go first. It is still retried from time to time.',
  needs_person: 'The API host refused it, so it is not sent again automatically.',
  suspect: 'It looks automated, so it is not sent automatically.',
  delivered: 'The API host has it.',
};

/** Describes the state of a form and what happens next. */
function stateText({ state, may_be_twice: twice }: IntakeItem) {
  const text = stateTexts[state];
  if (!twice) return text;
  return state === 'delivered'
    ? `${text} An earlier try ended without an answer, so it may be there twice. Look there, delete one of the two, and choose Done.`
    : `${text} A try ended without an answer, so it may be there already. Look there before you send it again.`;
}

/**
 * Returns a text such as "Tried 3 times" or "Not tried yet". The first try, for which the visitor waited, is not
 * counted in `attempts`; if it was made, `last_problem` is set.
 */
function triesText({ attempts, last_problem: problem }: IntakeItem) {
  if (attempts === 0) return problem ? 'Tried when it was sent' : 'Not tried yet';
  return attempts === 1 ? 'Tried once' : `Tried ${attempts} times`;
}

/** Returns a text for the time until the next automatic try, counted from `now`; undefined if there is none. */
function nextText({ next_at: next }: IntakeItem, now: number) {
  const at = Date.parse(next ?? '');
  if (Number.isNaN(at)) return undefined;
  return at <= now ? 'next try soon' : `next try ${formatDayAndTime(at, now)}`;
}

/**
 * Texts for failed deliveries. The texts of `messages` do not fit, because they ask a visitor to try again, but here
 * the product itself tries again.
 */
const problems = new Map([
  ['upstream.unreachable', 'The API host could not be reached.'],
  ['upstream.timeout', 'The API host did not answer in time.'],
  ['upstream.down', 'The API host is down.'],
  ['upstream.failed', 'The API host failed.'],
  ['upstream.busy', 'The API host is busy.'],
  ['upstream.badAnswer', 'The API host sent an answer that cannot be read.'],
  ['upstream.refused', 'The API host refused it.'],
]);

/** Describes the problem of the last try; undefined when there was none. */
function problemText({ last_problem: problem }: IntakeItem) {
  if (!problem) return undefined;
  const { code, status, message } = problem;
  const ours = problems.get(code) ?? (isTextCode(code) ? textOf(code) : code);
  if (status === null) return message || ours;
  return message ? `The API host answered ${status}: ${message}` : `${ours} It answered ${status}.`;
}

/** Returns true for an application whose job the host no longer has: it can be sent without a job. */
function canGoWithoutJob({ call, last_problem: problem }: IntakeItem) {
  return call === ('applyJobFor' satisfies CallName) && [404, 410].includes(problem?.status ?? 0);
}

const fieldLabels = new Map([
  ['name', 'Name'],
  ['email', 'Email'],
  ['phone', 'Phone'],
  ['city', 'City'],
  ['portfolio_url', 'Portfolio'],
  ['linkedin_url', 'LinkedIn'],
  ['cover_letter', 'Cover letter'],
  ['source', 'Source'],
  ['consent', 'Consent'],
  ['job_id', 'Job'],
  ['subject', 'Subject'],
  ['message', 'Message'],
  ['app_name', 'App'],
  ['account_identifier', 'Account'],
]);

/**
 * Returns the input in the order of the form's fields. Blank fields are left out. Input for an unknown field comes
 * last.
 */
function fieldsOf({ fields }: IntakeItem) {
  const known = [...fieldLabels.keys()];
  const place = (name: string) => (fieldLabels.has(name) ? known.indexOf(name) : known.length);
  return Object.entries(fields)
    .filter(([, text]) => text.trim() !== '')
    .sort(([one], [other]) => place(one) - place(other))
    .map(([name, text]) => ({ name, label: fieldLabels.get(name) ?? name, text: readable(name, text) }));
}

function readable(name: string, text: string) {
  return name === 'consent' && text === '1' ? 'Given' : text;
}

import { useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { CallData } from '#shared/contract/index.ts';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { answerSubject, replySubject } from '#shared/reply-subject.ts';
import { answerInputSchema } from '#shared/schemas/desk.ts';
import type { Message, MessageStatus } from '#shared/schemas/message.ts';
import { mailHref, phoneHref } from '#shared/site/contact-links.ts';
import { languageOf } from '#shared/text-direction.ts';
import { toWellFormed } from '#shared/text-formats.ts';
import { callApi } from '../../api/call.ts';
import { callQuery } from '../../api/call-query.ts';
import { useAccepts, useHostSupports } from '../../api/host-support.ts';
import { makeChange } from '../../api/optimistic.ts';
import { randomKey } from '../../api/random-key.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { formatFullMoment } from '../../ui/dates.ts';
import { Select } from '../../ui/fields/Select.tsx';
import {
  AlertIcon,
  ArchiveIcon,
  CheckIcon,
  ClockIcon,
  InboxIcon,
  MailIcon,
  TrashIcon,
} from '../../ui/icons.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { notify } from '../../ui/toast.ts';
import { IfSupported, useMay, useSupportedItems } from '../shared/access.tsx';
import { useHistoryItem } from '../shared/activity/use-history-item.tsx';
import { TextForm, useCall, useDeleteAsking } from '../shared/calls.tsx';
import { FactList } from '../shared/FactList.tsx';
import { WrittenMails } from '../shared/mails/WrittenMails.tsx';
import { type ReadingOrder, StepButtons } from '../shared/OpenRecord.tsx';
import { FailedNote } from '../shared/PagedList.tsx';
import { dueOf, folders, senderOf, typeLabels } from './labels.ts';
import styles from './OpenMessage.module.css';
import {
  answersQuery,
  anyStatusChange,
  putMessage,
  refreshMessages,
  savedAnswersQuery,
  statusChange,
} from './queries.ts';

export interface OpenMessageProps {
  message: Message;
  /** Called when an action has moved the message out of the list. */
  onLeave: () => void;
  order: ReadingOrder;
}

/** An open message and its actions. Opening a new message marks it as read. */
export function OpenMessage({ message, order, onLeave }: OpenMessageProps) {
  const { type, status, email, phone, created_at: at, message: text } = message;
  const [now] = useState(() => new Date());
  const [replying, setReplying] = useState(false);
  const may = useMay();
  const actions = useMessageActions(message, onLeave);
  // Set when this opening of the message has marked it as read. The effect runs once, but twice under StrictMode, which
  // must not mark the message a second time.
  const opened = useRef(false);
  const open = useEffectEvent(() => {
    if (opened.current) return;
    opened.current = true;
    if (status === 'new' && may('updateMessageStatus') && actions.accepts('read')) actions.markRead();
  });
  useEffect(() => open(), []);

  const answers = useHostSupports('getSavedAnswers') === true;
  return (
    <article className="stack4">
      <MessageToolbar
        message={message}
        answers={answers && may('answerMessage')}
        actions={actions}
        onReply={() => setReplying(true)}
        order={order}
      />
      {actions.question}
      {replying && <ReplyBar message={message} actions={actions} onDismiss={() => setReplying(false)} />}
      <header className="stack2">
        <p className={styles.from}>
          <bdi className={styles.sender} lang={languageOf(senderOf(message))}>
            {senderOf(message)}
          </bdi>
          <a className={styles.link} href={mailHref(email)} dir="ltr">
            {email}
          </a>
          {phone && (
            <a className={styles.link} href={phoneHref(phone)} dir="ltr">
              {phone}
            </a>
          )}
        </p>
        <p className="note">
          <time dateTime={at}>{formatFullMoment(at)}</time>
        </p>
        <p className="row2">
          <Badge>{typeLabels[type]}</Badge>
          <Badge tone={folders[status].tone}>{folders[status].label}</Badge>
        </p>
        {answers && <Assignee message={message} mayAssign={may('assignMessage')} />}
      </header>
      {type === 'account_deletion' && <DeletionFacts message={message} now={now} />}
      {text ? (
        <p className={styles.text} dir="auto" lang={languageOf(text)}>
          {text}
        </p>
      ) : (
        <p className="ruled soft">No comment was added.</p>
      )}
      {answers && <Answers message={message} mayAnswer={may('answerMessage')} />}
    </article>
  );
}

interface MessageToolbarProps extends Omit<OpenMessageProps, 'onLeave'> {
  /**
   * True if the message can be answered in the admin area. A reply in the mail program is then only the second
   * choice.
   */
  answers: boolean;
  actions: MessageActions;
  onReply: () => void;
}

/** Actions: reply, archive, and previous or next message. */
function MessageToolbar({ message, answers, actions, onReply, order }: MessageToolbarProps) {
  const { status } = message;
  const inInbox = status !== 'archived' && status !== 'spam';
  const history = useHistoryItem('message', message.id, message.subject || 'this message');
  const call = 'updateMessageStatus';
  const ofInbox = [
    { to: 'replied', label: 'Mark as replied', call, Icon: CheckIcon, onSelect: actions.markReplied },
    {
      to: 'new',
      label: 'Mark as new',
      call,
      Icon: MailIcon,
      hint: 'Closes the message and marks it unread',
      onSelect: actions.markNew,
    },
    { to: 'spam', label: 'Move to spam', call, Icon: AlertIcon, onSelect: actions.moveToSpam },
  ] as const;
  const items = useSupportedItems()([
    ...(inInbox ? ofInbox : []).filter(
      ({ to }) => !(to === 'replied' && status === 'replied') && actions.accepts(to),
    ),
    history.item,
    { label: 'Delete', call: 'deleteMessage', Icon: TrashIcon, danger: true, onSelect: actions.remove },
  ]);
  return (
    <div className={styles.toolbar}>
      {answers && (
        <Button onClick={focusAnswer}>
          <MailIcon /> Answer
        </Button>
      )}
      <a
        className={buttonClass(answers ? { variant: 'quiet' } : {})}
        href={replyLink(message)}
        onClick={onReply}
      >
        <MailIcon /> Reply
      </a>
      <IfSupported call={call}>
        {inInbox
          ? actions.accepts('archived') && (
              <Button variant="quiet" onClick={actions.archive}>
                <ArchiveIcon /> Archive
              </Button>
            )
          : actions.accepts('read') && (
              <Button variant="quiet" onClick={actions.moveToInbox}>
                <InboxIcon /> {status === 'spam' ? 'Not spam' : 'Unarchive'}
              </Button>
            )}
      </IfSupported>
      <Menu label="More for this message" items={items} />
      {history.dialog}
      <StepButtons what="message" order={order} />
    </div>
  );
}

/** Shown after "Reply" has opened the mail program: asks whether the mail was sent, because only the admin knows. */
function ReplyBar({
  message: { status, email },
  actions,
  onDismiss,
}: Pick<MessageToolbarProps, 'message' | 'actions'> & { onDismiss: () => void }) {
  const done = status === 'replied';
  return (
    <div className={styles.replyBar} role="status">
      <p className={styles.replyText}>
        {done ? (
          'Marked as replied.'
        ) : (
          <>
            Your mail program opens with the reply. If it does not, write to{' '}
            <bdi className="strong">{email}</bdi>.
          </>
        )}
      </p>
      <div className="row2">
        {!done && actions.accepts('replied') && (
          <Button onClick={actions.markReplied}>
            <CheckIcon /> Mark as replied
          </Button>
        )}
        <Button variant="quiet" onClick={onDismiss}>
          {done ? 'Close' : 'Not now'}
        </Button>
      </div>
    </div>
  );
}

/** The account and app of a deletion request, and its due date. */
function DeletionFacts({ message, now }: { message: Message; now: Date }) {
  const due = dueOf(message, now);
  return (
    <FactList
      className={styles.facts}
      data-urgent={due?.urgent}
      facts={{
        App: <span dir="auto">{message.app_name || 'Not given'}</span>,
        Account: <span dir="auto">{message.account_identifier || 'Not given'}</span>,
        'To be deleted by': due && (
          <span className="row2">
            {due.day}{' '}
            <Badge tone={due.tone} Icon={due.urgent ? AlertIcon : ClockIcon}>
              {due.text}
            </Badge>
          </span>
        ),
      }}
    />
  );
}

type MessageActions = ReturnType<typeof useMessageActions>;

/**
 * Actions on the open message. An action that moves the message out of the list offers undo, and calls `onLeave`: the
 * message closes, before anything is fetched again, and its neighbour gets the focus.
 */
function useMessageActions(message: Message, onLeave: () => void) {
  const { id, status } = message;
  const queries = useQueryClient();
  const { remove, question } = useDeleteAsking({
    resource: 'message',
    call: 'deleteMessage',
    done: deskMessages['message.deleted'],
    refresh: () => refreshMessages(queries),
    onDone: onLeave,
  });

  /**
   * Returns true when the change is saved. After a failure, the change has been undone and the error reported. Also
   * runs to its end after the pane is closed.
   */
  const changeStatus = (to: MessageStatus, quiet = false) =>
    makeChange(queries, statusChange(queries, id, quiet), { status: to });
  const moveTo = async (to: MessageStatus, text: string) => {
    onLeave();
    if (await changeStatus(to)) notify.undo(text, () => void changeStatus(status));
  };

  return {
    /** Returns whether the host accepts a change to a status. */
    accepts: useAccepts('updateMessageStatus', 'status'),
    markRead: () => void changeStatus('read', true),
    markReplied: () => void changeStatus('replied'),
    markNew: () => {
      onLeave();
      void changeStatus('new');
    },
    archive: () => void moveTo('archived', 'Message archived'),
    moveToInbox: () => void moveTo('read', 'Moved to the inbox'),
    moveToSpam: () => void moveTo('spam', 'Moved to spam'),
    remove: () => void remove(id, `the message of ${senderOf(message)}`),
    /** The dialog that asks before a deletion that cannot be undone. */
    question,
  };
}

/** Shows and changes the admin to whom a message is assigned. */
function Assignee({ message, mayAssign }: { message: Message; mayAssign: boolean }) {
  const { data: colleagues = [] } = useQuery(callQuery('getColleagues', {}, { staleTime: 60_000 }));
  const { id, assigned_to: to, updated_at: version } = message;
  const options = [...colleagues];
  // Until the colleagues have loaded, at least the current assignee is an option.
  if (to && !colleagues.some((colleague) => colleague.id === to.id)) options.push(to);
  const queries = useQueryClient();
  const { make, pending } = useCall('assignMessage', {
    done: deskMessages['desk.unassigned'],
    refresh: () => refreshMessages(queries),
  });
  // Opening marks the message as read: until that is saved, the version here is about to be an old one.
  const changing = useIsMutating(anyStatusChange);
  const assign = (chosen: string) => {
    const admin = options.find((each) => String(each.id) === chosen);
    const body = { admin_id: admin?.id ?? null, updated_at: version };
    void make({ params: { id }, body }, admin && textOf('desk.assigned', { name: admin.name }));
  };
  return (
    <Select
      label="Assigned to"
      dir="auto"
      value={String(to?.id ?? '')}
      disabled={pending !== undefined || changing > 0 || !mayAssign}
      options={[
        { value: '', label: 'Nobody' },
        ...options.map((each) => ({ value: String(each.id), label: each.name })),
      ]}
      onChange={({ target }) => assign(target.value)}
    />
  );
}

const answerFieldId = 'message-answer';

/** Moves the focus from the toolbar to the answer field. */
function focusAnswer() {
  const field = document.getElementById(answerFieldId);
  field?.focus();
  field?.scrollIntoView({ block: 'center' });
}

/** Answers that were sent from the admin area, and the form for the next one. */
function Answers({ message, mayAnswer }: { message: Message; mayAnswer: boolean }) {
  const query = useQuery(answersQuery(message.id));
  const answers = query.data;
  return (
    <section className="stack4 ruled" aria-label="Answers">
      {query.error && !answers && <FailedNote what="answers" query={query} />}
      {answers && answers.length > 0 && <WrittenMails mails={answers} areAnswers />}
      {mayAnswer && <AnswerForm message={message} />}
    </section>
  );
}

/** Form that answers a message. */
function AnswerForm({ message }: { message: Message }) {
  const queries = useQueryClient();
  const { id, email } = message;
  const { data: saved = [] } = useQuery(savedAnswersQuery);
  // Idempotency key: if the server's answer is lost and the form is sent again, only one mail is sent.
  const key = useRef(randomKey());
  const insert = (form: UseFormReturn<Record<string, string>>, chosen: string) => {
    const found = saved.find((each) => String(each.id) === chosen);
    if (!found) return;
    const before = form.getValues('text')?.trimEnd();
    form.setValue('text', before ? `${before}\n\n${found.text}` : found.text, { shouldDirty: true });
    focusAnswer();
  };
  return (
    <TextForm
      draftKey={`message-answer:${id}`}
      name="text"
      rule={answerInputSchema.shape.text}
      save={({ text }, signal) =>
        callApi('answerMessage', { params: { id }, body: { text, key: key.current }, signal })
      }
      onSaved={(answer) => {
        key.current = randomKey();
        if (answer.data) putMessage(queries, (answer.data as CallData<'answerMessage'>).message);
        refreshMessages(queries);
        void queries.invalidateQueries({ queryKey: answersQuery(id).queryKey });
        notify.success(deskMessages['desk.answered']);
      }}
      above={(form) =>
        saved.length > 0 && (
          <Select
            label="Insert a saved answer"
            dir="auto"
            value=""
            options={[
              { value: '', label: 'Choose…' },
              ...saved.map((each) => ({ value: String(each.id), label: each.title })),
            ]}
            onChange={(event) => insert(form, event.target.value)}
          />
        )
      }
      field={{
        label: 'Answer',
        hint: `A mail to ${email}, with the subject “${answerSubject(message)}”. Replies come to your address.`,
        rows: 6,
        maxLength: limits.message,
        id: answerFieldId,
      }}
      submit={{ children: 'Send the answer', busyLabel: messages['busy.submitting'] }}
    />
  );
}

/**
 * Maximum length of a link to a mail program. Windows does not pass on links longer than INTERNET_MAX_URL_LENGTH
 * (2083), and some programs accept less.
 */
const longest = 1900;

const lineEnd = '\r\n';

/**
 * Returns a link that opens a reply in the admin's mail program, with the subject "Re: …" and the quoted message. A long
 * message is cut so that the link fits. By RFC 6068, values are percent-encoded and lines end with CRLF.
 */
export function replyLink(message: Message) {
  const to = mailHref(message.email);
  const subject = encoded(replySubject(message).slice(0, 80));
  const intro = `${lineEnd}${lineEnd}On ${formatFullMoment(message.created_at)}, ${senderOf(message).slice(0, 80)} wrote:${lineEnd}`;
  const linkWith = (text: string) => `${to}?subject=${subject}&body=${encoded(intro + quoted(text))}`;
  let text = message.message ?? '';
  let link = linkWith(text);
  while (link.length > longest && text) {
    // A character takes at most nine letters.
    text = text.slice(0, -Math.ceil((link.length - longest) / 9));
    link = linkWith(text && `${text}[…]`);
  }
  return link;
}

function quoted(text: string) {
  if (!text) return '';
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join(lineEnd);
}

/** Replaces lone surrogates first: a host may have stored them, and `encodeURIComponent` throws on them. */
function encoded(text: string) {
  return encodeURIComponent(toWellFormed(text));
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { pathTo } from '#shared/paths.ts';
import { subjectOf } from '#shared/reply-subject.ts';
import { type SavedAnswer, savedAnswerInputSchema } from '#shared/schemas/desk.ts';
import { type Message, type MessageCounts, messageTypes } from '#shared/schemas/message.ts';
import { languageOf } from '#shared/text-direction.ts';
import { isCallMissing, useAccepts, useHostSupports } from '../../api/host-support.ts';
import { newestOf } from '../../api/optimistic.ts';
import { formNameOf } from '../../forms/open-form.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { formatFullMoment, formatInboxMoment } from '../../ui/dates.ts';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { AlertIcon, ClockIcon, EditIcon, TrashIcon } from '../../ui/icons.tsx';
import { SplitPane, useFocusBack } from '../../ui/layout/SplitPane.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { useMay } from '../shared/access.tsx';
import { CallForm } from '../shared/CallForm.tsx';
import { CountedTabs } from '../shared/CountedTabs.tsx';
import { DataList } from '../shared/DataList.tsx';
import { useQuestion } from '../shared/deletion.tsx';
import { guardedLoader } from '../shared/guarded-loader.ts';
import { rowsPerPage, useReadingOrder } from '../shared/inbox.ts';
import { firstPage } from '../shared/list-params.ts';
import { OpenRecord } from '../shared/OpenRecord.tsx';
import { ListSearch } from '../shared/PagedList.tsx';
import rows from '../shared/rows.module.css';
import { useCall } from '../shared/use-call.ts';
import { dueOf, type Folder, folders, senderOf, statusesOf, typeLabels } from './labels.ts';
import styles from './MessagesScreen.module.css';
import { OpenMessage, type OpenMessageProps } from './OpenMessage.tsx';
import {
  type MessageSearchParams,
  messageQuery,
  messagesQuery,
  readSearchParams,
  savedAnswersQuery,
  shownMessages,
  useMessageParams,
} from './queries.ts';

export const loader = guardedLoader((queries, { search }) => {
  const params = readSearchParams(search);
  void queries.prefetchQuery(messagesQuery(params));
  // A message that is opened by its URL is fetched on its own, so that it need not wait for the list that may contain
  // it.
  if (params.message !== undefined) void queries.prefetchQuery(messageQuery(params.message));
});

/** Messages of visitors: from the contact page, and requests to delete an account. */
export function Component() {
  const inbox = useMessageParams();
  const { params, openId, close } = inbox;
  const queries = useQueryClient();
  const place = useRef<HTMLElement>(null);
  /** The message that is open, until an action takes it out of the list. */
  const kept = useRef<Id>(undefined);
  useEffect(() => {
    kept.current = openId;
  }, [openId]);
  const list = useQuery(messagesQuery(params, () => kept.current));
  const shown = list.data && shownMessages(list.data, params.folder, openId);
  const order = useReadingOrder(inbox, shown?.map(({ id }) => id) ?? [], {
    page: params.page,
    last: list.data?.last_page,
    read: (page) => queries.fetchQuery(messagesQuery({ ...params, page })),
  });
  const [now] = useState(() => new Date());
  const focusInstead = useFocusBack(place, openId);
  const leave = () => {
    kept.current = undefined;
    focusInstead(order.nextId ?? order.neighbour(-1));
    close();
  };

  return (
    <>
      {/* An open message sets the title of the page. */}
      <ScreenHeader title="Messages" page={openId === undefined ? undefined : null} />
      {!isCallMissing(list.error) && (
        <>
          <Filters counts={list.data?.counts} />
          <ListSearch
            call="searchMessages"
            label="Search messages"
            placeholder="Sender, subject or words of the text"
            params={inbox}
          />
        </>
      )}
      <SplitPane open={openId !== undefined}>
        <section ref={place} className={styles.list} aria-label="List of messages" tabIndex={-1}>
          <DataList
            list={{ ...list, data: list.data && { ...list.data, data: shown ?? [] } }}
            params={inbox}
            name={`Messages: ${folders[params.folder].label}`}
            what="messages"
            one="message"
            ownSize={rowsPerPage}
            searches="senders, subjects and the text, in this folder"
            announce
            empty={emptyFolder(params, () =>
              inbox.change({ status: undefined, type: undefined, mine: undefined }),
            )}
            line={(message) => <Line message={message} now={now} />}
            lineClassName={styles.row}
            link={({ id, status }) => ({ ...inbox.link(id), isNew: status === 'new' })}
          />
        </section>
        {openId !== undefined && (
          <ReadingPane
            key={openId}
            id={openId}
            listed={shown?.find(({ id }) => id === openId)}
            isListPending={list.isPending}
            order={order}
            onClose={close}
            onLeave={leave}
          />
        )}
      </SplitPane>
    </>
  );
}

interface ReadingPaneProps extends Omit<OpenMessageProps, 'message'> {
  id: Id;
  /** The message as it is in the list; undefined if the list does not contain it. */
  listed: Message | undefined;
  /** True while the list is loading and may turn out to contain the message. */
  isListPending: boolean;
  onClose: () => void;
}

/** One message: next to the list on wide screens, in a panel over the list on others. */
function ReadingPane({ id, listed, isListPending, onClose, ...actions }: ReadingPaneProps) {
  const single = useQuery({ ...messageQuery(id), enabled: !listed });
  const known = newestOf([listed, single.data]);
  return (
    <OpenRecord
      id={id}
      record={known ?? (isListPending ? undefined : single.data)}
      query={isListPending ? { ...single, error: null } : single}
      one="Message"
      screen="Messages"
      titleOf={subjectOf}
      label="Open message"
      closeLabel="Close the message"
      gone={{
        title: 'This message no longer exists',
        text: 'It may have been deleted. Choose another one from the list.',
      }}
      lacking={{
        title: 'This message is not in the list',
        text: 'Your API host cannot open a message by its address alone. Look for it in the list, or in another folder.',
      }}
      onClose={onClose}
    >
      {(message) => <OpenMessage message={message} {...actions} />}
    </OpenRecord>
  );
}

/**
 * The folders as links, and a choice of message types. `counts` has the number of messages of the chosen type for each
 * status; undefined until the list has loaded.
 */
function Filters({ counts }: { counts: MessageCounts | undefined }) {
  const { params, change, tab } = useMessageParams();
  const isOffered = useHostSupports('getSavedAnswers') === true;
  const accepts = useAccepts('updateMessageStatus', 'status');
  const offered = (Object.keys(folders) as Folder[]).filter(
    (folder) => folder === 'inbox' || accepts(folder),
  );
  return (
    <div className={styles.filters}>
      <div className="row3">
        <SegmentedControl
          className={styles.types}
          label="Message type"
          hideLabel
          value={params.type ?? 'all'}
          options={[
            { value: 'all', label: 'All' },
            ...messageTypes.map((value) => ({ value, label: typeLabels[value] })),
          ]}
          onChange={(value) => change({ type: value === 'all' ? undefined : value, message: undefined })}
        />
        {isOffered && (
          <SegmentedControl
            className={styles.types}
            label="Assigned to"
            hideLabel
            value={params.mine ? 'mine' : 'everybody'}
            options={[
              { value: 'everybody', label: 'Everybody’s' },
              { value: 'mine', label: 'Mine' },
            ]}
            onChange={(value) =>
              change({ mine: value === 'mine' ? '1' : undefined, search: undefined, message: undefined })
            }
          />
        )}
        {isOffered && <SavedAnswersButton />}
      </div>
      <CountedTabs
        label="Folders"
        tabs={offered.map((folder) => ({
          key: folder,
          label: folders[folder].label,
          count: counts && statusesOf(folder).reduce((sum, status) => sum + (counts[status] ?? 0), 0),
          ...tab({ status: folder === 'inbox' ? undefined : folder, message: undefined }),
          current: params.folder === folder,
          apart: folder === 'archived',
          urgent: folder === 'new',
        }))}
      />
    </div>
  );
}

/** One message: sender, subject and the first words. A new message has a dot, a badge and bold text. */
function Line({ message, now }: { message: Message; now: Date }) {
  const { status, created_at: at, type } = message;
  const due = dueOf(message, now);
  // The status "read" gets no label, because most messages have it.
  const showsStatus = status !== 'read';
  return (
    <>
      <span className={classNames(rows.head, styles.head)}>
        <bdi className={classNames(rows.sender, styles.sender)} lang={languageOf(senderOf(message))}>
          {senderOf(message)}
        </bdi>
        {message.assigned_to && <Badge>For {message.assigned_to.name}</Badge>}
        {showsStatus && <Badge tone={folders[status].tone}>{folders[status].label}</Badge>}
        <time className={rows.when} dateTime={at} title={formatFullMoment(at)}>
          {formatInboxMoment(at, now)}
        </time>
      </span>
      <span className={styles.subject} dir="auto" lang={languageOf(subjectOf(message))}>
        {subjectOf(message)}
      </span>
      {message.message && (
        <span className={styles.begins} dir="auto" lang={languageOf(message.message.slice(0, 200))}>
          {message.message.slice(0, 200)}
        </span>
      )}
      {type === 'account_deletion' && (
        <span className={styles.marks}>
          <Badge>{typeLabels[type]}</Badge>
          {due && (
            <Badge tone={due.tone} Icon={due.urgent ? AlertIcon : ClockIcon}>
              {due.text}
            </Badge>
          )}
        </span>
      )}
    </>
  );
}

/** Shown for an empty folder: a text about what the folder will contain, and a link to the inbox. */
function emptyFolder({ folder, type }: MessageSearchParams, onShowInbox: () => void) {
  const { title, text } = folders[folder];
  const elsewhere = folder !== 'inbox' || type !== undefined;
  return {
    title: type ? `${title}: ${typeLabels[type].toLowerCase()}` : title,
    text,
    action: elsewhere ? (
      <Button variant="quiet" onClick={onShowInbox}>
        Show the whole inbox
      </Button>
    ) : (
      <a href={pathTo('contact')} target="_blank" rel="noopener">
        See the contact page
      </a>
    ),
  };
}

/** Button that opens the saved answers; shown to roles that may edit them. */
function SavedAnswersButton() {
  const may = useMay();
  const [open, setOpen] = useState(false);
  const [editing, setEditing] = useState<{ answer?: SavedAnswer }>();
  if (!may('addSavedAnswer')) return null;
  return (
    <>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Saved answers
      </Button>
      {open && !editing && (
        <SavedAnswersDialog onEdit={(answer) => setEditing({ answer })} onClose={() => setOpen(false)} />
      )}
      {editing && <SavedAnswerForm {...editing} onClose={() => setEditing(undefined)} />}
    </>
  );
}

function SavedAnswersDialog({
  onEdit,
  onClose,
}: {
  onEdit: (answer?: SavedAnswer) => void;
  onClose: () => void;
}) {
  const list = useQuery({ ...savedAnswersQuery, select: (data) => ({ data }) });
  const remove = useCall('deleteSavedAnswer', {
    done: deskMessages['desk.answerDeleted'],
    refresh: 'savedAnswer',
  });
  const [ask, question] = useQuestion(({ id, title }: SavedAnswer) => ({
    text: `Delete “${title}” for all colleagues? This cannot be undone.`,
    onConfirm: () => remove.make({ params: { id } }),
  }));
  return (
    <Dialog
      open
      title="Saved answers"
      size="large"
      onClose={onClose}
      footer={<Button onClick={() => onEdit()}>Add an answer</Button>}
    >
      <DataList
        list={list}
        params={firstPage}
        name="Saved answers"
        what="saved answers"
        one="saved answer"
        empty={{
          title: 'None yet',
          text: 'Save texts that you write often, and insert them into answers.',
        }}
        line={({ title }) => <bdi className={rows.what}>{title}</bdi>}
        titleOf={({ title }) => title}
        buttons={() => undefined}
        actions={(answer) => [
          { label: 'Edit', Icon: EditIcon, onSelect: () => onEdit(answer) },
          { label: 'Delete', Icon: TrashIcon, onSelect: () => ask(answer) },
        ]}
      />
      {question}
    </Dialog>
  );
}

function SavedAnswerForm({ answer, onClose }: { answer?: SavedAnswer; onClose: () => void }) {
  return (
    <CallForm
      title={answer ? 'Edit the saved answer' : 'Add a saved answer'}
      draftKey={`saved-answer:${answer ? formNameOf(answer.id) : 'new'}`}
      stored={{ title: answer?.title ?? '', text: answer?.text ?? '' }}
      version={answer?.updated_at}
      rules={savedAnswerInputSchema.shape}
      call={answer ? 'updateSavedAnswer' : 'addSavedAnswer'}
      params={answer && { id: answer.id }}
      busyLabel={answer ? undefined : messages['busy.creating']}
      done={deskMessages[answer ? 'desk.answerUpdated' : 'desk.answerAdded']}
      kind="savedAnswer"
      onClose={onClose}
    >
      {(bind) => (
        <>
          <TextField label="Title" dir="auto" maxLength={limits.line} {...bind('title')} />
          <TextField
            label="Text"
            multiline
            rows={8}
            dir="auto"
            maxLength={limits.message}
            counter
            {...bind('text')}
          />
        </>
      )}
    </CallForm>
  );
}

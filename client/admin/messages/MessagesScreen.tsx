import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { CallData } from '#shared/contract/index.ts';
import { type Id, readId } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import { subjectOf } from '#shared/reply-subject.ts';
import { type Message, type MessageCounts, messageStatuses, messageTypes } from '#shared/schemas/message.ts';
import { languageOf } from '#shared/text-direction.ts';
import { readApi } from '../../api/call.ts';
import { isCallMissing, useAccepts, useHostSupports } from '../../api/host-support.ts';
import { newestOf } from '../../api/optimistic.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatFullMoment, formatInboxMoment } from '../../ui/dates.ts';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { AlertIcon, ClockIcon } from '../../ui/icons.tsx';
import { SplitPane, useFocusBack } from '../../ui/layout/SplitPane.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { guardedLoader } from '../screens.tsx';
import { CountedTabs } from '../shared/CountedTabs.tsx';
import { DataList } from '../shared/DataList.tsx';
import { keptInPlace, OpenRecord, openerOf, rowsPerPage, useReadingOrder } from '../shared/OpenRecord.tsx';
import { ListSearch, oneOf, readParams, useListParams } from '../shared/PagedList.tsx';
import rows from '../shared/rows.module.css';
import { dueOf, type Folder, folders, senderOf, statusesOf, typeLabels } from './labels.ts';
import styles from './MessagesScreen.module.css';
import { OpenMessage, type OpenMessageProps } from './OpenMessage.tsx';
import { listsKey, messageQuery } from './queries.ts';
import { SavedAnswersButton } from './SavedAnswers.tsx';

/** State of the screen that is stored in the URL: `?status=&type=&mine=&search=&message=`. */
const readers = {
  status: oneOf(messageStatuses),
  type: oneOf(messageTypes),
  mine: oneOf(['1']),
  message: readId,
};

/** Reads the search params. A value that is no folder, type or id is ignored. `message` is the id of the open message. */
const readSearchParams = (search: URLSearchParams) => stateOf(readParams(search, readers));

function stateOf({ status, mine, ...read }: ReturnType<typeof readParams<typeof readers>>) {
  const folder: Folder = status ?? 'inbox';
  // A search covers the messages of all admins.
  return { ...read, folder, mine: mine === '1' && read.search === undefined };
}

type MessageSearchParams = ReturnType<typeof readSearchParams>;

/** The search params of the screen, and functions that change them. */
function useMessageParams() {
  const list = useListParams(readers);
  return { ...list, params: stateOf(list.filters), ...openerOf(list, 'message') };
}

type MessagePage = CallData<'getMessages'>;

/**
 * One page of a folder. While `openId` returns a message, rows stay in place when the page is read again, and its own
 * stays although it is in the folder no longer.
 */
function messagesQuery(params: MessageSearchParams, openId: () => Id | undefined = () => undefined) {
  const { folder, mine, search, message: _, per_page = rowsPerPage, ...filters } = params;
  const queryKey = [...listsKey, { ...filters, folder, mine, search, per_page }] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }) => {
      // Every folder except the inbox has one status. It is requested by the status parameter, which older hosts
      // support too.
      const of = { ...filters, per_page, ...(folder === 'inbox' ? { folder } : { status: folder }) };
      const order = filters.type === 'account_deletion' && folder === 'inbox' ? 'due' : undefined;
      const fresh: MessagePage = search
        ? await readApi('searchMessages', { query: { ...of, search }, signal })
        : await readApi('getMessages', {
            query: { ...of, assigned: mine ? 'me' : undefined, order },
            signal,
          });
      const open = openId();
      const stays = open === undefined ? undefined : (id: Id) => id === open;
      return keptInPlace(client.getQueryData<MessagePage>(queryKey), fresh, stays);
    },
  });
}

/**
 * Returns the messages to show of a page. Those of other folders are left out: they were moved after the load, or the
 * host has no folders. The message `openId` is always included: opening a new message changes its status, but must not
 * remove it.
 */
function shownMessages({ data }: MessagePage, folder: Folder, openId: Id | undefined) {
  const statuses = statusesOf(folder);
  return data.filter(({ id, status }) => statuses.includes(status) || id === openId);
}

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

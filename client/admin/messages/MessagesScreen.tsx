import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Id } from '#shared/id.ts';
import { subjectOf } from '#shared/reply-subject.ts';
import type { Message } from '#shared/schemas/message.ts';
import { isCallMissing } from '../../api/host-support.ts';
import { newestOf } from '../../api/optimistic.ts';
import { SplitPane, useFocusBack } from '../../ui/layout/SplitPane.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { guardedLoader } from '../screens.tsx';
import { DataList } from '../shared/DataList.tsx';
import { OpenRecord, rowsPerPage, useReadingOrder } from '../shared/OpenRecord.tsx';
import { ListSearch } from '../shared/PagedList.tsx';
import { Filters, type MessagePage, messagesQuery, readSearchParams, useMessageParams } from './filters.tsx';
import { type Folder, folders, statusesOf } from './labels.ts';
import { emptyFolder, Line } from './MessageLine.tsx';
import styles from './MessagesScreen.module.css';
import { OpenMessage, type OpenMessageProps } from './OpenMessage.tsx';
import { messageQuery } from './queries.ts';

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

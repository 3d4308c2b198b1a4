import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { pathTo } from '#shared/paths.ts';
import { subjectOf } from '#shared/reply-subject.ts';
import type { Message } from '#shared/schemas/message.ts';
import { languageOf } from '#shared/text-direction.ts';
import { translateError } from '../../api/api-error.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatFullMoment, formatInboxMoment } from '../../ui/dates.ts';
import { AlertIcon, ClockIcon } from '../../ui/icons.tsx';
import { DataList } from '../shared/DataList.tsx';
import rows from '../shared/rows.module.css';
import { dueOf, folders, senderOf, typeLabels } from './labels.ts';
import styles from './MessageList.module.css';
import { type MessageSearchParams, useMessageParams } from './message-search-params.ts';
import { listNote, type MessageListResult } from './queries.ts';

interface MessageListProps {
  list: MessageListResult;
  /** The messages of this folder; undefined until the list has loaded. */
  messages: readonly Message[] | undefined;
}

/** The list in each of its states: loading, failed, empty, and rows. More rows load when the end comes into view. */
export function MessageList({ list, messages }: MessageListProps) {
  const { params, change, after } = useMessageParams();
  const { error, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    list;
  const [now] = useState(() => new Date());
  const note = list.data && listNote(list.data, params);
  const more = () => void fetchNextPage();
  const last = list.data?.pages.at(-1);
  // A host without folders may return page after page of messages of other folders, of which this list shows none.
  // Further pages are then loaded on request only.
  const isElsewhere = last?.ignoresFolder && !last.data.some((each) => messages?.includes(each));
  const end = useNearEnd(hasNextPage && !isElsewhere && !isFetching && !isFetchNextPageError, more);
  const isEmpty = messages?.length === 0 && !hasNextPage;
  return (
    <>
      {note && !isEmpty && <p className={styles.note}>{note}</p>}
      <DataList
        list={{ data: messages && { data: messages }, error, isPlaceholderData: false, isFetching, refetch }}
        params={{ filters: { page: 1, search: params.search }, change }}
        name={`Messages: ${folders[params.folder].label}`}
        what="messages"
        one="message"
        searches={isEmpty ? 'senders, subjects and the text, in this folder' : undefined}
        announce={({ data: { length: count } }) =>
          hasNextPage ? `${count} messages, and more` : count === 1 ? '1 message' : `${count} messages`
        }
        empty={
          isEmpty
            ? emptyFolder(params, () => change({ status: undefined, type: undefined, mine: undefined }))
            : undefined
        }
        line={(message) => <Line message={message} now={now} />}
        lineClassName={styles.row}
        link={({ id, status }) => ({
          search: after({ message: id }),
          current: id === params.message,
          isNew: status === 'new',
        })}
        steps={
          hasNextPage && (
            <div ref={end} className={styles.more}>
              {isFetchNextPageError && (
                <p role="alert">More could not be loaded. {translateError(error).message}</p>
              )}
              <Button variant="quiet" onClick={more} busy={isFetchingNextPage} busyLabel="Loading more...">
                Show more
              </Button>
            </div>
          )
        }
      />
    </>
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

/**
 * Calls `onNear` when the end of a list comes near the visible part of the page. The caller attaches the returned ref
 * to the element at the end. Does nothing while `on` is false.
 */
function useNearEnd(on: boolean, onNear: () => void): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(onNear);
  useEffect(() => {
    const element = end.current;
    if (!on || !element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) near();
      },
      { rootMargin: '1000px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [on]);
  return end;
}

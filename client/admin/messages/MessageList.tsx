import { type KeyboardEvent, useState } from 'react';
import type { Id } from '#shared/id.ts';
import type { Message } from '#shared/schemas/message.ts';
import { translateError } from '../../api/api-error.ts';
import { Button } from '../../ui/Button.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { ListFailed } from '../shared/ListFailed.tsx';
import { EmptyFolder } from './EmptyFolder.tsx';
import { folderNames } from './folders.ts';
import styles from './MessageList.module.css';
import { MessageListSkeleton } from './MessageListSkeleton.tsx';
import { MessageRow } from './MessageRow.tsx';
import type { MessageAddress } from './message-address.ts';
import { isByDueDate, type useMessageList } from './message-list.ts';
import { useNearEnd } from './use-near-end.ts';

interface MessageListProps {
  list: ReturnType<typeof useMessageList>;
  /** What is to be shown of it; undefined while nothing is there. */
  messages: readonly Message[] | undefined;
  /** What the host cannot do for this list, in words. */
  shortcoming: string | undefined;
  address: MessageAddress;
  searchFor: (id: Id) => string;
  onShowInbox: () => void;
}

/** The list in each of its states: loading, failed, empty, and rows, with more to come as the end comes near. */
export function MessageList(props: MessageListProps) {
  const { list, messages, shortcoming, address, searchFor, onShowInbox } = props;
  const { error, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    list;
  const [now] = useState(() => new Date());
  const more = () => void fetchNextPage();
  const last = list.data?.pages.at(-1);
  // A host without folders may have page after page of another one: those come only when somebody asks for them.
  const isElsewhere = last?.ignoresFolder && !last.data.some((each) => messages?.includes(each));
  const end = useNearEnd(hasNextPage && !isElsewhere && !isFetching && !isFetchNextPageError, more);

  if (error && !messages) {
    return <ListFailed what="messages" error={error} onRetry={() => void refetch()} busy={isFetching} />;
  }
  if (!messages) return <MessageListSkeleton />;
  if (messages.length === 0 && !hasNextPage)
    return <EmptyFolder address={address} onShowInbox={onShowInbox} />;
  return (
    <>
      <VisuallyHidden role="status">{countText(messages.length, hasNextPage)}</VisuallyHidden>
      {(shortcoming || isByDueDate(address)) && (
        <p className={styles.note}>{shortcoming ?? 'Sorted by due date.'}</p>
      )}
      {messages.length > 0 && (
        <ul
          className={styles.list}
          aria-label={`Messages: ${folderNames[address.folder]}`}
          onKeyDown={moveByArrows}
        >
          {messages.map((message) => (
            <li key={message.id}>
              <MessageRow
                message={message}
                now={now}
                search={searchFor(message.id)}
                current={message.id === address.message}
              />
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div ref={end} className={styles.more}>
          {isFetchNextPageError && (
            <p role="alert">More could not be loaded. {translateError(error).message}</p>
          )}
          <Button variant="quiet" onClick={more} busy={isFetchingNextPage} busyLabel="Loading more...">
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

function countText(count: number, more: boolean): string {
  if (more) return `${count} messages, and more`;
  return count === 1 ? '1 message' : `${count} messages`;
}

/** Up, Down, Home and End go from row to row; Tab does so too, since each is a link. */
function moveByArrows(event: KeyboardEvent<HTMLUListElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-message-id]')];
  const at = document.activeElement instanceof HTMLElement ? rows.indexOf(document.activeElement) : -1;
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  const row = to === undefined || at < 0 ? undefined : rows[to];
  if (!row) return;
  event.preventDefault();
  row.focus();
}

import { useEffect, useRef } from 'react';
import type { Id } from '#shared/id.ts';
import { SplitPane } from '../../ui/layout/SplitPane.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { FilterBar } from './FilterBar.tsx';
import styles from './Mailbox.module.css';
import { MessageList } from './MessageList.tsx';
import { listShortcoming, shownMessages, useMessageList } from './message-list.ts';
import { ReadingPane } from './ReadingPane.tsx';
import { useMessageAddress } from './use-message-address.ts';

/** A folder with its filters, and the message that is open beside it. */
export function Mailbox() {
  const { address, change, searchFor } = useMessageAddress();
  const { folder, type, message: openId } = address;
  const list = useMessageList({ folder, type });
  const place = useRef<HTMLElement>(null);
  const shown = list.data && shownMessages(list.data, address, openId);

  const at = shown?.findIndex(({ id }) => id === openId) ?? -1;
  const neighbour = (step: number) => (at < 0 ? undefined : shown?.[at + step]?.id);
  const goTo = (id: Id | undefined) => (id === undefined ? undefined : () => change({ message: id }));

  // The message that was open is where the focus goes on; when it has left the list, the one that took its place.
  const focusNext = useRef<Id>(undefined);
  useEffect(() => {
    if (openId !== undefined) {
      focusNext.current = openId;
      return;
    }
    if (focusNext.current === undefined) return;
    const row = place.current?.querySelector<HTMLElement>(`[data-message-id="${focusNext.current}"]`);
    (row ?? place.current)?.focus();
    focusNext.current = undefined;
  }, [openId]);
  const leave = () => {
    focusNext.current = neighbour(1) ?? neighbour(-1);
    change({ message: undefined });
  };

  return (
    <>
      {openId === undefined && <PageTitle>Messages</PageTitle>}
      <FilterBar
        address={address}
        counts={list.data?.pages[0]?.counts}
        searchFor={searchFor}
        onType={(next) => change({ type: next, message: undefined })}
      />
      <SplitPane open={openId !== undefined}>
        <section ref={place} className={styles.main} aria-label="List of messages" tabIndex={-1}>
          <MessageList
            list={list}
            messages={shown}
            shortcoming={list.data && listShortcoming(list.data)}
            address={address}
            searchFor={(id) => searchFor({ message: id })}
            onShowInbox={() => change({ folder: 'inbox', type: undefined })}
          />
        </section>
        {openId !== undefined && (
          <ReadingPane
            key={openId}
            id={openId}
            listed={shown?.find(({ id }) => id === openId)}
            listPending={list.isPending}
            onPrevious={goTo(neighbour(-1))}
            onNext={goTo(neighbour(1))}
            onClose={() => change({ message: undefined })}
            onLeave={leave}
          />
        )}
      </SplitPane>
    </>
  );
}

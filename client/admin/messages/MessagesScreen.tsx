import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { type MessageCounts, messageTypes } from '#shared/schemas/message.ts';
import { isCallMissing, useHostSupports } from '../../api/host-support.ts';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { SplitPane, useFocusBack } from '../../ui/layout/SplitPane.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { CountedTabs } from '../shared/CountedTabs.tsx';
import { guardedLoader } from '../shared/guarded-loader.ts';
import { ListSearch } from '../shared/ListSearch.tsx';
import { SavedAnswersButton } from './answers/SavedAnswers.tsx';
import { type Folder, folders, statusesOf, typeLabels } from './labels.ts';
import { MessageList } from './MessageList.tsx';
import styles from './MessagesScreen.module.css';
import { readSearchParams, useMessageParams } from './message-search-params.ts';
import { messageListQuery, messageQuery, shownMessages } from './queries.ts';
import { ReadingPane } from './ReadingPane.tsx';

/** Loads the list only if it is not cached yet, because the screen itself refetches a cached list. */
export const loader = guardedLoader((queries, { search }) => {
  const params = readSearchParams(search);
  const list = messageListQuery(params);
  if (queries.getQueryState(list.queryKey) !== undefined) return;
  void queries.prefetchInfiniteQuery(list);
  // A message that is opened by its URL is fetched on its own, so that it need not wait for the list that may contain
  // it.
  if (params.message !== undefined) void queries.prefetchQuery(messageQuery(params.message));
});

/** Messages of visitors: from the contact page, and requests to delete an account. */
export function Component() {
  const searching = useMessageParams();
  const { params, change } = searching;
  const { message: openId } = params;
  const list = useInfiniteQuery(messageListQuery(params));
  const listElement = useRef<HTMLElement>(null);
  const shown = list.data && shownMessages(list.data, params, openId);

  const openIndex = shown?.findIndex(({ id }) => id === openId) ?? -1;
  const neighbour = (step: number) => (openIndex < 0 ? undefined : shown?.[openIndex + step]?.id);
  const goBy = (step: number) => {
    const message = neighbour(step);
    return message === undefined ? undefined : () => change({ message });
  };
  const focusInstead = useFocusBack(listElement, openId);
  const leave = () => {
    focusInstead(neighbour(1) ?? neighbour(-1));
    change({ message: undefined });
  };

  return (
    <>
      {/* An open message sets the title of the page. */}
      <ScreenHeader title="Messages" page={openId === undefined ? undefined : null} />
      {!isCallMissing(list.error) && (
        <>
          <Filters counts={list.data?.pages[0]?.counts} />
          <ListSearch
            call="searchMessages"
            label="Search messages"
            placeholder="Sender, subject or words of the text"
            params={searching}
          />
        </>
      )}
      <SplitPane open={openId !== undefined}>
        <section ref={listElement} className={styles.list} aria-label="List of messages" tabIndex={-1}>
          <MessageList list={list} messages={shown} />
        </section>
        {openId !== undefined && (
          <ReadingPane
            key={openId}
            id={openId}
            listed={shown?.find(({ id }) => id === openId)}
            listPending={list.isPending}
            onPrevious={goBy(-1)}
            onNext={goBy(1)}
            onClose={() => change({ message: undefined })}
            onLeave={leave}
          />
        )}
      </SplitPane>
    </>
  );
}

/**
 * The folders as links, and a choice of message types. `counts` has the number of messages of the chosen type for each
 * status; undefined until the list has loaded.
 */
function Filters({ counts }: { counts: MessageCounts | undefined }) {
  const { params, change, after } = useMessageParams();
  const isOffered = useHostSupports('getSavedAnswers') === true;
  return (
    <div className={styles.filters}>
      <div className={styles.choices}>
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
        tabs={(Object.keys(folders) as Folder[]).map((folder) => ({
          key: folder,
          label: folders[folder].label,
          count: counts && statusesOf(folder).reduce((sum, status) => sum + (counts[status] ?? 0), 0),
          to: after({ status: folder === 'inbox' ? undefined : folder, message: undefined }),
          current: params.folder === folder,
          apart: folder === 'archived',
          urgent: folder === 'new',
        }))}
      />
    </div>
  );
}

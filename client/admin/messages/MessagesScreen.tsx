import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Id } from '#shared/id.ts';
import { type MessageCounts, type MessageType, messageTypes } from '#shared/schemas/message.ts';
import { isCallMissing, useHostSupports } from '../../api/host-support.ts';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { SplitPane, useFocusBack } from '../../ui/layout/SplitPane.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { CountedTabs } from '../shared/CountedTabs.tsx';
import { guardedLoader } from '../shared/guarded-loader.ts';
import { ListSearch } from '../shared/ListSearch.tsx';
import { useListParams } from '../shared/list-params.ts';
import { SavedAnswersButton } from './answers/SavedAnswers.tsx';
import { folderLabels, folders, statusesOf, typeLabels } from './labels.ts';
import { MessageList } from './MessageList.tsx';
import styles from './MessagesScreen.module.css';
import { type MessageSearchParams, messageParams, readSearchParams } from './message-search-params.ts';
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
  return (
    <>
      <ScreenHeader title="Messages" page={null} />
      <Mailbox />
    </>
  );
}

/** A folder with its filters, and the open message next to it. */
function Mailbox() {
  const searching = useListParams(messageParams);
  const { change, after } = searching;
  const params = readSearchParams(searching.params);
  const { folder, type, mine, search, message: openId } = params;
  const list = useInfiniteQuery(messageListQuery({ folder, type, mine, search }));
  const listElement = useRef<HTMLElement>(null);
  const shown = list.data && shownMessages(list.data, params, openId);

  const openIndex = shown?.findIndex(({ id }) => id === openId) ?? -1;
  const neighbour = (step: number) => (openIndex < 0 ? undefined : shown?.[openIndex + step]?.id);
  const goTo = (id: Id | undefined) => (id === undefined ? undefined : () => change({ message: id }));

  const focusInstead = useFocusBack(listElement, openId);
  const leave = () => {
    focusInstead(neighbour(1) ?? neighbour(-1));
    change({ message: undefined });
  };

  return (
    <>
      {openId === undefined && <PageTitle>Messages</PageTitle>}
      {!isCallMissing(list.error) && (
        <>
          <Filters
            params={params}
            counts={list.data?.pages[0]?.counts}
            after={after}
            onType={(next) => change({ type: next, message: undefined })}
            onMine={(next) => change({ mine: next ? '1' : undefined, search: undefined, message: undefined })}
          />
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
          <MessageList
            list={list}
            messages={shown}
            params={params}
            searchFor={(id) => after({ message: id })}
            onShowInbox={() => change({ status: undefined, type: undefined, mine: undefined })}
            onClearSearch={() => searching.change({ search: undefined }, { replace: true })}
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

interface FiltersProps {
  params: MessageSearchParams;
  /** For each status, the number of messages of the chosen type; undefined until the list has loaded. */
  counts: MessageCounts | undefined;
  after: ReturnType<typeof useListParams>['after'];
  onType: (type: MessageType | undefined) => void;
  onMine: (mine: boolean) => void;
}

/** The folders as links, each with its count, and a choice of message types. */
function Filters({ params, counts, after, onType, onMine }: FiltersProps) {
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
          onChange={(value) => onType(value === 'all' ? undefined : value)}
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
            onChange={(value) => onMine(value === 'mine')}
          />
        )}
        {isOffered && <SavedAnswersButton />}
      </div>
      <CountedTabs
        label="Folders"
        tabs={folders.map((folder) => ({
          key: folder,
          label: folderLabels[folder],
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

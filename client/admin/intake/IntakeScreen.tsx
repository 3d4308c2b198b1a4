import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { type Id, readId } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { Loader } from '../../ui/Loader.tsx';
import { DetailPane, SplitPane } from '../../ui/layout/SplitPane.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { pageOf } from '../../use-page-number.ts';
import { useNewestSearchParams } from '../../use-search-params.ts';
import { guardedLoader } from '../shared/guarded-loader.ts';
import { NothingFound, searchOf, useListSearch } from '../shared/ListSearch.tsx';
import { PagedList } from '../shared/PagedList.tsx';
import { pageSizeOf } from '../shared/PageSize.tsx';
import { IntakeRows, IntakeSkeleton } from './IntakeRows.tsx';
import styles from './IntakeScreen.module.css';
import { senderOf } from './labels.ts';
import { OpenItem } from './OpenItem.tsx';
import { type IntakeParams, intakeQuery, refreshIntake, useIntake } from './queries.ts';

export const loader = guardedLoader((queries, { search }) => {
  void queries.prefetchQuery(intakeQuery(paramsOf(search)));
});

/**
 * The screen of visitors' forms that the API host has not accepted yet. Some wait for the next automatic delivery,
 * others need a person's decision.
 */
export function Component() {
  const { params, openId, showPage, searchFor, open } = useIntakeSearchParams();
  const { page } = params;
  const [search, setSearch] = useListSearch();
  const queries = useQueryClient();
  const list = useIntake(params);
  const item = list.data?.data.find(({ id }) => id === openId);
  const place = useRef<HTMLElement>(null);
  const isLeaving = useFocusBack(place, openId);
  const close = () => open(undefined);
  const leave = () => {
    isLeaving.current = true;
    close();
  };

  return (
    <>
      <PageTitle>{item ? `${senderOf(item)} · Waiting forms` : 'Waiting forms'}</PageTitle>
      <ScreenHeader
        title="Waiting forms"
        actions={
          <Button
            variant="quiet"
            onClick={() => refreshIntake(queries)}
            busy={list.isFetching && !list.isPending}
          >
            Check again
          </Button>
        }
      />
      <SplitPane open={openId !== undefined}>
        <section ref={place} className={styles.place} aria-label="List of waiting forms" tabIndex={-1}>
          {(search !== '' || (list.data?.total ?? 0) > 1) && (
            <div className={styles.search}>
              <SearchField
                label="Search waiting forms"
                placeholder="Name, email or text"
                maxLength={limits.search}
                value={search}
                onSearch={setSearch}
              />
            </div>
          )}
          <PagedList
            list={list}
            what="waiting forms"
            label="Pages of waiting forms"
            page={page}
            showPage={showPage}
            window={5}
            ownSize={ownSize}
            skeleton={<IntakeSkeleton />}
            empty={
              search ? (
                <NothingFound
                  what="waiting form"
                  text="The search covers the reference and what visitors have typed."
                  onClear={() => setSearch('')}
                />
              ) : (
                <EmptyState
                  title="Nothing is waiting"
                  text="Forms that visitors send while the API host is down wait here, and are delivered when it is up again."
                />
              )
            }
            announce={({ data, total = data.length }) => (total === 1 ? '1 form' : `${total} forms`)}
          >
            {({ data }, stale) => (
              <IntakeRows
                items={data}
                stale={stale}
                openId={openId}
                searchFor={searchFor}
                now={list.dataUpdatedAt}
              />
            )}
          </PagedList>
        </section>
        {openId !== undefined && (
          <DetailPane
            id={openId}
            label="Open form"
            title={item ? senderOf(item) : 'Waiting form'}
            closeLabel="Close the form"
            onClose={close}
            onEscape={close}
          >
            {item ? (
              <OpenItem key={item.id} item={item} now={list.dataUpdatedAt} onLeave={leave} />
            ) : list.isPending ? (
              <Loader label="Loading the form" />
            ) : (
              <EmptyState
                title="This form is no longer in the queue"
                text="It was delivered or deleted, or it is on another page of the list."
              />
            )}
          </DetailPane>
        )}
      </SplitPane>
    </>
  );
}

const itemParam = 'item';
/** Default number of rows per page, as on the server. */
const ownSize = 20;

function paramsOf(search: URLSearchParams): IntakeParams {
  return { page: pageOf(search), perPage: pageSizeOf(search), search: searchOf(search) };
}

/**
 * State of the screen that is stored in the URL: `?page=&per_page=&search=&item=`. Changing the page closes the open
 * item.
 */
function useIntakeSearchParams() {
  const [search, setSearch] = useNewestSearchParams();
  const after = (before: URLSearchParams, id: Id | undefined) => {
    const next = new URLSearchParams(before);
    if (id === undefined) next.delete(itemParam);
    else next.set(itemParam, String(id));
    return next;
  };
  return {
    params: paramsOf(search),
    openId: readId(search.get(itemParam) ?? ''),
    searchFor: (id: Id) => `?${after(search, id)}`,
    open: (id: Id | undefined) => setSearch((before) => after(before, id)),
    showPage: (page: number, { replace = false } = {}) => {
      setSearch(
        (before) => {
          const next = after(before, undefined);
          if (page > 1) next.set('page', String(page));
          else next.delete('page');
          return next;
        },
        { replace },
      );
    },
  };
}

/**
 * Moves the focus back when an open item is closed: to its row, or to the list if the row is about to leave the list.
 * In the second case the caller sets the returned ref to true before it closes the item.
 */
function useFocusBack(place: RefObject<HTMLElement | null>, openId: Id | undefined): RefObject<boolean> {
  const last = useRef<Id>(undefined);
  const isLeaving = useRef(false);
  useEffect(() => {
    if (openId === undefined && last.current !== undefined) {
      const stays = isLeaving.current ? '' : `[data-intake-id="${last.current}"]`;
      const row = stays && place.current?.querySelector<HTMLElement>(stays);
      (row || place.current)?.focus();
      isLeaving.current = false;
    }
    last.current = openId;
  }, [openId, place]);
  return isLeaving;
}

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { deskMessages } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import type { Redirect } from '#shared/schemas/redirect.ts';
import { callApi } from '../../api/call.ts';
import { outcomeOf } from '../../api/outcome.ts';
import { idInFormName, useOpenForm } from '../../forms/open-form.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { notify } from '../../ui/toast.ts';
import { usePageNumber } from '../../use-page-number.ts';
import { guardedLoader } from '../shared/guarded-loader.ts';
import { NothingFound, useListSearch } from '../shared/ListSearch.tsx';
import { PagedList } from '../shared/PagedList.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { filtersOf, redirectsQuery, refreshRedirects, useRedirects } from './queries.ts';
import { RedirectForm } from './RedirectForm.tsx';
import { RedirectRows, RedirectSkeleton } from './RedirectRows.tsx';
import styles from './RedirectsScreen.module.css';

export const loader = guardedLoader((queries, { search }) => {
  void queries.prefetchQuery(redirectsQuery(filtersOf(search)));
});

/** docs/product.md §24: the screen of redirects from old URLs. */
export function Component() {
  return (
    <>
      <PageTitle>Redirects</PageTitle>
      <Redirects />
    </>
  );
}

/** Default number of rows per page, as on the server. */
const ownSize = 20;

function Redirects() {
  const [, showPage] = usePageNumber();
  const [params] = useSearchParams();
  const filters = filtersOf(params);
  const [search, setSearch] = useListSearch();
  const list = useRedirects(filters);
  const form = useOpenForm();
  const [importing, setImporting] = useState(false);
  const remove = useDelete();
  const editedId = idInFormName(form.open);
  const edited = list.data?.data.find(({ id }) => id === editedId);
  const add = () => form.show('new');
  const total = list.data?.total ?? 0;

  return (
    <>
      <ScreenHeader
        title="Redirects"
        actions={
          <>
            {(total > 0 || search !== '') && (
              <a className={buttonClass({ variant: 'quiet' })} href="/api/exportRedirects" download>
                Export CSV
              </a>
            )}
            <Button variant="quiet" onClick={() => setImporting(true)}>
              Import CSV
            </Button>
            <Button onClick={add}>
              <PlusIcon /> Add redirect
            </Button>
          </>
        }
      />
      {(search !== '' || total > 1) && (
        <div className={styles.search}>
          <SearchField
            label="Search redirects"
            placeholder="A part of either address"
            maxLength={limits.search}
            value={search}
            onSearch={setSearch}
          />
        </div>
      )}
      <PagedList
        list={list}
        what="redirects"
        label="Pages of redirects"
        page={filters.page}
        showPage={showPage}
        window={5}
        ownSize={ownSize}
        skeleton={<RedirectSkeleton />}
        empty={
          search ? (
            <NothingFound
              what="redirect"
              text="The search covers old addresses and their targets."
              onClear={() => setSearch('')}
            />
          ) : (
            <EmptyState
              title="No redirects yet"
              text="Redirects send visitors with an old address, from a search engine or another site, to the new one. Imports can fill in both."
              action={
                <Button onClick={add}>
                  <PlusIcon /> Add the first redirect
                </Button>
              }
            />
          )
        }
        announce={({ data, total: all = data.length }) => (all === 1 ? '1 redirect' : `${all} redirects`)}
      >
        {({ data }, stale) => (
          <RedirectRows
            redirects={data}
            stale={stale}
            onEdit={({ id }) => form.edit(id)}
            onDelete={(redirect) => void remove(redirect)}
          />
        )}
      </PagedList>
      {form.open === 'new' && <RedirectForm redirect={undefined} onClose={form.close} />}
      {edited && <RedirectForm key={edited.id} redirect={edited} onClose={form.close} />}
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  );
}

/** Deletes a redirect without a question. A toast offers undo for 8 s, which also restores the visit count. */
function useDelete() {
  const queries = useQueryClient();
  const restore = async ({ id }: Redirect) => {
    const result = await outcomeOf(callApi('restoreRedirect', { params: { id } }));
    if (result.done) notify.success(deskMessages['redirect.restored']);
    else notify.error(result.reason);
    refreshRedirects(queries);
  };
  return async (redirect: Redirect) => {
    const result = await outcomeOf(callApi('deleteRedirect', { params: { id: redirect.id } }));
    if (result.done) notify.undo(deskMessages['redirect.deleted'], () => void restore(redirect));
    else notify.error(result.reason);
    refreshRedirects(queries);
  };
}

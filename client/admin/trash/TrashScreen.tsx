import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { deskMessages } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import type { DeletedThing } from '#shared/schemas/trash.ts';
import { callApi } from '../../api/call.ts';
import { outcomeOf } from '../../api/outcome.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { notify } from '../../ui/toast.ts';
import { pageOf, usePageNumber } from '../../use-page-number.ts';
import { resourceLabels } from '../shared/activity/labels.ts';
import { CountedTabs } from '../shared/CountedTabs.tsx';
import { guardedLoader } from '../shared/guarded-loader.ts';
import { PagedList } from '../shared/PagedList.tsx';
import { pageSizeOf } from '../shared/PageSize.tsx';
import { kindOf, refreshAfterTrash, trashQuery } from './queries.ts';
import { TrashRows, TrashSkeleton } from './TrashRows.tsx';

export const loader = guardedLoader((queries, { search }) => {
  void queries.prefetchQuery(trashQuery(pageOf(search), kindOf(search), pageSizeOf(search)));
});

/** docs/product.md §21: the screen of records that were deleted in the last 30 days. */
export function Component() {
  return (
    <>
      <PageTitle>Trash</PageTitle>
      <ScreenHeader title="Trash" />
      <Trash />
    </>
  );
}

function Trash() {
  const [page, showPage] = usePageNumber();
  const [search] = useSearchParams();
  const kind = kindOf(search);
  const list = useQuery(trashQuery(page, kind, pageSizeOf(search)));
  const { restore, erase, busy } = useTrashActions();
  const [erasing, setErasing] = useState<DeletedThing>();
  const counts = Object.entries(list.data?.counts ?? {}) as [DeletedThing['resource'], number][];
  const all = counts.reduce((sum, [, count]) => sum + count, 0);
  const searchFor = (resource: DeletedThing['resource'] | undefined) => {
    const next = new URLSearchParams(search);
    next.delete('page');
    if (resource) next.set('resource', resource);
    else next.delete('resource');
    return `?${next}`;
  };
  return (
    <>
      {counts.length > 1 && (
        <CountedTabs
          label="Kinds"
          tabs={[
            { key: 'all', label: 'All', count: all, to: searchFor(undefined), current: kind === undefined },
            ...counts
              .filter(([resource, count]) => count > 0 || resource === kind)
              .map(([resource, count]) => ({
                key: resource,
                label: resourceLabels[resource],
                count,
                to: searchFor(resource),
                current: resource === kind,
              })),
          ]}
        />
      )}
      <PagedList
        list={list}
        what="trash"
        label="Pages of the trash"
        page={page}
        showPage={showPage}
        window={5}
        ownSize={limits.pageSize}
        skeleton={<TrashSkeleton />}
        empty={
          <EmptyState
            title="The trash is empty"
            text={`Deleted items can be restored here for ${limits.trashDays} days. Then they are erased.`}
          />
        }
        announce={({ total = 0 }) => (total === 1 ? '1 deleted item' : `${total} deleted items`)}
      >
        {({ data }, stale) => (
          <TrashRows things={data} stale={stale} busy={busy} onRestore={restore} onErase={setErasing} />
        )}
      </PagedList>
      {erasing && (
        <ConfirmDialog
          open
          title="Delete for good?"
          text={eraseText(erasing)}
          confirmLabel="Delete for good"
          busyLabel={deskMessages['busy.deleting']}
          onConfirm={async () => {
            await erase(erasing);
            setErasing(undefined);
          }}
          onCancel={() => setErasing(undefined)}
        />
      )}
    </>
  );
}

/** Names the records to be erased, and warns that they cannot be restored. */
function eraseText({ resource, name, below }: DeletedThing): string {
  const what = `${resourceLabels[resource]} “${name}”`;
  const projects = below === 1 ? '1 deleted project of it' : `${below} deleted projects of it`;
  const others: Partial<Record<DeletedThing['resource'], string>> = {
    applicant: ', with CVs, notes and history,',
    category: below > 0 ? `, with its logos and ${projects},` : ', with its logos,',
    project: ', with its pictures and video,',
    blog: ', with its picture,',
    team_member: ', with the photo,',
  };
  return `${what}${others[resource] ?? ''} will be erased. This cannot be undone.`;
}

function useTrashActions() {
  const queries = useQueryClient();
  const [busy, setBusy] = useState<string>();
  const act = async (call: 'restoreDeleted' | 'eraseDeleted', { resource, id }: DeletedThing) => {
    setBusy(`${resource} ${id}`);
    const result = await outcomeOf(callApi(call, { body: { resource, id } }));
    setBusy(undefined);
    const done = deskMessages[call === 'restoreDeleted' ? 'trash.restored' : 'trash.erased'];
    if (result.done) notify.success(done);
    else notify.error(result.reason);
    await refreshAfterTrash(queries);
  };
  return {
    busy,
    restore: (thing: DeletedThing) => void act('restoreDeleted', thing),
    erase: (thing: DeletedThing) => act('eraseDeleted', thing),
  };
}

import { useQueryClient } from '@tanstack/react-query';
import { deskMessages } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import { type DeletedThing, trashResources } from '#shared/schemas/trash.ts';
import { ownScript } from '#shared/text-direction.ts';
import { listQuery } from '../../api/call-query.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatAge, formatFullMoment } from '../../ui/dates.ts';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { resourceLabels } from '../shared/activity/ActivityLines.tsx';
import { CountedTabs } from '../shared/CountedTabs.tsx';
import { tellRestored, useCall, useQuestion } from '../shared/calls.tsx';
import { DataList } from '../shared/DataList.tsx';
import { oneOf } from '../shared/PagedList.tsx';
import rows from '../shared/rows.module.css';
import { screenList } from '../shared/screen-list.ts';
import styles from './TrashScreen.module.css';

const trash = screenList({ resource: oneOf(trashResources) }, ({ search: _, ...filters }) =>
  listQuery('getTrash', filters, { staleTime: 0 }),
);

export const { loader } = trash;

/** docs/product.md §21: the screen of records that were deleted in the last 30 days. */
export function Component() {
  const { params, list } = trash.useList();
  const kind = params.filters.resource;
  const queries = useQueryClient();
  // Any cached list may be wrong after a record was restored or erased.
  const refresh = () => void queries.invalidateQueries();
  const restore = useCall('restoreDeleted', { done: undefined, onDone: tellRestored, refresh });
  const erase = useCall('eraseDeleted', { done: deskMessages['trash.erased'], refresh });
  const [ask, question] = useQuestion((thing: DeletedThing) => ({
    title: 'Delete for good?',
    text: eraseText(thing),
    confirmLabel: 'Delete for good',
    onConfirm: () => erase.make({ body: { resource: thing.resource, id: thing.id } }),
  }));
  const counts = Object.entries(list.data?.counts ?? {}) as [DeletedThing['resource'], number][];
  const sum = counts.reduce((before, [, count]) => before + count, 0);
  return (
    <>
      <ScreenHeader title="Trash" />
      {counts.length > 1 && (
        <CountedTabs
          label="Kinds"
          tabs={[[undefined, sum] as const, ...counts]
            .filter(([resource, count]) => count > 0 || !resource || resource === kind)
            .map(([resource, count]) => ({
              key: resource ?? 'all',
              label: resource ? resourceLabels[resource] : 'All',
              count,
              ...params.tab({ resource }),
              current: resource === kind,
            }))}
        />
      )}
      <DataList
        list={list}
        params={params}
        name="Trash"
        what="trash"
        one="trash"
        pages="Pages of the trash"
        ownSize={limits.pageSize}
        empty={{
          title: 'The trash is empty',
          text: `Deleted items can be restored here for ${limits.trashDays} days. Then they are erased.`,
        }}
        announce={({ total = 0 }) => (total === 1 ? '1 deleted item' : `${total} deleted items`)}
        keyOf={keyOf}
        line={(thing) => {
          const { resource, id, name, by, deleted_at: at, days_left: days } = thing;
          const called = name || `${resourceLabels[resource]} ${id}`;
          const isBusy = [restore, erase].some(
            ({ pending }) => pending && keyOf(pending.body as DeletedThing) === keyOf(thing),
          );
          return (
            <>
              <div className={classNames(rows.what, styles.what)}>
                <p className={rows.name} {...ownScript(called)}>
                  {called}
                </p>
                <p className={rows.facts}>
                  <span>{resourceLabels[resource]}</span>
                  <time dateTime={at} title={formatFullMoment(at)}>
                    deleted {formatAge(at)}
                    {by && (
                      <>
                        {' '}
                        by <bdi>{by}</bdi>
                      </>
                    )}
                  </time>
                  <span>{days <= 1 ? 'erased within a day' : `${days} days left`}</span>
                </p>
              </div>
              <div className={styles.actions}>
                <Button
                  variant="quiet"
                  onClick={() => void restore.make({ body: { resource, id } })}
                  busy={isBusy}
                  aria-label={`Restore ${called}`}
                >
                  Restore
                </Button>
                <Button
                  variant="quiet"
                  className={styles.erase}
                  onClick={() => ask(thing)}
                  disabled={isBusy}
                  aria-label={`Delete ${called} for good`}
                >
                  Delete for good
                </Button>
              </div>
            </>
          );
        }}
      />
      {question}
    </>
  );
}

const keyOf = ({ resource, id }: Pick<DeletedThing, 'resource' | 'id'>) => `${resource} ${id}`;

/** Names the records to be erased, and warns that they cannot be restored. */
function eraseText({ resource, name, below }: DeletedThing) {
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

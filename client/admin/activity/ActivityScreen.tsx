import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { CallData } from '#shared/contract/index.ts';
import { limits } from '#shared/limits.ts';
import { activityResources } from '#shared/schemas/activity.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useNewestSearchParams } from '../../use-search-params.ts';
import { ActivityLines, ActivitySkeleton } from '../shared/activity/ActivityLines.tsx';
import { resourceLabels } from '../shared/activity/labels.ts';
import { guardedLoader } from '../shared/guarded-loader.ts';
import { ListFailed } from '../shared/ListFailed.tsx';
import { PageSize } from '../shared/PageSize.tsx';
import styles from './ActivityScreen.module.css';
import { type ActivityParams, activityQuery, paramsOf, searchOf } from './queries.ts';

export const loader = guardedLoader((queries, { search }) => {
  void queries.prefetchQuery(activityQuery(paramsOf(search)));
});

/** docs/product.md §21: the log of actions in the admin area. */
export function Component() {
  const [search, setSearch] = useNewestSearchParams();
  const params = paramsOf(search);
  const activity = useQuery(activityQuery(params));
  const { data, error, isFetching, refetch } = activity;
  const change = (name: keyof ActivityParams, value: string) =>
    setSearch((now) => searchOf({ ...paramsOf(now), before: '', [name]: value }), { replace: true });
  return (
    <>
      <PageTitle>Activity</PageTitle>
      <ScreenHeader
        title="Activity"
        actions={
          <a
            className={buttonClass({ variant: 'quiet' })}
            href={`/api/exportActivity${filtersOf(params)}`}
            download
          >
            Export CSV
          </a>
        }
      />
      <Filters params={params} people={data?.people ?? []} change={change} />
      {data ? (
        <ActivityPage page={data} params={params} stale={activity.isPlaceholderData} />
      ) : error ? (
        <ListFailed what="activity log" error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <ActivitySkeleton />
      )}
    </>
  );
}

/**
 * Returns the filters as the search part of a URL, without the position in the log and the number of lines per page.
 */
function filtersOf(params: ActivityParams): string {
  return searchOf({ ...params, before: '', per_page: '' });
}

interface ActivityPageProps {
  page: CallData<'getActivity'>;
  params: ActivityParams;
  /** True while the previous page stays on the screen because another one is loading. */
  stale: boolean;
}

/** One page of the log, with the links to newer and older ones. */
function ActivityPage({ page: { data: lines, older }, params, stale }: ActivityPageProps) {
  const { before, per_page } = params;
  return (
    <>
      <VisuallyHidden role="status">{stale ? '' : countText(lines.length)}</VisuallyHidden>
      {lines.length === 0 ? (
        <NoActivity filtered={filtersOf(params) !== ''} />
      ) : (
        <ActivityLines lines={lines} label="Activity" stale={stale} />
      )}
      <div className={styles.foot}>
        <nav className={styles.pages} aria-label="Pages of the activity log">
          {before && <Link to={{ search: searchOf({ ...params, before: '' }) }}>Newest</Link>}
          {older && <Link to={{ search: searchOf({ ...params, before: older }) }}>Older</Link>}
        </nav>
        {(older || before || per_page) && <PageSize own={limits.activityPage} resets={['before']} />}
      </div>
    </>
  );
}

function NoActivity({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <EmptyState title="Nothing matches these filters" text="Choose fewer filters, or other days." />
  ) : (
    <EmptyState title="No activity yet" text="Actions in the admin area are recorded here for 400 days." />
  );
}

interface FiltersProps {
  params: ActivityParams;
  people: readonly { id: number; name: string | null; email: string | null }[];
  change: (name: keyof ActivityParams, value: string) => void;
}

/** The filters of the log. They are in the URL, so that the filtered log can be sent to a colleague. */
function Filters({ params, people, change }: FiltersProps) {
  const title = useId();
  return (
    <section className={styles.filters} aria-labelledby={title}>
      <VisuallyHidden id={title}>Filters</VisuallyHidden>
      <Select
        label="Who"
        placeholder="Everybody"
        value={params.who}
        options={people.map(({ id, name, email }) => ({
          value: String(id),
          label: name || email || `Person ${id}`,
        }))}
        onChange={(event) => change('who', event.target.value)}
      />
      <Select
        label="What"
        placeholder="Everything"
        value={params.resource}
        options={activityResources.map((value) => ({ value, label: resourceLabels[value] }))}
        onChange={(event) => change('resource', event.target.value)}
      />
      <TextField
        label="From"
        type="date"
        value={params.from}
        onChange={(event) => change('from', event.target.value)}
      />
      <TextField
        label="To"
        type="date"
        value={params.to}
        onChange={(event) => change('to', event.target.value)}
      />
      {searchOf({ ...params, per_page: '' }) && (
        <Link
          className={buttonClass({ variant: 'quiet' })}
          to={{ search: searchOf({ per_page: params.per_page }) }}
        >
          Clear filters
        </Link>
      )}
    </section>
  );
}

function countText(count: number): string {
  return count === 1 ? '1 line' : `${count} lines`;
}

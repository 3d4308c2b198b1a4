import { useId } from 'react';
import { Link } from 'react-router-dom';
import { contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/row.ts';
import { limits } from '#shared/limits.ts';
import { activityResources } from '#shared/schemas/activity.ts';
import { queryText } from '../../api/call.ts';
import { listQuery } from '../../api/call-query.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { Activity, resourceLabels } from '../shared/activity/ActivityLines.tsx';
import { DataList } from '../shared/DataList.tsx';
import { PageSize, type useListParams } from '../shared/PagedList.tsx';
import { screenList } from '../shared/screen-list.ts';
import styles from './ActivityScreen.module.css';

const text = (written: string) => written || undefined;
const readers = { who: text, resource: text, id: text, action: text, from: text, to: text, before: text };
type Params = ReturnType<typeof useListParams<typeof readers>>;

/** Always fetched again, because there may be new actions. */
const activity = screenList(readers, ({ page: _, search: __, ...filters }) =>
  listQuery('getActivity', filters, { staleTime: 0 }),
);

export const { loader } = activity;

/** docs/product.md §21: the log of actions in the admin area. */
export function Component() {
  const { params, list } = activity.useList();
  const { before, per_page, page, search: _, ...filters } = params.filters;
  const { older, people = [] } = list.data ?? {};
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return (
    <>
      <ScreenHeader
        title="Activity"
        actions={
          <a
            className={buttonClass({ variant: 'quiet' })}
            href={callPath(contract.exportActivity) + queryText(filters)}
            download
          >
            Export CSV
          </a>
        }
      />
      <Filters params={params} people={people} clears={isFiltered || before !== undefined} />
      <DataList
        list={list}
        params={params}
        name="Activity"
        what="activity log"
        one="line"
        ordered
        announce={({ data }) => (data.length === 1 ? '1 line' : `${data.length} lines`)}
        empty={
          isFiltered
            ? { title: 'Nothing matches these filters', text: 'Choose fewer filters, or other days.' }
            : {
                title: 'No activity yet',
                text: 'Actions in the admin area are recorded here for 400 days.',
              }
        }
        keyOf={({ key }) => key}
        line={(line) => <Activity line={line} />}
        steps={
          <>
            <nav className="line4" aria-label="Pages of the activity log">
              {before && <Link to={{ search: params.after({ before: undefined }) }}>Newest</Link>}
              {older && <Link to={{ search: params.after({ before: older }) }}>Older</Link>}
            </nav>
            {(older || before || per_page) && <PageSize own={limits.activityPage} />}
          </>
        }
      />
    </>
  );
}

interface FiltersProps {
  params: Params;
  people: readonly { id: number; name: string | null; email: string | null }[];
  /** True if there is something to clear. */
  clears: boolean;
}

/** The filters of the log. They are in the URL, so that the filtered log can be sent to a colleague. */
function Filters({ params, people, clears }: FiltersProps) {
  const title = useId();
  const filter = (name: keyof typeof readers) => ({
    value: params.filters[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) =>
      params.change({ before: undefined, [name]: target.value || undefined }, { replace: true }),
  });
  return (
    <section className={styles.filters} aria-labelledby={title}>
      <VisuallyHidden id={title}>Filters</VisuallyHidden>
      <Select
        label="Who"
        placeholder="Everybody"
        options={people.map(({ id, name, email }) => ({
          value: String(id),
          label: name || email || `Person ${id}`,
        }))}
        {...filter('who')}
      />
      <Select
        label="What"
        placeholder="Everything"
        options={activityResources.map((value) => ({ value, label: resourceLabels[value] }))}
        {...filter('resource')}
      />
      <TextField label="From" type="date" {...filter('from')} />
      <TextField label="To" type="date" {...filter('to')} />
      {clears && (
        <Link className={buttonClass({ variant: 'quiet' })} to={{ search: '' }}>
          Clear filters
        </Link>
      )}
    </section>
  );
}

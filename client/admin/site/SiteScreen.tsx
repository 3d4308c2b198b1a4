import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { deskMessages } from '#shared/desk-messages.ts';
import type { SavedSite, SiteFileEntry } from '#shared/schemas/saved-site.ts';
import { DraftStatus, FormNotices } from '../../forms/FormNotices.tsx';
import { LeaveDialog } from '../../forms/LeaveDialog.tsx';
import { useSubmitKeys } from '../../forms/use-submit-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { Loader } from '../../ui/Loader.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { useNewestSearchParams } from '../../use-search-params.ts';
import { CountedTabs } from '../shared/CountedTabs.tsx';
import { guardedLoader } from '../shared/guarded-loader.ts';
import { ListFailed } from '../shared/ListFailed.tsx';
import { AppsTab } from './AppsTab.tsx';
import { companyGroups, fieldAt, siteLabelOf, sitePages } from './fields.ts';
import { LookTab } from './look/LookTab.tsx';
import styles from './Site.module.css';
import { Group, SurroundingsContext } from './SiteFields.tsx';
import { errorsOf, type SiteFormState, siteQuery, useSiteForm } from './site-form.ts';
import { fallbacksOf, type SiteValues } from './site-values.ts';

export const loader = guardedLoader((queries) => void queries.prefetchQuery(siteQuery));

/** The company, its look and the texts of its pages, for owners. */
export function Component() {
  const { data, error, isFetching, refetch } = useQuery(siteQuery);
  return (
    <>
      <PageTitle>Site</PageTitle>
      <ScreenHeader title="Site" />
      {data ? (
        <SiteEditor saved={data} />
      ) : error ? (
        <ListFailed what="site" error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Loader label="Loading the site" />
      )}
    </>
  );
}

/** What a tab is given. */
interface TabProps {
  state: SiteFormState;
  busy: boolean;
  readOnly: boolean;
  files: readonly SiteFileEntry[];
  onFile: (entry: SiteFileEntry) => void;
}

interface Tab {
  key: string;
  label: string;
  /** Returns true for the path of a field that the tab shows. */
  has: (path: string) => boolean;
  render: (props: TabProps) => ReactNode;
}

/** The tabs in their order. The last one also shows errors of fields that no other tab has. */
const tabs: readonly [Tab, ...Tab[]] = [
  {
    key: 'company',
    label: 'Company',
    has: (path) => companyGroups.some(({ fields }) => fields.some((field) => field === fieldAt(path))),
    render: () => companyGroups.map((group) => <Group key={group.title} {...group} />),
  },
  {
    key: 'look',
    label: 'Look',
    has: (path) => path.startsWith('brand.'),
    render: ({ state, ...rest }) => <LookTab form={state.form} {...rest} />,
  },
  { key: 'pages', label: 'Pages', has: (path) => path.startsWith('pages.'), render: () => <PagesTab /> },
  { key: 'apps', label: 'Apps', has: (path) => /^apps(\.|$)/.test(path), render: () => <AppsTab /> },
];

function tabOf(path: string): Tab {
  return tabs.find(({ has }) => has(path)) ?? tabs[0];
}

/** Search params with the open tab and, on the tab with the pages, the chosen page. */
const tabParam = 'tab';
const pageParam = 'of';

function SiteEditor({ saved }: { saved: SavedSite }) {
  const [search, setSearch] = useNewestSearchParams();
  const tab = tabs.find(({ key }) => key === search.get(tabParam)) ?? tabs[0];
  const [added, addFile] = useState<SiteFileEntry[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const seek = useSoughtField(form);

  const goTo = (path: string) => {
    setSearch(
      (next) => {
        next.set(tabParam, tabOf(path).key);
        if (path.startsWith('pages.')) next.set(pageParam, path.split('.')[1] ?? '');
        return next;
      },
      { replace: true },
    );
    seek(path);
  };
  const state = useSiteForm(saved, ([first]) => first !== undefined && goTo(first));
  const readOnly = saved.read_only;
  const busy = state.busy || readOnly;
  const values: SiteValues = useWatch({ control: state.form.control });
  // Placeholders may be a moment late, so that they never delay typing.
  const settled = useDeferredValue(values);
  const fallback = useMemo(() => fallbacksOf(settled), [settled]);
  useSubmitKeys(form);

  return (
    <SurroundingsContext value={{ form: state.form, busy, fallback }}>
      <SiteTabs state={state} current={tab} search={search} />
      {readOnly && <Notice>{deskMessages['site.fromFile']}</Notice>}
      <div className={styles.desk}>
        <form ref={form} className={styles.form} onSubmit={(event) => void state.submit(event)} noValidate>
          <FormNotices state={state} />
          <OtherProblems state={state} tab={tab} />
          <fieldset className={styles.fields} disabled={readOnly} aria-label={tab.label} key={tab.key}>
            {tab.render({
              state,
              busy,
              readOnly,
              files: [...saved.files, ...added],
              onFile: (entry) => addFile((before) => [...before, entry]),
            })}
          </fieldset>
          {!readOnly && <SaveBar state={state} />}
        </form>
      </div>
      <LeaveDialog state={state} closing={false} onStay={() => {}} onClose={() => {}} />
    </SurroundingsContext>
  );
}

/** Returns a function that moves the focus to the field of a path as soon as its tab is shown. */
function useSoughtField(form: React.RefObject<HTMLFormElement | null>): (path: string) => void {
  const sought = useRef<string>(undefined);
  useEffect(() => {
    if (sought.current === undefined) return;
    const name = CSS.escape(sought.current);
    const field = form.current?.querySelector<HTMLElement>(`[name="${name}"], [name^="${name}."]`);
    if (!field) return;
    sought.current = undefined;
    field.focus();
  });
  return (path) => {
    sought.current = path;
  };
}

interface SiteTabsProps {
  state: SiteFormState;
  current: Tab;
  search: URLSearchParams;
}

/** The tabs, each with the number of its errors. */
function SiteTabs({ state, current, search }: SiteTabsProps) {
  const wrong = errorsOf(state.form).map(({ path }) => tabOf(path).key);
  return (
    <CountedTabs
      label="Parts of the site"
      tabs={tabs.map(({ key, label }) => {
        const to = new URLSearchParams(search);
        to.set(tabParam, key);
        return {
          key,
          label,
          count: wrong.filter((each) => each === key).length || undefined,
          to: `?${to}`,
          current: key === current.key,
          urgent: true,
        };
      })}
    />
  );
}

/** Errors of keys of the site that no field shows. */
function OtherProblems({ state, tab }: { state: SiteFormState; tab: Tab }) {
  const others = errorsOf(state.form).filter(
    ({ path }) => tabOf(path) === tab && !fieldAt(path) && !path.startsWith('brand.'),
  );
  if (others.length === 0) return null;
  return (
    <Notice>
      <ul>
        {others.map(({ path, message }) => (
          <li key={path}>
            {siteLabelOf(path)}: {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** One page of the site at a time, with all its sections. */
function PagesTab() {
  const [search, setSearch] = useNewestSearchParams();
  const page = sitePages.find(({ id }) => id === search.get(pageParam)) ?? sitePages[0];
  return (
    <>
      <Select
        label="Page"
        value={page?.id ?? ''}
        options={sitePages.map(({ id, label }) => ({ value: id, label }))}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setSearch(
            (next) => {
              next.set(pageParam, value);
              return next;
            },
            { replace: true },
          );
        }}
      />
      {page?.sections.map((group) => (
        <Group key={`${page.id} ${group.title}`} {...group} />
      ))}
    </>
  );
}

/** The buttons of the form. They stay in view while the form scrolls. */
function SaveBar({ state }: { state: SiteFormState }) {
  return (
    <div className={styles.saveBar}>
      <DraftStatus draft={state.draft} dirty={state.dirty} />
      <div className={styles.saveButtons}>
        {state.dirty && (
          <Button variant="quiet" disabled={state.busy} onClick={() => void state.discardChanges()}>
            Discard changes
          </Button>
        )}
        <Button
          type="submit"
          busy={state.busy}
          busyLabel={deskMessages['busy.editing']}
          disabled={!state.dirty}
          aria-keyshortcuts="Control+S Meta+S Control+Enter Meta+Enter"
        >
          Save
        </Button>
      </div>
    </div>
  );
}

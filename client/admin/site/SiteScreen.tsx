import { useQuery } from '@tanstack/react-query';
import {
  lazy,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { useWatch } from 'react-hook-form';
import { deskMessages } from '#shared/desk-messages.ts';
import { pathTo } from '#shared/paths.ts';
import type { SavedSite, SiteFileEntry } from '#shared/schemas/saved-site.ts';
import { defaults } from '#shared/words/en/defaults.ts';
import { DraftStatus, FormNotices, LeaveDialog } from '../../forms/FormDialog.tsx';
import { valueAt } from '../../forms/nested-values.ts';
import { useSubmitKeys } from '../../forms/use-submit-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { Loader } from '../../ui/Loader.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { notify } from '../../ui/toast.ts';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { useNewestSearchParams } from '../../use-page-number.ts';
import { useWordsIn } from '../../words.ts';
import { guardedLoader } from '../screens.tsx';
import { CountedTabs } from '../shared/CountedTabs.tsx';
import { QueryFailed } from '../shared/PagedList.tsx';
import { addressOf, appsField, companyGroups, fieldAt, siteLabelOf, sitePages } from './fields.ts';
import { FirstSteps, SampleContent, StepList } from './first-steps/FirstSteps.tsx';
import { LegalTab } from './legal/LegalTab.tsx';
import type { LookFiles } from './look/LookFile.tsx';
import { LookTab } from './look/LookTab.tsx';
import { OwnPagesTab } from './own-pages/OwnPagesTab.tsx';
import { ownAddressAt, ownPagesIn } from './own-pages/own-page-values.ts';
import styles from './Site.module.css';
import { Group, ListField, SurroundingsContext } from './SiteFields.tsx';
import { SitePreview } from './SitePreview.tsx';
import {
  errorsOf,
  markFields,
  type SiteForm,
  type SiteFormState,
  siteQuery,
  useSiteForm,
} from './site-form.ts';
import { fallbacksOf, type SiteValues, siteOf } from './site-values.ts';

export const loader = guardedLoader(() => {});

/** The company, its look and the texts of its pages, for owners. */
export function Component() {
  const query = useQuery(siteQuery);
  const { data, error } = query;
  return (
    <>
      <ScreenHeader title="Site" />
      <SampleContent />
      {data ? (
        data.origin === 'sample' && !data.read_only ? (
          <FirstSteps saved={data} />
        ) : (
          <>
            <StepList />
            <SiteEditor saved={data} />
          </>
        )
      ) : error ? (
        <QueryFailed what="site" query={query} />
      ) : (
        <Loader label="Loading the site" />
      )}
    </>
  );
}

interface Tab {
  key: string;
  label: string;
  /** The key of site.json whose fields the tab shows; undefined for the tab of all other keys. */
  of?: string;
  render: (props: LookFiles) => ReactNode;
}

/** The tabs in their order. The first one also shows errors of keys that no tab has. */
const tabs: readonly [Tab, ...Tab[]] = [
  {
    key: 'company',
    label: 'Company',
    render: () => companyGroups.map((group) => <Group key={group.title} {...group} />),
  },
  { key: 'look', label: 'Look', of: 'brand', render: (props) => <LookTab {...props} /> },
  { key: 'pages', label: 'Pages', of: 'pages', render: () => <PagesTab /> },
  { key: 'apps', label: 'Apps', of: 'apps', render: () => <ListField field={appsField} /> },
  { key: 'legal', label: 'Legal', of: 'legal', render: () => <LegalTab /> },
  { key: 'own-pages', label: 'Own pages', of: 'own_pages', render: () => <OwnPagesTab /> },
];

function tabOf(path: string) {
  return tabs.find(({ of }) => of === path.split('.')[0]) ?? tabs[0];
}

/** Search params with the open tab and, on the tab with the pages, the chosen page. */
const tabParam = 'tab';
const pageParam = 'of';

/** Returns the search params, and a function that changes some of them. */
function useOpenPart() {
  const [search, setSearch] = useNewestSearchParams();
  const open = (params: Record<string, string>) =>
    setSearch(
      (next) => {
        for (const [name, value] of Object.entries(params)) next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return [search, open] as const;
}

function SiteEditor({ saved }: { saved: SavedSite }) {
  const [search, open] = useOpenPart();
  const tab = tabs.find(({ key }) => key === search.get(tabParam)) ?? tabs[0];
  const [added, addFile] = useState<SiteFileEntry[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const seek = useSoughtField(form);
  const shown = usePreviewedPage(tab.key === 'pages' ? (search.get(pageParam) ?? 'home') : tab.key);

  const goTo = (path: string) => {
    const page = path.startsWith('pages.') && { [pageParam]: path.split('.')[1] ?? '' };
    open({ [tabParam]: tabOf(path).key, ...page });
    seek(path);
  };
  const state = useSiteForm(saved, ([first]) => first !== undefined && goTo(first));
  const readOnly = saved.read_only;
  const busy = state.busy || readOnly;
  const values: SiteValues = useWatch({ control: state.form.control });
  // Placeholders may be a moment late, so that they never delay typing.
  const settled = useDeferredValue(values);
  const words = useWordsIn(settled.language === 'ur' ? 'ur' : 'en', defaults);
  const fallback = useMemo(() => fallbacksOf(settled, words), [settled, words]);
  const site = useMemo(() => siteOf(settled), [settled]);
  useSubmitKeys(form);

  const preview = (
    <SitePreview
      site={site}
      address={ownAddressAt(site, shown.path) ?? shown.address}
      pages={[...previewedPages, ...ownPreviews(site)]}
      onChoose={shown.choose}
      texts={textsNear(shown.path, settled, fallback)}
      onProblems={(errors) => markPreviewProblems(state.form, errors)}
      onFix={goTo}
    />
  );
  return (
    <SurroundingsContext value={{ form: state.form, busy, fallback }}>
      <SiteTabs state={state} current={tab} search={search} />
      {readOnly && <p className={styles.note}>{deskMessages['site.fromFile']}</p>}
      <Desk preview={preview}>
        {(previewToggle) => (
          <form
            ref={form}
            className="stack5"
            onSubmit={(event) => void state.submit(event)}
            // The editor of a text has no name of its own.
            onFocus={({ target }) =>
              shown.follow(
                target.getAttribute('name') ??
                  target.closest('[data-path]')?.getAttribute('data-path') ??
                  null,
              )
            }
            noValidate
          >
            <FormNotices state={state} />
            <OtherProblems state={state} tab={tab} />
            <fieldset className={styles.fields} disabled={readOnly} aria-label={tab.label} key={tab.key}>
              {tab.render({
                files: [...saved.files, ...added],
                onFile: (entry) => addFile((before) => [...before, entry]),
              })}
            </fieldset>
            <SaveBar state={state} saved={saved} previewToggle={previewToggle} />
          </form>
        )}
      </Desk>
      <LeaveDialog state={state} />
    </SurroundingsContext>
  );
}

const previewedPages = [
  ...sitePages.map(({ address, label }) => ({ address, label })),
  { address: pathTo('privacyPolicy'), label: 'Privacy policy' },
  { address: pathTo('termsConditions'), label: 'Terms and conditions' },
];

/** Returns the company's own pages, with drafts, as the preview offers them. */
function ownPreviews(site: SiteValues) {
  const named = ownPagesIn(site).filter(({ path, title }) => path && title);
  return named.map(({ path, title }) => ({ address: path, label: title }));
}

/**
 * Returns the page that the preview shows, and the path of the field that is edited. The page follows the field, and
 * the open part of the form (`part`: a tab or a page), until another one is chosen.
 */
function usePreviewedPage(part: string) {
  const addressOfPart = addressOf(part === 'apps' || part === 'legal' ? part : `pages.${part}`);
  const [view, setView] = useState({ part, address: addressOfPart, path: '' });
  if (view.part !== part) setView({ part, address: addressOfPart, path: '' });
  return {
    address: view.address,
    path: view.path,
    choose: (address: string) => setView({ part, address, path: '' }),
    follow: (path: string | null) => {
      if (!path || path === view.path) return;
      // Another field of the same page must not lead away from a page that was chosen by hand.
      const address = addressOf(path) === addressOf(view.path) && view.path ? view.address : addressOf(path);
      setView({ part, address, path });
    },
  };
}

/** Returns the texts by which the preview finds the edited field: its own, then those of its section. */
function textsNear(path: string, values: SiteValues, fallback: (path: string) => string | undefined) {
  const textAt = (at: string) => {
    const value = valueAt(values, at);
    return (typeof value === 'string' && value.trim()) || fallback(at) || '';
  };
  const section = /^pages\.\w+\.\w+/.exec(path)?.[0];
  const near = section ? [`${section}.title`, `${section}.text`] : [];
  return path ? [path, ...near].map(textAt).filter(Boolean) : [];
}

/**
 * Marks the fields because of which the preview could not be rendered, and clears those that were marked before. Fields
 * that were empty before and still are, such as those of a new page, are not marked until the form is sent.
 */
function markPreviewProblems(form: SiteForm, errors: Record<string, string>) {
  const values = form.getValues();
  const { defaultValues = {} } = form.formState;
  const before = errorsOf(form.formState.errors).filter(({ type }) => type === 'preview');
  for (const { path } of before) if (!Object.hasOwn(errors, path)) form.clearErrors(path);
  const isUntouched = (path: string) =>
    [values, defaultValues].every((from) => (valueAt(from, path) ?? '') === '');
  const marked = Object.entries(errors).filter(([path]) => !isUntouched(path));
  markFields(form, Object.fromEntries(marked), 'preview');
}

interface DeskProps {
  preview: ReactNode;
  /** Renders the form. It is given the button that shows the preview where there is no room beside the form. */
  children: (previewToggle: ReactNode) => ReactNode;
}

/** The form with the preview beside it; on narrow screens the preview is below the form, behind a button. */
function Desk({ preview, children }: DeskProps) {
  const isBeside = useMediaQuery('from-xl');
  const [isOpen, open] = useState(false);
  const below = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) below.current?.scrollIntoView({ block: 'start' });
  }, [isOpen]);
  const toggle = !isBeside && (
    <Button variant="quiet" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
      {isOpen ? 'Hide preview' : 'Preview'}
    </Button>
  );
  return (
    <div className={styles.desk}>
      {children(toggle)}
      {(isBeside || isOpen) && (
        <div ref={below} className={styles.beside}>
          {preview}
        </div>
      )}
    </div>
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
  const wrong = errorsOf(state.form.formState.errors).map(({ path }) => tabOf(path).key);
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
  const others = errorsOf(state.form.formState.errors).filter(
    ({ path }) => tabOf(path) === tab && !fieldAt(path) && !/^(brand|legal|own_pages)\./.test(path),
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
  const [search, open] = useOpenPart();
  const page = sitePages.find(({ id }) => id === search.get(pageParam)) ?? sitePages[0];
  return (
    <>
      <Select
        label="Page"
        value={page?.id ?? ''}
        options={sitePages.map(({ id, label }) => ({ value: id, label }))}
        onChange={(event) => open({ [pageParam]: event.currentTarget.value })}
      />
      {page?.sections.map((group) => (
        <Group key={`${page.id} ${group.title}`} {...group} />
      ))}
    </>
  );
}

const LazyVersions = lazy(() => import('./SiteVersionsDialog.tsx'));

interface SaveBarProps {
  state: SiteFormState;
  saved: SavedSite;
  previewToggle: ReactNode;
}

/** The buttons of the form. They stay in view while the form scrolls. */
function SaveBar({ state, saved, previewToggle }: SaveBarProps) {
  // The input of all tabs goes at once, so it can be brought back.
  const discard = async () => {
    const bringBack = await state.discardChanges();
    notify.undo(deskMessages['site.discarded'], bringBack);
  };
  const [hasVersions, showVersions] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const hasChanges = state.busy || state.dirty;
  const hadChanges = useRef(false);
  // "Save" and "Discard" cannot be pressed again: the bar has the focus in their place.
  useEffect(() => {
    const { activeElement } = document;
    const isLost = activeElement === document.body || activeElement?.matches(':disabled');
    if (hadChanges.current && !hasChanges && isLost) bar.current?.focus();
    hadChanges.current = hasChanges;
  }, [hasChanges]);
  return (
    <div ref={bar} className={styles.saveBar} tabIndex={-1}>
      <DraftStatus draft={state.draft} dirty={state.dirty} />
      <div className={styles.saveButtons}>
        {previewToggle}
        <Button variant="quiet" disabled={state.busy} onClick={() => showVersions(true)}>
          Versions
        </Button>
        {state.dirty && (
          <Button variant="quiet" disabled={state.busy} onClick={() => void discard()}>
            Discard
          </Button>
        )}
        {!saved.read_only && (
          <Button
            type="submit"
            busy={state.busy}
            busyLabel={deskMessages['busy.saving']}
            disabled={!state.dirty}
            aria-keyshortcuts="Control+S Meta+S Control+Enter Meta+Enter"
          >
            Save
          </Button>
        )}
      </div>
      {hasVersions &&
        // Outside the form, so that Enter in it does not submit the form.
        createPortal(
          <Suspense>
            <LazyVersions state={state} present={saved} onClose={() => showVersions(false)} />
          </Suspense>,
          document.body,
        )}
    </div>
  );
}

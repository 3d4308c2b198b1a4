import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { deskMessages } from '#shared/desk-messages.ts';
import type { SavedSite } from '#shared/schemas/saved-site.ts';
import { translateError } from '../../api/api-error.ts';
import { callApi, callOrThrow, readApi } from '../../api/call.ts';
import { callQuery, fetchOncePerForm } from '../../api/call-query.ts';
import { conflictOf, savedBy } from '../../forms/conflict.ts';
import { type ResourceFormState, useResourceForm } from '../../forms/use-resource-form.ts';
import { announceSiteInfo, readSiteInfo } from '../../site-info.ts';
import { notify } from '../../ui/toast.ts';
import { listOfSiteFields } from './fields.ts';
import { formValuesOf, type SiteValues, siteOf } from './site-values.ts';

/** The site that the form edits. */
export const siteQuery = queryOptions({ ...callQuery('getSite'), ...fetchOncePerForm });

export type SiteForm = UseFormReturn<SiteValues>;

/**
 * The form of the whole site. A save is live at once, so each save can be undone. `onProblems` is called with the
 * paths of the wrong fields when the server has refused a save.
 */
export function useSiteForm(saved: SavedSite, onProblems: (paths: string[]) => void) {
  const queries = useQueryClient();
  /** The site that is stored now, for undo. */
  const present = useRef(saved);

  const take = (newest: SavedSite) => {
    present.current = newest;
    queries.setQueryData(siteQuery.queryKey, newest);
    void queries.invalidateQueries({ queryKey: ['getSiteVersions'] });
    void renewSiteInfo();
    return { stored: formValuesOf(newest.site), version: newest.updated_at };
  };

  const state: ResourceFormState<SiteValues> = useResourceForm<SiteValues>({
    draftKey: saved.read_only ? undefined : 'site',
    stored: formValuesOf(saved.site),
    version: saved.updated_at,
    // The server checks the site, because only the server knows the files that the site names.
    fields: [],
    listOf: listOfSiteFields,
    save: (values, { version, signal }) =>
      callApi('updateSite', { body: { site: siteOf(values), updated_at: version }, signal }),
    onSaved: (answer) => {
      const before = present.current;
      const newest = answer.data as SavedSite;
      state.startFrom(take(newest));
      offerUndo(answer.message ?? deskMessages['site.saved'], before);
    },
    onFailed: (error) => {
      const { fieldErrors } = translateError(error);
      markFields(state.form, fieldErrors, 'server');
      onProblems(Object.keys(fieldErrors));
    },
    reload: async () => take(await readApi('getSite')),
  });
  // An offer to undo outlives the render in which it was made, so it needs the newest state.
  const latest = useRef(state);
  latest.current = state;

  /** Saves a site. Returns why that failed. */
  async function put(site: SavedSite['site'], version: string | undefined) {
    try {
      const answer = await callOrThrow('updateSite', { body: { site, updated_at: version } });
      if (answer.data) present.current = answer.data;
    } catch (error) {
      const conflict = conflictOf(error);
      return conflict ? `${savedBy(conflict)}, so nothing was put back.` : translateError(error).message;
    }
    await latest.current.loadNewerVersion();
    return undefined;
  }

  function offerUndo(text: string, before: SavedSite) {
    // The sample has no values that could be saved.
    if (before.origin === 'sample') {
      notify.success(text);
      return;
    }
    const { updated_at: version } = present.current;
    notify.undo(text, async () => {
      const problem = await put(before.site, version);
      if (problem === undefined) notify.success(deskMessages['site.undone']);
      else notify.error(problem);
    });
  }

  return {
    ...state,
    /**
     * Saves an earlier site over the present one, and offers undo. Input in the form is set aside. Returns why that
     * failed; undefined if it is done.
     */
    replaceBy: async (site: SavedSite['site'], over: string | undefined, done: string) => {
      // Another owner may have saved the version that is replaced, and undo has to bring that one back.
      const before = over === present.current.updated_at ? present.current : await readApi('getSite');
      const problem = await put(site, over);
      if (problem === undefined) offerUndo(done, before);
      return problem;
    },
  };
}

export type SiteFormState = ReturnType<typeof useSiteForm>;

/** The key under which the form holds an error about the whole site. */
const wholeSite = 'root.site';

/** Shows errors at their fields. `type` tells errors of a save from those of the preview. */
export function markFields(form: SiteForm, errors: Record<string, string>, type: 'server' | 'preview') {
  for (const [path, message] of Object.entries(errors)) {
    // The whole address is missing if none of its fields is filled in. The city is the first that it needs.
    const field = path === 'address' ? 'address.city' : path || wholeSite;
    form.setError(field, { type, message });
  }
}

/** Returns the errors of a form by path, such as `social.1.url`. */
export function errorsOf(errors: object, at = ''): { path: string; message: string; type: string }[] {
  return Object.entries(errors).flatMap(([name, value]) => {
    // `ref` of an error is the element of its field.
    if (typeof value !== 'object' || value === null || name === 'ref') return [];
    const path = at ? `${at}.${name}` : name;
    const { message, type } = value as { message?: unknown; type?: unknown };
    const own = typeof message === 'string' ? [{ path, message, type: String(type) }] : [];
    return [...own, ...errorsOf(value, path)];
  });
}

/**
 * Reads the company again after an owner has changed it, so that this tab shows its new name, logo, texts and colours
 * without a reload. If the read fails, the tab shows the earlier company until it is reloaded.
 */
async function renewSiteInfo() {
  try {
    const answer = await fetch(location.href, { headers: { Accept: 'text/html' } });
    const next = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const info = readSiteInfo(next);
    takeColors(next);
    announceSiteInfo(info);
  } catch (error) {
    console.warn('The changed company could not be read.', error);
  }
}

/** Replaces the colours of the company, which are custom properties of the root element. */
function takeColors(next: Document) {
  const [mine, theirs] = [document.documentElement.style, next.documentElement.style];
  for (const name of [...mine].filter((each) => each.startsWith('--brand-'))) mine.removeProperty(name);
  for (const name of theirs) mine.setProperty(name, theirs.getPropertyValue(name));
}

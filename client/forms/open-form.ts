import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { type Id, readId } from '#shared/id.ts';
import { useNewestSearchParams } from '../use-page-number.ts';

/** Search param with the name of the form that is open: `?form=new`, `?form=7`. */
const param = 'form';

/** Prefix of an id that is a text, so that it cannot be confused with a word such as `new`. */
const idPrefix = 'id-';

/** Returns the name of the form that edits the record with this id. */
export function formNameOf(id: Id) {
  return typeof id === 'number' ? String(id) : `${idPrefix}${id}`;
}

/** Returns the id of the record that the form with this name edits; undefined if it edits no stored record. */
export function idInFormName(name: string | undefined) {
  const id = readId(name?.startsWith(idPrefix) ? name.slice(idPrefix.length) : name);
  return id !== undefined && formNameOf(id) === name ? id : undefined;
}

/** Returns the name of the open form from the search part of a URL; undefined if there is none. */
export function formParamOf(search: string) {
  return new URLSearchParams(search).get(param) ?? undefined;
}

/**
 * State of a history entry. `formOpened` is true if the entry was created by opening a form, so that the entry before
 * it is the same screen without the form.
 */
interface FormEntry {
  formOpened?: boolean;
  /** The tool at which the form opens. */
  tool?: string;
}

/**
 * Returns the name of the screen's open form, and functions that open and close forms. The name is in the URL, so
 * that an open form survives a reload, can be sent to a colleague, and is closed by going back. `show` opens the form
 * with a name, `edit` the form of a record. `close` goes back to the entry from which the form was opened. If the
 * form was opened by its URL, `close` removes the name from the URL instead.
 */
export function useOpenForm() {
  const [search, setSearch] = useNewestSearchParams();
  const { state, key } = useLocation();
  const navigate = useNavigate();
  const { formOpened, tool } = (state ?? {}) as FormEntry;

  const open = (name: string, entry: FormEntry, replace = false) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.set(param, name);
        return next;
      },
      { replace, state: { ...state, ...entry } satisfies FormEntry },
    );
  const show = (name: string) => open(name, { formOpened: true, tool: undefined });
  /**
   * Key of the history entry that `close` is leaving. Going back takes a moment. If `close` is called again in the
   * meantime, nothing happens, because going back a second time would leave the screen.
   */
  const leaving = useRef<string>(undefined);
  useEffect(() => {
    if (leaving.current !== key) leaving.current = undefined;
  }, [key]);
  const close = () => {
    if (leaving.current === key) return;
    leaving.current = key;
    navigateIntended(() => {
      if (formOpened) return void navigate(-1);
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          next.delete(param);
          return next;
        },
        { replace: true, state },
      );
    });
  };
  return {
    open: search.get(param) ?? undefined,
    tool,
    show,
    edit: (id: Id) => show(formNameOf(id)),
    /** Opens the form of a record in place of the open one, at a tool. */
    goOn: (id: Id, at: string) => navigateIntended(() => open(formNameOf(id), { tool: at }, true)),
    close,
  };
}

/**
 * True while a form is being closed by a navigation. The guard of forms (use-resource-form.ts) then does not ask
 * about unsaved changes, because closing the form has already asked.
 */
let onPurpose = false;

/** Navigates to close a form without asking about unsaved changes again. */
function navigateIntended(navigate: () => void) {
  onPurpose = true;
  navigate();
}

/** Returns true once after each `navigateIntended`. */
export function takeIntendedNavigation() {
  const taken = onPurpose;
  onPurpose = false;
  return taken;
}

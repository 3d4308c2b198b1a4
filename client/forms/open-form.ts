import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { type Id, readId } from '#shared/id.ts';
import { useNewestSearchParams } from '../use-search-params.ts';
import { navigateIntended } from './intended-navigation.ts';

/** The search param that names the open form of a screen: `?form=new`, `?form=7`. */
const param = 'form';

/** Prefix of a text id, so that no id is mistaken for a word such as `new`. */
const idPrefix = 'id-';

/** Returns the form name for the record with this id. */
export function formNameOf(id: Id): string {
  return typeof id === 'number' ? String(id) : `${idPrefix}${id}`;
}

/** Returns the id of the record that a form name refers to; undefined for a form without a record. */
export function idInFormName(name: string | undefined): Id | undefined {
  const id = readId(name?.startsWith(idPrefix) ? name.slice(idPrefix.length) : name);
  return id !== undefined && formNameOf(id) === name ? id : undefined;
}

/** Returns the form that a search string names; undefined if it names none. */
export function formParamOf(search: string): string | undefined {
  return new URLSearchParams(search).get(param) ?? undefined;
}

/**
 * State of a history entry that was created by opening a form. The entry before it is the screen without the form.
 */
interface FormEntry {
  formOpened?: boolean;
}

/**
 * Returns the open form of a screen, read from the address: so it survives a reload, can be sent to a colleague, and
 * closes with a step back. `show` opens the form of that name, and `edit` the form of a record. `close` returns to
 * the entry where the form was opened; on an address that was opened directly, it removes the form's name from the
 * address.
 */
export function useOpenForm() {
  const [search, setSearch] = useNewestSearchParams();
  const { state, key } = useLocation();
  const navigate = useNavigate();
  const { formOpened } = (state ?? {}) as FormEntry;

  const show = (name: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.set(param, name);
        return next;
      },
      { state: { ...state, formOpened: true } satisfies FormEntry },
    );
  /** History entry that is being left. A step back is asynchronous, and a second one would leave the screen. */
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
  return { open: search.get(param) ?? undefined, show, edit: (id: Id) => show(formNameOf(id)), close };
}

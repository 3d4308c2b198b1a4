import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { type Id, readId } from '#shared/id.ts';
import { useNewestSearchParams } from '../use-search-params.ts';
import { leaveOnPurpose } from './leave-on-purpose.ts';

/** The search param that says which form of a screen is open: `?form=new`, `?form=7`. */
const param = 'form';

/** Before an id that is a text, so that none is taken for a word such as `new`. */
const idPrefix = 'id-';

/** The name of the form on the thing with this id. */
export function formNameOf(id: Id): string {
  return typeof id === 'number' ? String(id) : `${idPrefix}${id}`;
}

/** The id of the thing that a form of this name is on; undefined for a form on none. */
export function idInFormName(name: string | undefined): Id | undefined {
  const id = readId(name?.startsWith(idPrefix) ? name.slice(idPrefix.length) : name);
  return id !== undefined && formNameOf(id) === name ? id : undefined;
}

/** The form that a search string names; undefined for none. */
export function formParamOf(search: string): string | undefined {
  return new URLSearchParams(search).get(param) ?? undefined;
}

/** The state of a history entry that was made by opening a form: the entry before it is the screen without. */
interface FormEntry {
  formOpened?: boolean;
}

/**
 * The form that is open on a screen, as the address says, so that it outlives a reload, can be sent to a colleague, and is closed by a
 * step back. `show` opens the form of that name, `edit` the one on a thing, and `close` goes back to where it was opened; on an address that somebody was sent
 * it takes the form's name out of it.
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
  /** The entry that is being left: a step back takes a moment, and a second one would leave the screen. */
  const leaving = useRef<string>(undefined);
  useEffect(() => {
    if (leaving.current !== key) leaving.current = undefined;
  }, [key]);
  const close = () => {
    if (leaving.current === key) return;
    leaving.current = key;
    leaveOnPurpose(() => {
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

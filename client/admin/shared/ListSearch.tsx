import type { CallName } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import { useDeskSupports } from '../../api/host-support.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { useListParams } from '../../use-page-number.ts';
import styles from './ListSearch.module.css';

/** Returns the search text of a list from the URL (`?search=`); '' means no search. */
export function searchOf(params: URLSearchParams): string {
  return (params.get('search') ?? '').trim().slice(0, limits.search);
}

/**
 * Returns the search text of the URL, and a function that changes it. The function goes to page 1 and adds no history
 * entry.
 */
export function useListSearch(): [string, (search: string) => void] {
  const [params, setParams] = useListParams();
  const change = (search: string) =>
    setParams(
      (next) => {
        next.delete('page');
        if (search) next.set('search', search);
        else next.delete('search');
        return next;
      },
      { replace: true },
    );
  return [searchOf(params), change];
}

interface ListSearchProps {
  /** The call that searches. */
  call: CallName;
  /** Label of the field: "Search posts". */
  label: string;
  placeholder: string;
  value: string;
  onSearch: (search: string) => void;
}

/**
 * The search field of a list. If the host lacks the call, a text is shown instead, because a search without it would
 * have to read all pages. While it is unknown whether the host has the call, an empty placeholder is shown.
 */
export function ListSearch({ call, label, placeholder, value, onSearch }: ListSearchProps) {
  const takes = useDeskSupports(call);
  if (takes === false) return <p className={styles.absent}>{deskMessages['find.noListSearch']}</p>;
  return (
    <div className={styles.place}>
      {takes && (
        <SearchField
          label={label}
          placeholder={placeholder}
          maxLength={limits.search}
          value={value}
          onSearch={onSearch}
        />
      )}
    </div>
  );
}

interface NothingFoundProps {
  /** Singular of the records searched for: "post". */
  what: string;
  /** Text that names the fields in which the search looks. */
  text: string;
  onClear: () => void;
}

/** Shown instead of the rows when a search has no results. */
export function NothingFound({ what, text, onClear }: NothingFoundProps) {
  return (
    <EmptyState
      title={`No ${what} matches`}
      text={text}
      action={
        <Button variant="quiet" onClick={onClear}>
          Clear the search
        </Button>
      }
    />
  );
}

import type { CallName } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import { useDeskTakes } from '../../api/host-calls.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { useListParams } from '../../use-page-number.ts';
import styles from './ListSearch.module.css';

/** What a list is searched for, as the address says (`?search=`); '' is no search. */
export function searchOf(params: URLSearchParams): string {
  return (params.get('search') ?? '').trim().slice(0, limits.search);
}

/** The search of the address, and what changes it: on page 1, without a step in the history. */
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
  /** "Search posts". */
  label: string;
  placeholder: string;
  value: string;
  onSearch: (search: string) => void;
}

/**
 * The search field of a list. A host without the calls would have to be asked for everything: then there is a line instead, and while
 * it is being asked which calls it has, the field's place.
 */
export function ListSearch({ call, label, placeholder, value, onSearch }: ListSearchProps) {
  const takes = useDeskTakes(call);
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
  /** What was looked for, in the singular: "post". */
  what: string;
  /** What the search covers. */
  text: string;
  onClear: () => void;
}

/** Stands in the place of the rows when a search has found none. */
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

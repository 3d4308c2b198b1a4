import type { CallName } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import { useDeskSupports } from '../../api/host-support.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import styles from './ListSearch.module.css';

interface ListSearchProps {
  /** The call that searches; undefined if the host always has it. */
  call?: CallName;
  /** Label of the field: "Search posts". */
  label: string;
  placeholder: string;
  className?: string;
  params: {
    filters: { search?: string };
    change: (change: { search?: string }, how: { replace: boolean }) => void;
  };
}

/**
 * The search field of a list. If the host lacks the call, a text is shown instead, because a search without it would
 * have to read all pages. While it is unknown whether the host has the call, an empty placeholder is shown.
 */
export function ListSearch(props: ListSearchProps) {
  const { call, label, placeholder, params, className = call ? styles.place : styles.always } = props;
  const supports = useDeskSupports(call ?? 'findAnything');
  const takes = call ? supports : true;
  if (takes === false) return <p className={styles.absent}>{deskMessages['find.noListSearch']}</p>;
  return (
    <div className={className}>
      {takes && (
        <SearchField
          label={label}
          placeholder={placeholder}
          maxLength={limits.search}
          value={params.filters.search ?? ''}
          onSearch={(search) => params.change({ search: search || undefined }, { replace: true })}
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

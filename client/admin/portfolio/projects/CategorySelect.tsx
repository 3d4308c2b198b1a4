import type { Ref } from 'react';
import { translateError } from '../../../api/api-error.ts';
import type { WholeList } from '../../../api/read-all-pages.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { useAllCategories } from '../all-categories.ts';
import styles from './CategorySelect.module.css';

interface CategorySelectProps {
  value: string;
  onChange: (categoryId: string) => void;
  busy: boolean;
  error?: string | undefined;
  ref?: Ref<HTMLSelectElement>;
}

/** Every category to choose from. What is chosen stays chosen while the list loads. */
export function CategorySelect({ value, onChange, busy, error, ref }: CategorySelectProps) {
  const { data: all, error: failure, isFetching, refetch } = useAllCategories();
  const categories = all?.data;
  const options = (categories ?? []).map(({ id, title }) => ({ value: String(id), label: title }));
  const missing = value !== '' && !options.some((option) => option.value === value);
  if (missing) options.unshift({ value, label: categories ? 'A deleted category' : 'Loading…' });
  return (
    <div className={styles.field}>
      <Select
        label="Category"
        options={options}
        placeholder={categories || failure ? 'Select a category' : 'Loading the categories…'}
        hint={all && hintOf(all)}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        readOnly={busy}
        error={error}
        ref={ref}
      />
      {failure && !categories && (
        <p className={styles.failure} role="alert">
          <span>The categories could not be loaded. {translateError(failure).message}</span>
          <Button
            variant="quiet"
            onClick={() => void refetch()}
            busy={isFetching}
            busyLabel="Trying again..."
          >
            Try again
          </Button>
        </p>
      )}
    </div>
  );
}

function hintOf({ data, complete }: WholeList<unknown>): string | undefined {
  if (!complete) return `There are more categories; these are the first ${data.length}.`;
  return data.length === 0 ? 'There are no categories yet. Add one first.' : undefined;
}

import { Select } from '../../ui/fields/Select.tsx';
import { pageSizes, useListParams } from './list-params.ts';
import styles from './rows.module.css';

/** Select for the number of rows per page, `own` by default. The choice is stored in the URL. */
export function PageSize({ own }: { own: number }) {
  const { filters, change } = useListParams();
  const options = [...new Set([own, ...pageSizes])].sort((one, other) => one - other);
  return (
    <div className={styles.size}>
      <Select
        label="Rows per page"
        value={String(filters.per_page ?? own)}
        options={options.map((size) => ({ value: String(size), label: String(size) }))}
        onChange={({ target: { value } }) =>
          // `before` is the position in a list without page numbers.
          change(
            { before: undefined, per_page: value === String(own) ? undefined : value },
            { replace: true },
          )
        }
      />
    </div>
  );
}

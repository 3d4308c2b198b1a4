import { Select } from '../../ui/fields/Select.tsx';
import { useNewestSearchParams } from '../../use-search-params.ts';
import styles from './PagedList.module.css';

/** The smallest choice: a list that fits into it needs none. */
export const smallestSize = 20;
const sizes = [smallestSize, 50, 100];

/** Returns the number of rows per page from the URL (`?per_page=`); undefined for the list's default. */
export function pageSizeOf(search: URLSearchParams): number | undefined {
  return sizes.find((size) => String(size) === search.get('per_page'));
}

interface PageSizeProps {
  /** Default number of rows per page. */
  own: number;
  /** Search params that are removed when the number of rows changes. */
  resets?: readonly string[];
}

/** Select for the number of rows per page. The choice is stored in the URL. */
export function PageSize({ own, resets = ['page'] }: PageSizeProps) {
  const [search, setSearch] = useNewestSearchParams();
  const change = (size: number) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const name of resets) next.delete(name);
        if (size === own) next.delete('per_page');
        else next.set('per_page', String(size));
        return next;
      },
      { replace: true },
    );
  const options = [...new Set([own, ...sizes])].sort((one, other) => one - other);
  return (
    <div className={styles.size}>
      <Select
        label="Rows per page"
        value={String(pageSizeOf(search) ?? own)}
        options={options.map((size) => ({ value: String(size), label: String(size) }))}
        onChange={(event) => change(Number(event.target.value))}
      />
    </div>
  );
}

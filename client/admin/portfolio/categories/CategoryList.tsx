import { type ReactNode, type Ref, useEffect, useEffectEvent } from 'react';
import { messages } from '#shared/messages.ts';
import type { Category } from '#shared/schemas/category.ts';
import { translateError } from '../../../api/api-error.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { EmptyState } from '../../../ui/empty-state/EmptyState.tsx';
import { ErrorState } from '../../../ui/error-state/ErrorState.tsx';
import { PlusIcon } from '../../../ui/icons/icons.tsx';
import { Pagination } from '../../../ui/pagination/Pagination.tsx';
import { useCategories } from '../queries/categories.ts';
import styles from './CategoryList.module.css';
import { CategoryTable, CategoryTableSkeleton } from './CategoryTable.tsx';

interface CategoryListProps {
  page: number;
  showPage: (page: number, how?: { replace: boolean }) => void;
  onAdd: () => void;
  onEdit: (category: Category) => void;
  menuOf: (category: Category) => ReactNode;
  /** What takes the focus when the row that had it is gone. */
  ref: Ref<HTMLElement>;
}

/** docs/product.md §9: up to so many page numbers around the current page. */
const pageNumbers = 5;

/** The categories in each of the list's states: loading, failed, empty, and rows with their pages. */
export function CategoryList({ page, showPage, onAdd, onEdit, menuOf, ref }: CategoryListProps) {
  const { data: list, error, isPlaceholderData, isFetching, refetch } = useCategories(page);
  const beyond = list && !isPlaceholderData && list.data.length === 0 && page > 1;
  const lastPage = Math.max(1, Math.min(list?.last_page ?? 1, page - 1));
  const showLastPage = useEffectEvent(() => showPage(lastPage, { replace: true }));
  useEffect(() => {
    if (beyond) showLastPage();
  }, [beyond]);

  if (error && (!list || isPlaceholderData)) {
    return (
      <ErrorState
        title="The categories could not be loaded"
        text={translateError(error).message}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    );
  }
  if (!list || beyond) return <CategoryTableSkeleton />;
  if (list.data.length === 0) {
    return (
      <EmptyState
        // docs/product.md §2, word for word.
        title={messages['list.empty']}
        text="The portfolio has no categories yet. Start with one, such as Film or Web. Every project belongs to a category."
        action={
          <Button onClick={onAdd}>
            <PlusIcon /> Add the first category
          </Button>
        }
      />
    );
  }
  return (
    <section ref={ref} className={styles.list} aria-label="Categories and their pages" tabIndex={-1}>
      <CategoryTable categories={list.data} stale={isPlaceholderData} onEdit={onEdit} menuOf={menuOf} />
      <Pagination
        current={page}
        last={list.last_page}
        onChange={showPage}
        window={pageNumbers}
        label="Pages of categories"
      />
    </section>
  );
}

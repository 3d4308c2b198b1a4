import type { ReactNode, Ref } from 'react';
import { messages } from '#shared/messages.ts';
import type { Category } from '#shared/schemas/category.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PlusIcon } from '../../../ui/icons.tsx';
import { PagedList } from '../../shared/PagedList.tsx';
import { useCategories } from '../categories.ts';
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
  return (
    <section ref={ref} aria-label="Categories and their pages" tabIndex={-1}>
      <PagedList
        list={useCategories(page)}
        what="categories"
        label="Pages of categories"
        page={page}
        showPage={showPage}
        window={pageNumbers}
        skeleton={<CategoryTableSkeleton />}
        empty={
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
        }
      >
        {({ data }, stale) => (
          <CategoryTable categories={data} stale={stale} onEdit={onEdit} menuOf={menuOf} />
        )}
      </PagedList>
    </section>
  );
}

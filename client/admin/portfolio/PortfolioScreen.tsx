import { useRef, useState } from 'react';
import type { Category } from '#shared/schemas/category.ts';
import { Button } from '../../ui/Button.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { pageOf, usePageNumber } from '../../use-page-number.ts';
import { guardedLoader } from '../shared/guarded-loader.ts';
import { AddCategory } from './categories/AddCategory.tsx';
import { CategoryList } from './categories/CategoryList.tsx';
import { CategoryMenu } from './categories/CategoryMenu.tsx';
import { EditCategory } from './categories/EditCategory.tsx';
import { InUseDialog } from './categories/InUseDialog.tsx';
import { useDeleteCategory } from './categories/use-delete-category.ts';
import { categoriesQuery, useCategories } from './categories.ts';
import { AddProject } from './projects/AddProject.tsx';

type OpenDialog = { kind: 'category' } | { kind: 'project' } | { kind: 'edit'; category: Category };

export const loader = guardedLoader((queries, { search }) => {
  void queries.prefetchQuery(categoriesQuery(pageOf(search)));
});

/** docs/product.md §2, admin Portfolio screen. The menu button of its header is the layout's, on small screens. */
export function Component() {
  const [page, showPage] = usePageNumber();
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const { data: list } = useCategories(page);
  const rows = useRef<HTMLElement>(null);
  const deletion = useDeleteCategory(() => {
    rows.current?.focus();
    // The last row of the last page leaves an empty page behind.
    if (list?.data.length === 1 && page > 1) showPage(page - 1, { replace: true });
  });

  return (
    <>
      <PageTitle>Portfolio</PageTitle>
      <ScreenHeader
        title="Portfolio"
        actions={
          <>
            <Button variant="quiet" onClick={() => setDialog({ kind: 'category' })}>
              <PlusIcon /> Category
            </Button>
            <Button onClick={() => setDialog({ kind: 'project' })}>
              <PlusIcon /> Project
            </Button>
          </>
        }
      />
      <CategoryList
        ref={rows}
        page={page}
        showPage={showPage}
        onAdd={() => setDialog({ kind: 'category' })}
        onEdit={(category) => setDialog({ kind: 'edit', category })}
        menuOf={(category) => (
          <CategoryMenu
            category={category}
            deleting={deletion.deleting === category.id}
            onDelete={() => void deletion.ask(category)}
          />
        )}
      />
      {dialog?.kind === 'category' && <AddCategory onClose={close} />}
      {dialog?.kind === 'project' && <AddProject onClose={close} />}
      {dialog?.kind === 'edit' && <EditCategory id={dialog.category.id} onClose={close} />}
      {deletion.inUse && <InUseDialog inUse={deletion.inUse} onClose={deletion.forget} />}
    </>
  );
}

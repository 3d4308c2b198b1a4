import { useQueryClient } from '@tanstack/react-query';
import { type Ref, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import type { Category } from '#shared/schemas/category.ts';
import { idInFormName, useOpenForm } from '../../forms/open-form.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { pageOf, usePageNumber } from '../../use-page-number.ts';
import { guardedLoader } from '../shared/guarded-loader.ts';
import { IfSupported } from '../shared/IfSupported.tsx';
import { ListSearch, NothingFound, searchOf, useListSearch } from '../shared/ListSearch.tsx';
import { PagedList } from '../shared/PagedList.tsx';
import { FormForRole } from '../shared/RoleRefused.tsx';
import { useDeleteWithUndo } from '../shared/use-delete-with-undo.ts';
import { AddCategory, EditCategory } from './CategoryForm.tsx';
import { CategoryTable, CategoryTableSkeleton } from './CategoryTable.tsx';
import { storeCategoryTitle } from './category-title.ts';
import { AddProject } from './ProjectForm.tsx';
import { categoriesQuery, categoryQuery, refreshPortfolio, useCategories } from './queries.ts';

export const loader = guardedLoader((queries, { search }) => {
  void queries.prefetchQuery(categoriesQuery(pageOf(search), searchOf(search)));
});

/** docs/product.md §2, admin Portfolio screen. */
export function Component() {
  const [page, showPage] = usePageNumber();
  const form = useOpenForm();
  const edited = idInFormName(form.open);
  const [search, setSearch] = useListSearch();
  const { data: list } = useCategories(page, search);
  const rows = useRef<HTMLElement>(null);
  const deletion = useDeleteCategory(() => {
    rows.current?.focus();
    // After the last row of the last page is deleted, that page is empty, so the previous page is shown.
    if (list?.data.length === 1 && page > 1) showPage(page - 1, { replace: true });
  });

  return (
    <>
      <PageTitle>Portfolio</PageTitle>
      <ScreenHeader
        title="Portfolio"
        actions={
          <>
            <IfSupported call="addProjectCategory">
              <Button variant="quiet" onClick={() => form.show('category')}>
                <PlusIcon /> Category
              </Button>
            </IfSupported>
            <IfSupported call="addProject">
              <Button onClick={() => form.show('project')}>
                <PlusIcon /> Project
              </Button>
            </IfSupported>
          </>
        }
      />
      <ListSearch
        call="searchCategories"
        label="Search categories"
        placeholder="Title"
        value={search}
        onSearch={setSearch}
      />
      <CategoryList
        ref={rows}
        search={search}
        onClear={() => setSearch('')}
        page={page}
        showPage={showPage}
        onAdd={() => form.show('category')}
        onEdit={(category) => form.edit(category.id)}
        deletingId={deletion.deleting}
        onDelete={(category) => void deletion.ask(category)}
      />
      {form.open === 'category' && (
        <FormForRole call="addProjectCategory" onClose={form.close}>
          <AddCategory onClose={form.close} />
        </FormForRole>
      )}
      {form.open === 'project' && (
        <FormForRole call="addProject" onClose={form.close}>
          <AddProject onClose={form.close} />
        </FormForRole>
      )}
      {edited !== undefined && (
        <FormForRole call="updateProjectCategory" onClose={form.close}>
          <EditCategory key={edited} id={edited} onClose={form.close} />
        </FormForRole>
      )}
      {deletion.inUse && <InUseDialog inUse={deletion.inUse} onClose={deletion.forget} />}
    </>
  );
}

interface CategoryListProps {
  page: number;
  search: string;
  onClear: () => void;
  showPage: (page: number, how?: { replace: boolean }) => void;
  onAdd: () => void;
  onEdit: (category: Category) => void;
  deletingId: Id | undefined;
  onDelete: (category: Category) => void;
  /** Element that takes the focus when the focused row was deleted. */
  ref: Ref<HTMLElement>;
}

/** Maximum number of page numbers around the current page (docs/product.md §9). */
const pageNumbers = 5;

/** The categories in each of the list's states: loading, failed, empty, and rows with pagination. */
function CategoryList({ page, search, onClear, showPage, onAdd, ref, ...actions }: CategoryListProps) {
  return (
    <section ref={ref} aria-label="Categories and their pages" tabIndex={-1}>
      <PagedList
        list={useCategories(page, search)}
        what="categories"
        label="Pages of categories"
        page={page}
        showPage={showPage}
        window={pageNumbers}
        skeleton={<CategoryTableSkeleton />}
        empty={
          search ? (
            <NothingFound what="category" text="The search covers titles." onClear={onClear} />
          ) : (
            <EmptyState
              // Exact text of docs/product.md §2.
              title={deskMessages['list.empty']}
              text="The portfolio has no categories yet. Start with one, such as Film or Web. Every project belongs to a category."
              action={
                <IfSupported call="addProjectCategory">
                  <Button onClick={onAdd}>
                    <PlusIcon /> Add the first category
                  </Button>
                </IfSupported>
              }
            />
          )
        }
      >
        {({ data }, stale) => <CategoryTable categories={data} stale={stale} {...actions} />}
      </PagedList>
    </section>
  );
}

/** A category that cannot be deleted, and the reason. */
interface InUse {
  category: Category;
  projects: number;
}

/**
 * Deletes a category without projects. The server refuses to delete one with projects, so the number of projects is
 * fetched first; if there are any, a dialog links to them. If the host does not send the number, the host's own error
 * is shown.
 */
function useDeleteCategory(onDeleted: () => void) {
  const queries = useQueryClient();
  const [inUse, setInUse] = useState<InUse>();
  const { remove, deleting } = useDeleteWithUndo({
    resource: 'category',
    call: 'deleteProjectCategory',
    deleted: deskMessages['category.deleted'],
    refresh: () => refreshPortfolio(queries),
  });

  async function ask(category: Category): Promise<void> {
    const fresh = { ...categoryQuery(category.id), staleTime: 0, retry: false };
    const { projects_count: projects = 0 } = await queries.fetchQuery(fresh).catch(() => category);
    if (projects > 0) setInUse({ category, projects });
    else if (await remove(category.id)) onDeleted();
  }

  return { ask, deleting, inUse, forget: () => setInUse(undefined) };
}

/** Explains why a category was not deleted, and links to its projects. */
function InUseDialog({ inUse, onClose }: { inUse: InUse; onClose: () => void }) {
  const navigate = useNavigate();
  const { category, projects } = inUse;
  const view = () => {
    storeCategoryTitle(category);
    void navigate(pathTo('adminProjects', { id: category.id }));
  };
  return (
    <Dialog
      open
      role="alertdialog"
      title="This category is not empty"
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
          <Button onClick={view} data-focus-first>
            View its projects
          </Button>
        </>
      }
    >
      <p>{textOf('category.notEmpty', { projects })}</p>
    </Dialog>
  );
}

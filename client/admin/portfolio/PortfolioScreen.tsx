import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import { pathTo } from '#shared/paths.ts';
import type { Category } from '#shared/schemas/category.ts';
import { idInFormName, useOpenForm } from '../../forms/open-form.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { DataList } from '../shared/DataList.tsx';
import { guardedLoader } from '../shared/guarded-loader.ts';
import { AddButton, useSupportedItems } from '../shared/IfSupported.tsx';
import { ListSearch } from '../shared/ListSearch.tsx';
import { readParams, useListParams } from '../shared/list-params.ts';
import { useDeleteWithUndo } from '../shared/use-delete-with-undo.ts';
import { CategoryDialog } from './CategoryForm.tsx';
import styles from './CategoryTable.module.css';
import { categoryColumns } from './CategoryTable.tsx';
import { storeCategoryTitle } from './category-title.ts';
import { ProjectDialog } from './ProjectForm.tsx';
import { categoriesQuery, categoryQuery } from './queries.ts';

export const loader = guardedLoader((queries, { search }) => {
  void queries.prefetchQuery(categoriesQuery(readParams(search)));
});

/** docs/product.md §2, admin Portfolio screen. */
export function Component() {
  const params = useListParams();
  const form = useOpenForm();
  const edited = idInFormName(form.open);
  const rows = useRef<HTMLElement>(null);
  const deletion = useDeleteCategory(() => rows.current?.focus());
  const edits =
    useSupportedItems()([{ label: '', onSelect: () => {}, call: 'updateProjectCategory' }]).length > 0;

  return (
    <>
      <ScreenHeader
        title="Portfolio"
        actions={
          <>
            <AddButton call="addProjectCategory" variant="quiet" onClick={() => form.show('category')}>
              Category
            </AddButton>
            <AddButton call="addProject" onClick={() => form.show('project')}>
              Project
            </AddButton>
          </>
        }
      />
      <ListSearch call="searchCategories" label="Search categories" placeholder="Title" params={params} />
      {/* Takes the focus when the focused row was deleted. */}
      <section ref={rows} aria-label="Categories and their pages" tabIndex={-1}>
        <DataList
          list={useQuery(categoriesQuery(params.filters))}
          params={params}
          name="Categories"
          what="categories"
          one="category"
          // docs/product.md §9
          window={5}
          searches="titles"
          empty={{
            // Exact text of docs/product.md §2.
            title: deskMessages['list.empty'],
            text: 'The portfolio has no categories yet. Start with one, such as Film or Web. Every project belongs to a category.',
            action: (
              <AddButton call="addProjectCategory" onClick={() => form.show('category')}>
                Add the first category
              </AddButton>
            ),
          }}
          className={styles.table}
          columns={categoryColumns({
            edits,
            onEdit: ({ id }) => form.edit(id),
            isDeleting: ({ id }) => id === deletion.deleting,
            onDelete: (category) => void deletion.ask(category),
          })}
        />
      </section>
      {form.open === 'category' && <CategoryDialog onClose={form.close} />}
      {form.open === 'project' && <ProjectDialog onClose={form.close} />}
      {edited !== undefined && <CategoryDialog key={edited} id={edited} onClose={form.close} />}
      {deletion.inUse && <InUseDialog inUse={deletion.inUse} onClose={deletion.forget} />}
    </>
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
    refresh: 'portfolio',
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

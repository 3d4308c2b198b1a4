import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router-dom';
import { categoryImage } from '#shared/category-image.ts';
import { categoryPath } from '#shared/category-path.ts';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import type { Category, TechImage } from '#shared/entities/category.ts';
import { isAllowedImage } from '#shared/html-policy.ts';
import { pathTo } from '#shared/paths.ts';
import { listQuery } from '../../api/call-query.ts';
import { idInFormName, useOpenForm } from '../../forms/open-form.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ArrowRightIcon, ArrowUpRightIcon } from '../../ui/icons.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { AddButton, useMay } from '../shared/access.tsx';
import { deletionOf, useDeleteWithUndo, useQuestion } from '../shared/calls.tsx';
import {
  type Column,
  DataList,
  deleteAction,
  Entry,
  editAction,
  RowButtons,
  RowMenu,
  Thumbnail,
} from '../shared/DataList.tsx';
import { ListSearch } from '../shared/PagedList.tsx';
import rows from '../shared/rows.module.css';
import { screenList } from '../shared/screen-list.ts';
import { CategoryDialog } from './CategoryForm.tsx';
import styles from './PortfolioScreen.module.css';
import { ProjectDialog } from './ProjectForm.tsx';
import { categoryQuery, storeCategoryTitle } from './queries.ts';

/** The categories, or those that match a search. */
const categories = screenList({}, ({ per_page: _, ...filters }) =>
  listQuery(filters.search ? 'searchCategories' : 'getProjectCategory', filters),
);

export const { loader } = categories;

/** docs/product.md §2, admin Portfolio screen. */
export function Component() {
  const { params, list } = categories.useList();
  const form = useOpenForm();
  const edited = idInFormName(form.open);
  const deletion = useDeleteCategory();

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
      <section aria-label="Categories and their pages">
        <DataList
          list={list}
          params={params}
          name="Categories"
          what="categories"
          one="category"
          // docs/product.md §9
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
          columns={useCategoryColumns(deletion)}
        />
      </section>
      {form.open === 'category' && <CategoryDialog onClose={form.close} />}
      {form.open === 'project' && <ProjectDialog onClose={form.close} />}
      {edited !== undefined && <CategoryDialog key={edited} id={edited} onClose={form.close} />}
      {deletion.question}
    </>
  );
}

/**
 * Deletes a category without projects. The server refuses to delete one with projects, so the number of projects is
 * fetched first; if there are any, a question leads to them. If the host does not send the number, the host's own error
 * is shown.
 */
function useDeleteCategory() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { remove, deleting } = useDeleteWithUndo(deletionOf('category'));
  const [leadTo, question] = useQuestion((category: Category) => ({
    title: 'This category is not empty',
    text: textOf('category.notEmpty', { projects: category.projects_count ?? 0 }),
    confirmLabel: 'View its projects',
    destroys: false,
    onConfirm: () => {
      storeCategoryTitle(category);
      void navigate(pathTo('adminProjects', { id: category.id }));
    },
  }));

  async function ask(category: Category) {
    const fresh = { ...categoryQuery(category.id), staleTime: 0, retry: false };
    const newest = await queries.fetchQuery(fresh).catch(() => category);
    if (newest.projects_count) leadTo(newest);
    else await remove(category.id);
  }

  return { ask, deleting, question };
}

/** docs/product.md §2, admin Portfolio screen: Category Name, Edit, View Projects. */
function useCategoryColumns({ ask, deleting }: ReturnType<typeof useDeleteCategory>): Column<Category>[] {
  const form = useOpenForm();
  const edits = useMay()('updateProjectCategory');
  return [
    {
      head: 'Category Name',
      cell: (category) => <Name category={category} />,
    },
    ...(edits
      ? [
          {
            head: 'Edit',
            className: rows.narrow,
            cell: (category: Category) => (
              <RowButtons
                title={category.title}
                items={[editAction('category', () => form.edit(category.id))]}
              />
            ),
          },
        ]
      : []),
    {
      head: 'View Projects',
      className: rows.narrow,
      cell: (category) => (
        <span className={rows.actions}>
          <Link
            className={classNames(buttonClass({ variant: 'quiet' }), styles.view)}
            to={pathTo('adminProjects', { id: category.id })}
            aria-label={`View projects of ${category.title}`}
            onClick={() => storeCategoryTitle(category)}
          >
            <span className={styles.viewLabel}>View</span>
            <ArrowRightIcon />
          </Link>
          <RowMenu
            title={category.title}
            label={`More for ${category.title}`}
            history="category"
            id={category.id}
            items={[
              {
                label: 'View on the site',
                Icon: ArrowUpRightIcon,
                onSelect: () => window.open(categoryPath(category.title), '_blank', 'noopener'),
              },
              {
                ...deleteAction('category', () => void ask(category)),
                disabled: category.id === deleting,
              },
            ]}
          />
        </span>
      ),
    },
  ];
}

/** Picture, title, number of projects, which some hosts do not send, and logos. */
function Name({ category }: { category: Category }) {
  const { title, projects_count: count, tech_img } = category;
  return (
    <span className={styles.name}>
      <Thumbnail src={categoryImage(category)} shape="wide" />
      <span className={rows.what}>
        <Entry
          title={title}
          facts={
            <>
              {count !== undefined && <span>{count === 1 ? '1 project' : `${count} projects`}</span>}
              <Logos logos={tech_img} />
            </>
          }
        />
      </span>
    </span>
  );
}

/** Maximum number of logos in a row. Further logos are shown as a number. */
const shownAtMost = 5;

/** The technology logos of a category in one small row. */
function Logos({ logos }: { logos: readonly TechImage[] }) {
  const drawn = logos.filter(({ image }) => isAllowedImage(image)).slice(0, shownAtMost);
  const rest = logos.length - drawn.length;
  if (logos.length === 0) return null;
  return (
    <span className="inline1">
      <VisuallyHidden>{logos.length === 1 ? '1 logo' : `${logos.length} logos`}</VisuallyHidden>
      {drawn.map(({ id, image }) => (
        <Picture key={id} className={styles.logo} src={image} alt="" sizes="2rem" largest={160} />
      ))}
      {rest > 0 && <span aria-hidden="true">+{rest}</span>}
    </span>
  );
}

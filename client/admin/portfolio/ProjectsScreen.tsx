import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { categoryPath } from '#shared/category-path.ts';
import { type Id, readId } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import { ApiError } from '../../api/api-error.ts';
import { idInFormName, useOpenForm } from '../../forms/open-form.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ArrowLeftIcon, ArrowUpRightIcon } from '../../ui/icons.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { guardedLoader } from '../shared/guarded-loader.ts';
import { AddButton } from '../shared/IfSupported.tsx';
import { storedCategoryTitle } from './category-title.ts';
import { nextOrder, ProjectDialog } from './ProjectForm.tsx';
import { ProjectList } from './ProjectList.tsx';
import styles from './ProjectsScreen.module.css';
import { categoryQuery, projectsQuery } from './queries.ts';

export const loader = guardedLoader((queries, { params }) => {
  const id = readId(params.id);
  if (id === undefined) return;
  void queries.prefetchQuery(categoryQuery(id));
  void queries.prefetchQuery(projectsQuery(id));
});

/** The projects of one category: /admin/portfolio/projects/{id} of docs/product.md §2. */
export function Component() {
  const id = readId(useParams().id);
  return id === undefined ? <NoSuchCategory /> : <Projects key={id} categoryId={id} />;
}

function Projects({ categoryId }: { categoryId: Id }) {
  const form = useOpenForm();
  const edited = idInFormName(form.open);
  const { data: category, error } = useQuery(categoryQuery(categoryId));
  const { data: projects } = useQuery(projectsQuery(categoryId));
  const [storedTitle] = useState(() => storedCategoryTitle(categoryId));
  const title = category?.title ?? storedTitle;
  const add = () => form.show('new');
  if (!category && error instanceof ApiError && error.status === 404) return <NoSuchCategory />;

  return (
    <>
      <BackLink />
      <ScreenHeader
        title={title ?? 'Projects'}
        page={title ? `${title}, projects` : 'Projects'}
        actions={
          <>
            {title && (
              <a
                className={buttonClass({ variant: 'quiet' })}
                href={categoryPath(title)}
                target="_blank"
                rel="noopener"
              >
                View on the site <ArrowUpRightIcon />
              </a>
            )}
            <AddButton call="addProject" onClick={add} disabled={!projects}>
              Project
            </AddButton>
          </>
        }
      />
      <ProjectList categoryId={categoryId} onAdd={add} onEdit={(project) => form.edit(project.id)} />
      {form.open === 'new' && projects && (
        <ProjectDialog position={{ categoryId, order: nextOrder(projects.data) }} onClose={form.close} />
      )}
      {edited !== undefined && <ProjectDialog key={edited} id={edited} onClose={form.close} />}
    </>
  );
}

function BackLink() {
  return (
    <Link className={styles.back} to={pathTo('adminPortfolio')}>
      <ArrowLeftIcon /> Portfolio
    </Link>
  );
}

/** Shown when the category was deleted, or its URL was mistyped. */
function NoSuchCategory() {
  return (
    <>
      <BackLink />
      <ScreenHeader title="Projects" page="Category not found" />
      <EmptyState
        title="This category does not exist"
        text="It may have been deleted. Go back to the portfolio and choose another one."
      />
    </>
  );
}

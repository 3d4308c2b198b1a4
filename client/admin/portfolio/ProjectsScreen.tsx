import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { categoryPath } from '#shared/category-path.ts';
import type { Id } from '#shared/id.ts';
import { readId } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import type { Project } from '#shared/schemas/project.ts';
import { ApiError } from '../../api/api-error.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ArrowLeftIcon, ArrowUpRightIcon, PlusIcon } from '../../ui/icons.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { guardedLoader } from '../shared/guarded-loader.ts';
import { categoryQuery, useCategory } from './category.ts';
import { storedCategoryTitle } from './category-title.ts';
import styles from './ProjectsScreen.module.css';
import { AddProject } from './projects/AddProject.tsx';
import { EditProject } from './projects/EditProject.tsx';
import { nextOrder } from './projects/next-order.ts';
import { ProjectList } from './projects/ProjectList.tsx';
import type { ProjectPlace } from './projects/use-project-form.ts';
import { projectsQuery, useProjects } from './projects.ts';

type OpenDialog = { kind: 'add'; place: ProjectPlace } | { kind: 'edit'; project: Project };

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
  const [dialog, setDialog] = useState<OpenDialog>();
  const { data: category, error } = useCategory(categoryId);
  const { data: projects } = useProjects(categoryId);
  const [storedTitle] = useState(() => storedCategoryTitle(categoryId));
  const title = category?.title ?? storedTitle;
  const close = () => setDialog(undefined);
  const add = () => {
    setDialog({ kind: 'add', place: { categoryId, order: nextOrder(projects?.data ?? []) } });
  };
  if (!category && error instanceof ApiError && error.status === 404) return <NoSuchCategory />;

  return (
    <>
      <PageTitle>{title ? `${title}, projects` : 'Projects'}</PageTitle>
      <BackLink />
      <ScreenHeader
        title={title ?? 'Projects'}
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
            <Button onClick={add} disabled={!projects}>
              <PlusIcon /> Project
            </Button>
          </>
        }
      />
      <ProjectList
        categoryId={categoryId}
        onAdd={add}
        onEdit={(project) => setDialog({ kind: 'edit', project })}
      />
      {dialog?.kind === 'add' && <AddProject place={dialog.place} onClose={close} />}
      {dialog?.kind === 'edit' && <EditProject id={dialog.project.id} onClose={close} />}
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

/** The category was deleted, or its address was mistyped. */
function NoSuchCategory() {
  return (
    <>
      <PageTitle>Category not found</PageTitle>
      <BackLink />
      <ScreenHeader title="Projects" />
      <EmptyState
        title="There is no category at this address"
        text="It may have been deleted. Go back to the portfolio and choose another one."
      />
    </>
  );
}

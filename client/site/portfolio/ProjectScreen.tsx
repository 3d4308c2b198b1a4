import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useParams } from 'react-router-dom';
import type { Category } from '#shared/entities/category.ts';
import type { Project } from '#shared/entities/project.ts';
import { type Id, readId } from '#shared/id.ts';
import { work } from '#shared/words/en/work.ts';
import type { Prefetch } from '../../api/prefetch.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useWords } from '../../words.ts';
import { RecordPage } from '../PageStates.tsx';
import { CategoryPlate, ProjectPlate } from './Plate.tsx';
import { BackToWork, PortfolioPage } from './PortfolioPage.tsx';
import { ProjectArticle, ProjectSkeleton } from './ProjectArticle.tsx';
import styles from './ProjectScreen.module.css';
import {
  categoryQuery,
  neighboursQuery,
  singleProjectQuery,
  useCategory,
  useListedTitle,
  useSingleProject,
} from './queries.ts';

/** Reads the project, its category, and the previous and the next project. */
export const prefetch: Prefetch = async (reads, { params }) => {
  const id = readId(params.id);
  if (id === undefined) return;
  await reads.main(singleProjectQuery(id));
  const project = reads.client.getQueryData(singleProjectQuery(id).queryKey);
  if (!project) return;
  await Promise.all([reads.side(categoryQuery(project.category_id)), reads.side(neighboursQuery(project))]);
};

/** /portfolioOne/{id}: one project. */
export function Component() {
  const id = readId(useParams().id);
  return (
    <PortfolioPage>{id === undefined ? <ProjectPage /> : <ProjectById key={id} id={id} />}</PortfolioPage>
  );
}

function ProjectById({ id }: { id: Id }) {
  const project = useSingleProject(id);
  const listedTitle = useListedTitle(id);
  const category = useCategory(project.data?.category_id);
  const loading = <ProjectSkeleton id={id} title={project.data?.title ?? listedTitle} />;
  // Waits for the category too. It is shown at the top of the page and would push the text down if it arrived later.
  if (project.data && category.isPending) return loading;
  return (
    <ProjectPage query={project} loading={loading}>
      {(data) => (
        <>
          <ProjectArticle project={data} whole={!project.isPlaceholderData} category={category.data} />
          <MoreProjects project={data} category={category.data} />
        </>
      )}
    </ProjectPage>
  );
}

function ProjectPage(
  page: Pick<ComponentProps<typeof RecordPage<Project>>, 'query' | 'loading' | 'children'>,
) {
  const words = useWords(work);
  return (
    <RecordPage
      {...page}
      says={(name) => words(`project.${name}`)}
      seed="no-project"
      action={<BackToWork />}
    />
  );
}

/**
 * Links to the previous and the next project of the category. At the first and the last project, a link to the
 * category fills the empty place. Renders nothing for the only project of a category.
 */
function MoreProjects({ project, category }: { project: Project; category: Category | undefined }) {
  const words = useWords(work);
  const neighbours = useQuery(neighboursQuery(project));
  if (neighbours.isPending) {
    return (
      <div className={styles.more} aria-hidden="true">
        <div className={styles.plate}>
          <Skeleton height="var(--print-height)" />
        </div>
        <div className={styles.plate}>
          <Skeleton height="var(--print-height)" />
        </div>
      </div>
    );
  }
  const { previous, next } = neighbours.data ?? {};
  if (!previous && !next) return null;
  return (
    <nav className={styles.more} aria-label={words('project.more')}>
      {previous && (
        <ProjectPlate
          className={styles.plate}
          project={previous}
          level={2}
          kicker={words('project.previous')}
          isLast
          isBack
        />
      )}
      {next && (
        <ProjectPlate
          className={styles.plate}
          project={next}
          level={2}
          kicker={words('project.next')}
          isLast
        />
      )}
      {category && !(previous && next) && (
        <CategoryPlate
          className={styles.plate}
          category={category}
          kicker={words('project.allInCategory')}
          isLast
        />
      )}
    </nav>
  );
}

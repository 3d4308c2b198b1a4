import { useRef } from 'react';
import { Link, useViewTransitionState } from 'react-router-dom';
import { categoryPath } from '#shared/category-path.ts';
import { pathTo } from '#shared/paths.ts';
import type { Category } from '#shared/schemas/category.ts';
import type { Project } from '#shared/schemas/project.ts';
import { summaryText } from '#shared/summary-text.ts';
import { work } from '#shared/words/en/work.ts';
import { classNames } from '../../ui/class-names.ts';
import { Artwork } from '../../ui/gallery/Artwork.tsx';
import { useUpright } from '../../ui/gallery/upright.ts';
import { widthsBeside } from '../../ui/Picture.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TitleHeading } from '../../ui/WrittenText.tsx';
import { useScript, useWords } from '../../words.ts';
import { EmptyList, FailedRead, ListEnd, LoadingList } from '../PageStates.tsx';
import styles from './CategoryProjects.module.css';
import { projectSeed, projectTransition, travelling } from './display.ts';
import { ProjectResult } from './Plate.tsx';
import { BackToWork } from './PortfolioPage.tsx';
import { useCategoryProjects } from './queries.ts';

/** One page of a category's projects, in their order, in each state: loading, failed, empty, and filled. */
export function CategoryProjects({ category, page }: { category: Category; page: number }) {
  const words = useWords(work);
  const projects = useCategoryProjects(category.id, page);
  if (projects.isPending) return <ProjectsSkeleton />;
  if (projects.isError)
    return <FailedRead level={2} title={words('category.projectsFailed')} query={projects} />;
  const { data, unlisted } = projects.data;
  if (unlisted) return null;
  if (data.length === 0 && page === 1) {
    return (
      <EmptyList
        level={2}
        seed={`no-projects-${category.id}`}
        title={words('category.empty')}
        text={words('category.emptyText')}
        action={<BackToWork />}
      />
    );
  }
  return (
    <section aria-label={words('category.projects')}>
      <div className={styles.list}>
        {data.map((project, index) => (
          <ProjectCard key={project.id} project={project} eager={index === 0} />
        ))}
      </div>
      <ListEnd list={projects.data} page={page} path={categoryPath(category.title)} />
    </section>
  );
}

/** A project of the category: its picture, its title, and its result or else the beginning of its text. */
function ProjectCard({ project, eager }: { project: Project; eager: boolean }) {
  const script = useScript();
  const to = pathTo('portfolioItem', { id: project.id });
  const leaving = useViewTransitionState(to);
  const excerpt = project.result ? '' : summaryText(project.description, 190, 'sentence');
  const print = useRef<HTMLDivElement>(null);
  const { isUpright, onLoad } = useUpright(print);
  const image = project.images[0]?.image;
  return (
    <article className={classNames('answers', styles.card, isUpright(image) && styles.upright)}>
      <div ref={print} className={styles.print} onLoadCapture={onLoad}>
        <Artwork
          className="zooms"
          whole={isUpright(image)}
          src={image}
          alt=""
          details={project.picture_details}
          seed={projectSeed(project.id)}
          sizes={widthsBeside(58)}
          largest={1280}
          eager={eager}
          transitionName={leaving ? projectTransition(project.id) : undefined}
        />
      </div>
      <div className={styles.words} dir={script(project.title, project.result ?? excerpt).dir}>
        <TitleHeading
          level={2}
          className={classNames('cardTitle', styles.title)}
          style={leaving ? travelling('project', project.id, 'title') : undefined}
          title={project.title}
        >
          {(title) => (
            <Link className="covers" to={to} viewTransition>
              {title}
            </Link>
          )}
        </TitleHeading>
        <div className="stack1">
          {excerpt && (
            <p className={styles.summary} lang={script(excerpt).lang}>
              {excerpt}
            </p>
          )}
          <ProjectResult project={project} />
        </div>
      </div>
    </article>
  );
}

export function ProjectsSkeleton() {
  const words = useWords(work);
  return (
    <LoadingList className={styles.list} label={words('category.loadingProjects')} count={3}>
      {() => (
        <div className={styles.card}>
          <div className={styles.print}>
            <Skeleton height="100%" />
          </div>
          <div className={styles.words}>
            <Skeleton width="70%" height="2.4em" />
            <Skeleton width="100%" height="4.5em" />
          </div>
        </div>
      )}
    </LoadingList>
  );
}

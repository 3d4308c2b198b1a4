import { useParams } from 'react-router-dom';
import { type Id, readId } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import { translateError } from '../../api/api-error.ts';
import type { Prefetch } from '../../api/prefetch.ts';
import { classNames } from '../../ui/class-names.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import layout from '../../ui/layout/layout.module.css';
import { PageStatus } from '../../ui/PageStatus.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { BackLink } from './BackLink.tsx';
import { useField } from './field.ts';
import { isMissing } from './is-missing.ts';
import { NotShown } from './NotShown.tsx';
import { prefetchProject } from './prefetch.ts';
import { ProjectArticle } from './project/ProjectArticle.tsx';
import { ProjectPlace } from './project/ProjectPlace.tsx';
import styles from './Screen.module.css';
import { useSingleProject } from './single-project.ts';

export const prefetch: Prefetch = (reads, { params }) => prefetchProject(reads, params.id);

/** /portfolioOne/{id}: one project. */
export function Component() {
  const id = readId(useParams().id);
  return (
    <div className={classNames(layout.page, styles.screen)}>
      {id === undefined ? <NoProject /> : <Project key={id} id={id} />}
    </div>
  );
}

function Project({ id }: { id: Id }) {
  const project = useSingleProject(id);
  const field = useField(project.data?.category_id);
  // The field is part of what stands first: come later, it would push the words down.
  if (project.isPending || (project.data && field.isPending)) return <ProjectPlace />;
  if (project.data) {
    return <ProjectArticle project={project.data} whole={!project.isPlaceholderData} field={field.data} />;
  }
  if (isMissing(project.error)) return <NoProject />;
  return (
    <>
      <PageTitle>Project</PageTitle>
      <PageStatus code={503} />
      <ErrorState
        level={1}
        title="We can’t show this project right now"
        text={translateError(project.error).message}
        onRetry={() => void project.refetch()}
        busy={project.isFetching}
      />
      <BackLink to={pathTo('portfolio')}>All fields</BackLink>
    </>
  );
}

function NoProject() {
  return (
    <NotShown
      pageTitle="Project not found"
      title="We couldn’t find this project"
      text="It may have been taken down, or the link may be incomplete."
      seed="no-project"
    />
  );
}

import { categoryPath } from '#shared/category-path.ts';
import { pathTo } from '#shared/paths.ts';
import type { Category } from '#shared/schemas/category.ts';
import { translateError } from '../../../api/api-error.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Pattern } from '../../../ui/Pattern.tsx';
import { BackLink } from '../BackLink.tsx';
import { useFieldProjects } from '../field-projects.ts';
import { PageEnd } from '../PageEnd.tsx';
import styles from './FieldProjects.module.css';
import { ProjectCard } from './ProjectCard.tsx';
import { ProjectPlaces } from './ProjectPlaces.tsx';

/** One page of the field's projects, in their order, in every state. */
export function FieldProjects({ field, page }: { field: Category; page: number }) {
  const projects = useFieldProjects(field.id, page);
  if (projects.isPending) return <ProjectPlaces />;
  if (projects.isError) {
    return (
      <ErrorState
        level={2}
        title="We can’t show the projects right now"
        text={translateError(projects.error).message}
        onRetry={() => void projects.refetch()}
        busy={projects.isFetching}
      />
    );
  }
  const { data, unlisted } = projects.data;
  if (unlisted) return null;
  if (data.length === 0 && page === 1) {
    return (
      <EmptyState
        level={2}
        art={<Pattern seed={`no-projects-${field.id}`} columns={8} rows={4} palette="paper" />}
        title="Nothing here yet"
        text="There are no projects in this field yet. See what we made in the others."
        action={<BackLink to={pathTo('portfolio')}>All fields</BackLink>}
      />
    );
  }
  return (
    <section aria-label="Projects">
      <div className={styles.list}>
        {data.map((project, index) => (
          <ProjectCard key={project.id} project={project} eager={index === 0} />
        ))}
      </div>
      <PageEnd of={projects.data} page={page} address={categoryPath(field.title)} />
    </section>
  );
}

import { categoryPath } from '#shared/category-path.ts';
import { pathTo } from '#shared/paths.ts';
import type { Category } from '#shared/schemas/category.ts';
import type { Project } from '#shared/schemas/project.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { fieldImage, projectsCounted } from '../field-words.ts';
import { useNeighbours } from '../neighbours.ts';
import { Plate } from '../Plate.tsx';
import { fieldArt, projectArt } from '../transition-names.ts';
import styles from './MoreProjects.module.css';

/** Previous and next in the field; at its ends the field itself takes the empty place. */
export function MoreProjects({ project, field }: { project: Project; field: Category | undefined }) {
  const neighbours = useNeighbours(project);
  if (neighbours.isPending) {
    return (
      <div className={styles.more} aria-hidden="true">
        <div className={styles.plate}>
          <Skeleton height="100%" />
        </div>
        <div className={styles.plate}>
          <Skeleton height="100%" />
        </div>
      </div>
    );
  }
  const { previous, next } = neighbours.data ?? {};
  if (!previous && !next && !field) return null;
  return (
    <nav className={styles.more} aria-label="More projects">
      {previous && <ProjectPlate project={previous} kicker="Previous project" />}
      {next && <ProjectPlate project={next} kicker="Next project" />}
      {field && !(previous && next) && (
        <Plate
          className={styles.plate}
          to={categoryPath(field.title)}
          title={field.title}
          level={2}
          kicker="All projects in this field"
          note={projectsCounted(field.projects_count)}
          image={fieldImage(field)}
          seed={`field-${field.id}`}
          transitionName={fieldArt(field.id)}
        />
      )}
    </nav>
  );
}

function ProjectPlate({ project, kicker }: { project: Project; kicker: string }) {
  return (
    <Plate
      className={styles.plate}
      to={pathTo('portfolioItem', { id: project.id })}
      title={project.title}
      level={2}
      kicker={kicker}
      image={project.images[0]?.image}
      seed={`project-${project.id}`}
      transitionName={projectArt(project.id)}
    />
  );
}

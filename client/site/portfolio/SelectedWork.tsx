import { Link } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { languageOf } from '#shared/text-direction.ts';
import { isLeftOut } from '../../api/prefetch.ts';
import { ArrowRightIcon } from '../../ui/icons.tsx';
import layout from '../../ui/layout/layout.module.css';
import { SectionHead } from '../../ui/layout/SectionHead.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { Plate } from './Plate.tsx';
import styles from './SelectedWork.module.css';
import { useSelectedWork } from './selected-work.ts';
import { projectArt } from './transition-names.ts';

/**
 * A section for the home page: the first project of each of the first fields. Nothing at all while there is no work to
 * show, or when it cannot be read. Its query is `selectedWorkQuery(limit)`, for the page's loader.
 */
export function SelectedWork({ limit, title }: { limit: number; title: string }) {
  const work = useSelectedWork(limit);
  if (work.data?.length === 0 || isLeftOut(work)) return null;
  return (
    <section className={styles.section} aria-labelledby="selected-work">
      <SectionHead
        id="selected-work"
        title={title}
        onward={
          <Link className={layout.onward} to={pathTo('portfolio')}>
            All work <ArrowRightIcon />
          </Link>
        }
      />
      <div className={styles.list}>
        {work.data?.map(({ project, field }) => (
          <Plate
            key={project.id}
            className={styles.plate}
            to={pathTo('portfolioItem', { id: project.id })}
            title={project.title}
            level={3}
            kicker={<bdi lang={languageOf(field.title)}>{field.title}</bdi>}
            image={project.images[0]?.image}
            seed={`project-${project.id}`}
            transitionName={projectArt(project.id)}
          />
        ))}
        {work.isPending && <Places count={limit} />}
      </div>
    </section>
  );
}

function Places({ count }: { count: number }) {
  return (
    <>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places that all look the same
        <div key={index} className={styles.plate}>
          <Skeleton height="100%" />
        </div>
      ))}
      <VisuallyHidden role="status">Loading selected work…</VisuallyHidden>
    </>
  );
}

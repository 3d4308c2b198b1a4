import { Link } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { work as workWords } from '#shared/words/en/work.ts';
import { isLeftOut } from '../../api/prefetch.ts';
import { ArrowRightIcon } from '../../ui/icons.tsx';
import layout from '../../ui/layout/layout.module.css';
import { SectionHead } from '../../ui/layout/SectionHead.tsx';
import { NameText } from '../../ui/NameText.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useWords } from '../../words.ts';
import { ProjectPlate } from './Plate.tsx';
import { useSelectedWork } from './queries.ts';
import styles from './SelectedWork.module.css';

/**
 * A section of the home page with the first projects of the first categories. Renders nothing if there are no
 * projects or they cannot be read. A page that shows it must prefetch `selectedWorkQuery(limit)`.
 */
export function SelectedWork({ limit, title }: { limit: number; title: string }) {
  const words = useWords(workWords);
  const work = useSelectedWork(limit);
  if (work.data?.length === 0 || isLeftOut(work)) return null;
  return (
    <section className={layout.pageSection} aria-labelledby="selected-work">
      <SectionHead
        id="selected-work"
        title={title}
        onward={
          <Link className={layout.onward} to={pathTo('portfolio')}>
            {words('work.all')} <ArrowRightIcon />
          </Link>
        }
      />
      <div className={styles.list}>
        {work.data?.map(({ project, category }) => (
          <ProjectPlate
            key={project.id}
            className={styles.plate}
            project={project}
            level={3}
            kicker={<NameText>{category.title}</NameText>}
          />
        ))}
        {work.isPending && <PlatesSkeleton count={limit} />}
      </div>
    </section>
  );
}

function PlatesSkeleton({ count }: { count: number }) {
  const words = useWords(workWords);
  return (
    <>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all look the same
        <div key={index} className={styles.plate}>
          <Skeleton height="100%" />
        </div>
      ))}
      <VisuallyHidden role="status">{words('work.loadingSelected')}</VisuallyHidden>
    </>
  );
}

import { Link, useViewTransitionState } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { richTextSummary } from '#shared/rich-text-summary.ts';
import type { Project } from '#shared/schemas/project.ts';
import { summaryText } from '#shared/summary-text.ts';
import { languageOf, scriptOf } from '#shared/text-direction.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Artwork } from '../../../ui/gallery/Artwork.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { RichText } from '../../../ui/rich-text/RichText.tsx';
import { projectArt } from '../transition-names.ts';
import styles from './ProjectCard.module.css';

/** A project in its field: the picture, then its name and first words. */
export function ProjectCard({ project, eager }: { project: Project; eager: boolean }) {
  const to = pathTo('portfolioItem', { id: project.id });
  const leaving = useViewTransitionState(to);
  const summary = richTextSummary(project.description);
  return (
    <article className={styles.card}>
      <div className={styles.print}>
        <Artwork
          className={styles.art}
          src={project.images[0]?.image}
          alt=""
          seed={`project-${project.id}`}
          eager={eager}
          transitionName={leaving ? projectArt(project.id) : undefined}
        />
      </div>
      <div className={styles.words} dir={scriptOf(project.title, summaryText(summary)).dir}>
        <h2
          className={classNames(styles.title, project.title.length > 60 && styles.long)}
          lang={languageOf(project.title)}
        >
          <Link className={classNames(layout.stretched, styles.link)} to={to} viewTransition>
            {project.title}
          </Link>
        </h2>
        <RichText className={styles.summary} html={summary} />
      </div>
    </article>
  );
}

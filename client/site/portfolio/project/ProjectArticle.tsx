import { categoryPath } from '#shared/category-path.ts';
import { pathTo } from '#shared/paths.ts';
import type { Category } from '#shared/schemas/category.ts';
import type { Project } from '#shared/schemas/project.ts';
import { summaryText } from '#shared/summary-text.ts';
import { languageOf, scriptOf } from '#shared/text-direction.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Gallery } from '../../../ui/gallery/Gallery.tsx';
import { RichText } from '../../../ui/rich-text/RichText.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { BackLink } from '../BackLink.tsx';
import { projectArt } from '../transition-names.ts';
import { MoreProjects } from './MoreProjects.tsx';
import styles from './ProjectArticle.module.css';
import { ProjectFacts } from './ProjectFacts.tsx';
import { ProjectHead } from './ProjectHead.tsx';
import { ProjectVideo } from './ProjectVideo.tsx';

interface ProjectArticleProps {
  project: Project;
  /** False while only a list's part of it is there: its text ends early. */
  whole: boolean;
  /** Undefined when it cannot be had. */
  field: Category | undefined;
}

/** A project: its name, its pictures, what there is to say of it, and where to go on. */
export function ProjectArticle({ project, whole, field }: ProjectArticleProps) {
  const { id, title } = project;
  const { dir } = scriptOf(title, summaryText(project.description, 400));
  return (
    <>
      <article className={styles.project}>
        <ProjectHead project={project} field={field} />
        <header className={styles.head} dir={dir}>
          {field ? (
            <BackLink to={categoryPath(field.title)}>{field.title}</BackLink>
          ) : (
            <BackLink to={pathTo('portfolio')}>All fields</BackLink>
          )}
          <h1 className={classNames(styles.title, title.length > 32 && styles.long)} lang={languageOf(title)}>
            {title}
          </h1>
        </header>
        <div className={styles.gallery}>
          <Gallery
            images={project.images}
            title={title}
            seed={`project-${id}`}
            transitionName={projectArt(id)}
          />
        </div>
        <ProjectFacts project={project} field={field} />
        <div className={styles.words} dir={dir}>
          {whole ? <RichText className={styles.text} html={project.description} /> : <WordsPlace />}
          <ProjectVideo key={project.video} project={project} />
        </div>
      </article>
      <MoreProjects project={project} field={field} />
    </>
  );
}

export function WordsPlace() {
  return (
    <div className={styles.place}>
      <Skeleton height="7.5em" />
      <Skeleton height="5em" width="92%" />
    </div>
  );
}

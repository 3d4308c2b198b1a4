import { type ReactNode, useState } from 'react';
import { Link, useViewTransitionState } from 'react-router-dom';
import { categoryImage } from '#shared/category-image.ts';
import { categoryPath } from '#shared/category-path.ts';
import type { Category } from '#shared/entities/category.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Id } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import { work } from '#shared/words/en/work.ts';
import { classNames } from '../../ui/class-names.ts';
import { Artwork } from '../../ui/gallery/Artwork.tsx';
import { ArrowLeftIcon, ArrowRightIcon } from '../../ui/icons.tsx';
import { widthsBeside } from '../../ui/Picture.tsx';
import { NameText, TitleHeading } from '../../ui/WrittenText.tsx';
import { useScript, useWords } from '../../words.ts';
import {
  categorySeed,
  categoryTransition,
  clientOf,
  formatProjectCount,
  type Kind,
  projectSeed,
  projectTransition,
  travelling,
} from './display.ts';
import styles from './Plate.module.css';
import type { PlateProject } from './queries.ts';

interface PlateProps {
  to: string;
  title: string;
  level: 2 | 3;
  image: string | undefined;
  /** Alternative text and focal point of the image. */
  details: Project['picture_details'];
  /** Seed of the pattern that is shown if there is no image. */
  seed: string;
  /** `kicker` is the text above the title, `note` the text below it. */
  kicker?: ReactNode;
  note?: ReactNode;
  /** The result of the project, and its client and year, below the title. */
  result?: ReactNode;
  eager?: boolean;
  /** The page to which the plate links shows the same thing large: picture, panel and title travel there. */
  kind: Kind;
  id: Id;
  /**
   * True at the end of a page. Nothing travels to such a plate, because a page is shown from its top: the picture would
   * leave the window.
   */
  isLast?: boolean;
  /** True if the plate leads to what comes before this page. */
  isBack?: boolean;
  className?: string;
}

const transitionOf = { field: categoryTransition, project: projectTransition };

/** A picture with a panel below it. The title in the panel is a link that covers the whole plate. */
function Plate(props: PlateProps) {
  const script = useScript();
  const {
    to,
    title,
    level,
    image,
    details,
    seed,
    kicker,
    note,
    result,
    eager = false,
    isLast = false,
    isBack = false,
    kind,
    id,
    className,
  } = props;
  const [isPressed, setIsPressed] = useState(false);
  const leaving = useViewTransitionState(to) && (isPressed || !isLast);
  return (
    <article className={classNames('answers stack', className)}>
      <div className={styles.print}>
        <Artwork
          className="zooms"
          src={image}
          alt=""
          details={details}
          seed={seed}
          sizes={widthsBeside(58)}
          largest={1280}
          eager={eager}
          transitionName={leaving ? transitionOf[kind](id) : undefined}
        />
      </div>
      <div
        className={classNames('leads', styles.sheet)}
        style={leaving ? travelling(kind, id, 'panel') : undefined}
        dir={script(title).dir}
      >
        {kicker && (
          <p className={styles.kicker}>
            <bdi>{kicker}</bdi> {!note && (isBack ? <ArrowLeftIcon /> : <ArrowRightIcon />)}
          </p>
        )}
        <TitleHeading
          level={level}
          className="cardTitle"
          style={leaving ? travelling(kind, id, 'title') : undefined}
          title={title}
        >
          {(text) => (
            <Link className="covers" to={to} viewTransition onClick={() => setIsPressed(true)}>
              {text}
            </Link>
          )}
        </TitleHeading>
        {result}
        {note && (
          <p className="line3 note">
            <bdi>{note}</bdi> <ArrowRightIcon />
          </p>
        )}
      </div>
    </article>
  );
}

interface CategoryPlateProps extends Pick<PlateProps, 'kicker' | 'eager' | 'isLast' | 'className'> {
  category: Category;
}

/** A category, and the number of its projects. */
export function CategoryPlate({ category, ...rest }: CategoryPlateProps) {
  const words = useWords(work);
  return (
    <Plate
      {...rest}
      to={categoryPath(category.title)}
      title={category.title}
      level={2}
      image={categoryImage(category)}
      details={category.picture_details}
      seed={categorySeed(category.id)}
      note={formatProjectCount(category.projects_count, words)}
      kind="field"
      id={category.id}
    />
  );
}

/** The result of a project, and in smaller type its client and year. Renders nothing of what the host does not send. */
export function ProjectResult({ project }: { project: PlateProject }) {
  const script = useScript();
  const { result } = project;
  return (
    <>
      {result && (
        <p className={classNames('clamped', styles.result)} lang={script(result).lang}>
          {result}
        </p>
      )}
      <ClientAndYear project={project} />
    </>
  );
}

/** The client and the year of a project, in one line. Renders nothing if neither is known. */
export function ClientAndYear({ project }: { project: PlateProject }) {
  const { year } = project;
  const client = clientOf(project);
  if (!client && !year) return null;
  return (
    <p className="clamped note">
      {client && <NameText>{client}</NameText>}
      {client && year && ' · '}
      {year}
    </p>
  );
}

interface ProjectPlateProps extends Pick<PlateProps, 'kicker' | 'level' | 'isLast' | 'isBack' | 'className'> {
  project: PlateProject;
}

/** A plate for a project: its first image, and its category above the title. */
export function ProjectPlate({ project, ...rest }: ProjectPlateProps) {
  return (
    <Plate
      {...rest}
      to={pathTo('portfolioItem', { id: project.id })}
      title={project.title}
      result={<ProjectResult project={project} />}
      image={project.images[0]?.image}
      details={project.picture_details}
      seed={projectSeed(project.id)}
      kind="project"
      id={project.id}
    />
  );
}

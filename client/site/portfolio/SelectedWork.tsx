import { useQuery } from '@tanstack/react-query';
import { Link, useViewTransitionState } from 'react-router-dom';
import { isAllowedImage } from '#shared/html-policy.ts';
import { pathTo } from '#shared/paths.ts';
import { work as workWords } from '#shared/words/en/work.ts';
import { isLeftOut } from '../../api/prefetch.ts';
import { useSite } from '../../site-info.ts';
import { namedWidths } from '../../ui/breakpoints.ts';
import { classNames } from '../../ui/class-names.ts';
import { Artwork } from '../../ui/gallery/Artwork.tsx';
import { ArrowRightIcon } from '../../ui/icons.tsx';
import { SectionHead } from '../../ui/layout/SectionHead.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { NameText, TitleText, WrittenText } from '../../ui/WrittenText.tsx';
import { useScript, useWords } from '../../words.ts';
import { Onward } from '../links.tsx';
import { LoadingList } from '../PageStates.tsx';
import { usePortfolioName } from '../use-portfolio-name.ts';
import { ClientQuote } from './ClientQuote.tsx';
import { projectSeed, projectTransition, travelling } from './display.ts';
import { ProjectPlate } from './Plate.tsx';
import { type HomeWork, type SelectedProject, selectedWorkQuery } from './queries.ts';
import styles from './SelectedWork.module.css';

/** Number of projects on the home page: one in its hero, the others in the section below. */
const shown = 6;
const inSection = shown - 1;

const fewestClients = 3;
const mostClients = 12;

/** A page that shows `HeroWork` or `SelectedWork` must prefetch this query. */
export const homeWorkQuery = () => selectedWorkQuery(shown, mostClients);

export const useHomeWork = () => useQuery(homeWorkQuery());

/**
 * Returns the project in the hero of the home page: the first one with a picture. If the company's artwork is a
 * picture, that one stays alone.
 */
function useHeroWork() {
  const { artwork } = useSite().brand;
  const work = useHomeWork();
  if (artwork === 'picture') return undefined;
  return work.data?.works.find(({ project: { images } }) => images[0] && isAllowedImage(images[0].image));
}

/** True if the hero of the home page shows a project, or will show one as soon as it is read. */
export function useHasHeroWork() {
  const { artwork } = useSite().brand;
  const isFound = useHeroWork() !== undefined;
  return useHomeWork().isPending ? artwork !== 'picture' : isFound;
}

/** From lg on, the frame shows a square part of the picture. A landscape picture is wider than its frame. */
const heroWidths = `${namedWidths['below-lg']} 100vw, 52vw`;

/** A project in the hero of the home page: its picture, its title and its result. */
export function HeroWork() {
  const work = useHeroWork();
  if (!work) {
    return (
      <div className={styles.hero}>
        <div className={styles.heroPrint}>
          <Skeleton height="100%" />
        </div>
      </div>
    );
  }
  return <HeroFigure project={work.project} />;
}

function HeroFigure({ project }: Pick<SelectedProject, 'project'>) {
  const { id, title, images, picture_details, result } = project;
  const script = useScript();
  const to = pathTo('portfolioItem', { id });
  const leaving = useViewTransitionState(to);
  return (
    <figure className={classNames('answers', styles.hero)}>
      <div className={styles.heroPrint}>
        <Artwork
          className="zooms"
          src={images[0]?.image}
          alt=""
          details={picture_details}
          seed={projectSeed(id)}
          sizes={heroWidths}
          largest={1280}
          eager
          transitionName={leaving ? projectTransition(id) : undefined}
        />
      </div>
      <figcaption className={classNames('leads', styles.heroCaption)}>
        <Link
          className={classNames('clamped covers', styles.heroTitle)}
          to={to}
          style={leaving ? travelling('project', id, 'title') : undefined}
          {...script(title)}
          viewTransition
        >
          <TitleText>{title}</TitleText>
        </Link>
        <ArrowRightIcon />
        <WrittenText className={classNames('clamped', styles.heroResult)}>{result}</WrittenText>
      </figcaption>
    </figure>
  );
}

/**
 * A section of the home page with the first projects of the first categories, without the one in the hero. Renders
 * nothing if there are no projects or they cannot be read.
 */
export function SelectedWork({ title }: { title: string }) {
  const words = useWords(workWords);
  const portfolioName = usePortfolioName();
  const work = useHomeWork();
  const inHero = useHeroWork();
  const works = work.data?.works.filter((each) => each !== inHero).slice(0, inSection);
  if (works?.length === 0 || isLeftOut(work)) return null;
  return (
    <section className="pageSection" aria-labelledby="selected-work">
      <SectionHead
        id="selected-work"
        title={title}
        onward={
          <Onward to={pathTo('portfolio')}>
            <NameText>{portfolioName ?? words('work.all')}</NameText>
          </Onward>
        }
      />
      {work.isPending ? (
        <LoadingList className={styles.list} label={words('work.loadingSelected')} count={inSection}>
          {() => (
            <div className={styles.plate}>
              <Skeleton height="var(--print-height)" />
            </div>
          )}
        </LoadingList>
      ) : (
        <div className={styles.list}>
          {works?.map(({ project, category }) => (
            <ProjectPlate
              key={project.id}
              className={styles.plate}
              project={project}
              level={3}
              kicker={<NameText>{category.title}</NameText>}
            />
          ))}
        </div>
      )}
      <Clients names={work.data?.clients ?? []} />
      <Quoted project={work.data?.quoted} />
    </section>
  );
}

/** The names of clients as a line of text. A few names would not be worth a line. */
function Clients({ names }: { names: readonly string[] }) {
  const words = useWords(workWords);
  if (names.length < fewestClients) return null;
  return (
    <div className={styles.clients}>
      <h3 className={styles.clientsTitle} id="clients">
        {words('work.clients')}
      </h3>
      <ul className={styles.clientNames} aria-labelledby="clients">
        {names.map((name) => (
          <li key={name}>
            <NameText>{name}</NameText>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Words of a client, with a link to the project. */
function Quoted({ project }: { project: HomeWork['quoted'] }) {
  if (!project) return null;
  return (
    <div className={styles.quoted}>
      <ClientQuote
        project={project}
        link={
          <Onward to={pathTo('portfolioItem', { id: project.id })} viewTransition>
            <NameText>{project.title}</NameText>
          </Onward>
        }
      />
    </div>
  );
}

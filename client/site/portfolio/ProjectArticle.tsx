import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { categoryPath } from '#shared/category-path.ts';
import { byRole, type Credit, memberAnchor, readCredits } from '#shared/credits.ts';
import type { Category } from '#shared/entities/category.ts';
import type { Project } from '#shared/entities/project.ts';
import { isAllowedImage } from '#shared/html-policy.ts';
import type { Id } from '#shared/id.ts';
import { creativeWorkJsonLd, descriptionOf } from '#shared/json-ld/works.ts';
import { limits } from '#shared/limits.ts';
import { pathTo } from '#shared/paths.ts';
import { coverAlt, shareImagePath } from '#shared/share-image.ts';
import { summaryText } from '#shared/summary-text.ts';
import { readTabbedLines } from '#shared/tabbed-lines.ts';
import { parseUrl } from '#shared/text-formats.ts';
import { frame } from '#shared/words/en/frame.ts';
import { work } from '#shared/words/en/work.ts';
import { useSite, useSiteInfo } from '../../site-info.ts';
import { classNames } from '../../ui/class-names.ts';
import { Artwork } from '../../ui/gallery/Artwork.tsx';
import { Gallery } from '../../ui/gallery/Gallery.tsx';
import { ArrowUpRightIcon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Breadcrumbs, JsonLd, PageHead, PageTitle } from '../../ui/PageHead.tsx';
import { RichText } from '../../ui/rich-text/RichText.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { TitleHeading, WrittenText } from '../../ui/WrittenText.tsx';
import { asNode, useScript, useWords } from '../../words.ts';
import { ClientQuote } from './ClientQuote.tsx';
import { projectSeed, projectTransition, travelling } from './display.ts';
import { LogoList } from './LogoList.tsx';
import { ClientAndYear } from './Plate.tsx';
import { BackLink, BackToWork } from './PortfolioPage.tsx';
import styles from './ProjectScreen.module.css';

interface ProjectArticleProps {
  project: Project;
  /** False while only the project's data from a list is available, in which the description is cut. */
  whole: boolean;
  /** Undefined if the category could not be read. */
  category: Category | undefined;
}

/** A project: its title, its pictures, and its text. */
export function ProjectArticle({ project, whole, category }: ProjectArticleProps) {
  const script = useScript();
  const words = useWords(work);
  const { id, title } = project;
  const { dir } = script(title, summaryText(project.description, 400));
  return (
    <article className={styles.project}>
      <ProjectHead project={project} category={category} />
      <header className={styles.head} dir={dir}>
        {category ? <BackLink to={categoryPath(category.title)}>{category.title}</BackLink> : <BackToWork />}
        <ProjectTitle id={id} title={title} />
        <WrittenText className={styles.result}>{project.result}</WrittenText>
        <ClientAndYear project={project} />
        {hasFilm(project) && (
          <a
            className={classNames('onward', styles.toVideo)}
            href={`#${filmId}`}
            onClick={playFilm}
            data-pressed-later=""
          >
            <PlaySign /> {words('project.play')}
          </a>
        )}
      </header>
      <div className={styles.gallery}>
        <Gallery
          images={project.images}
          details={project.picture_details}
          title={title}
          seed={projectSeed(id)}
          transitionName={projectTransition(id)}
        />
      </div>
      <Figures text={project.figures} />
      <ProjectVideo key={project.video} project={project} />
      <ProjectFacts project={project} category={category} />
      <div className={styles.words} dir={dir}>
        {whole ? <RichText className={styles.text} html={project.description} /> : <TextSkeleton />}
        <ClientQuote project={project} />
        <ProjectCredits credits={readCredits(project.credits)} />
      </div>
    </article>
  );
}

function ProjectTitle({ id, title }: { id: Id; title: string }) {
  return (
    <TitleHeading
      className={classNames('pageTitle', styles.title)}
      style={travelling('project', id, 'title')}
      title={title}
    />
  );
}

function TextSkeleton() {
  return (
    <div className={styles.textSkeleton}>
      <Skeleton height="7.5em" />
      <Skeleton height="5em" width="92%" />
    </div>
  );
}

interface ProjectSkeletonProps {
  id: Id;
  /** Undefined if it is not known yet. */
  title: string | undefined;
}

export function ProjectSkeleton({ id, title }: ProjectSkeletonProps) {
  const frameWords = useWords(frame);
  const words = useWords(work);
  return (
    <div className={styles.project}>
      <PageTitle>{title ?? frameWords('state.loading')}</PageTitle>
      <VisuallyHidden role="status">{words('project.loading')}</VisuallyHidden>
      <div className={styles.head}>
        <Skeleton width="8rem" height="2.75rem" />
        {title === undefined ? (
          <div className={classNames('pageTitle', styles.title)}>
            <Skeleton width="8ch" height="0.9em" />
          </div>
        ) : (
          <ProjectTitle id={id} title={title} />
        )}
      </div>
      <div className={styles.gallery}>
        <div className={styles.stageSkeleton}>
          <Skeleton height="100%" />
        </div>
      </div>
      <div className={styles.words}>
        <TextSkeleton />
      </div>
    </div>
  );
}

/** Title, description and structured data for search engines. */
function ProjectHead({ project, category }: { project: Project; category: Category | undefined }) {
  const words = useWords(work);
  const info = useSiteInfo();
  const { id, title } = project;
  const path = pathTo('portfolioItem', { id });
  return (
    <>
      <PageHead
        title={project.search_title || title}
        description={descriptionOf(project) || words('project.madeBy', { title, name: info.site.name })}
        path={path}
        image={project.share_image || shareImagePath('project', id)}
        imageAlt={coverAlt(project.share_image || project.images[0]?.image, project.picture_details)}
        type="article"
      />
      <JsonLd data={() => creativeWorkJsonLd(project, category?.title, info)} />
      <Breadcrumbs
        trail={[
          { name: info.site.pages.portfolio.head.title, path: pathTo('portfolio') },
          ...(category ? [{ name: category.title, path: categoryPath(category.title) }] : []),
          { name: title, path },
        ]}
      />
    </>
  );
}

/** A row of numbers that tell of the project. */
function Figures({ text }: { text: Project['figures'] }) {
  const script = useScript();
  const figures = readTabbedLines(text).filter(([value, label]) => value && label);
  if (figures.length === 0) return null;
  return (
    <dl className={styles.figures}>
      {figures.slice(0, limits.figures).map(([value = '', label = ''], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two figures may have the same label
        <div key={at} {...script(label, value)}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Next to the text: the project's link, client, year, services, category and technologies. */
function ProjectFacts({ project, category }: { project: Project; category: Category | undefined }) {
  const script = useScript();
  const words = useWords(work);
  const address = webAddress(project.project_url);
  const { client, year } = project;
  const services = linesOf(project.services);
  const isShown = useSite().pages.portfolio.made_with;
  return (
    <div className={styles.facts}>
      {address && (
        <a className={styles.visit} href={address.href} target="_blank" rel="noreferrer noopener">
          <span>{asNode(words.parts('project.visit', { host: () => <bdi>{address.host}</bdi> }))}</span>
          <ArrowUpRightIcon />
        </a>
      )}
      {(client || year || services.length > 0 || category) && (
        <dl className={styles.factList}>
          {client && (
            <Fact name={words('project.client')}>
              <WrittenText as="span">{client}</WrittenText>
            </Fact>
          )}
          {year && <Fact name={words('project.year')}>{year}</Fact>}
          {services.length > 0 && (
            <Fact name={words('project.services')}>
              <ul className="stack1" {...script(...services)}>
                {services.map((service) => (
                  <li key={service}>{service}</li>
                ))}
              </ul>
            </Fact>
          )}
          {category && (
            <Fact name={words('project.category')}>
              <Link to={categoryPath(category.title)} {...script(category.title)} viewTransition>
                {category.title}
              </Link>
            </Fact>
          )}
          {isShown && category && category.tech_img.length > 0 && (
            <Fact name={words('category.madeWith')}>
              <LogoList logos={category.tech_img} details={category.picture_details} byName />
            </Fact>
          )}
        </dl>
      )}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Returns the lines of a text that has an item on each line, without repeated ones. */
function linesOf(text: string | null | undefined) {
  const lines = (text ?? '').split(/\r\n?|\n/).map((line) => line.trim());
  return [...new Set(lines)].filter((line) => line !== '');
}

/** The people who worked on the project, by role. The name of a team member links to their place on the team page. */
function ProjectCredits({ credits }: { credits: readonly Credit[] }) {
  const script = useScript();
  const words = useWords(work);
  const heading = useId();
  if (credits.length === 0) return null;
  return (
    <section className={styles.credits} aria-labelledby={heading}>
      <h2 id={heading}>{words('project.credits')}</h2>
      <dl className={styles.creditList}>
        {byRole(credits).map(({ role, people }) => (
          <div key={role}>
            <dt {...script(role)}>{role || words('project.contributors')}</dt>
            {people.map((person, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two people may have the same name
              <dd key={at} {...script(person.name)}>
                {person.member === undefined ? (
                  person.name
                ) : (
                  <Link className={styles.person} to={`${pathTo('team')}#${memberAnchor(person.member)}`}>
                    {person.name}
                  </Link>
                )}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  );
}

/**
 * Returns a project's link; undefined if its scheme is not http or https, since the host may have stored any URL.
 * `host` is the text to display.
 */
function webAddress(text: string | null | undefined) {
  const url = parseUrl(text?.trim() ?? '');
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  return { href: url.href, host: url.host.replace(/^www\./, '') };
}

function PlaySign() {
  return (
    <svg width={22} height={22} viewBox="0 0 20 20" fill="currentColor" aria-hidden="true">
      <path d="M4.5 2.5v15l13-7.5z" />
    </svg>
  );
}

/** The place of the video on the page, to which a link below the title leads. */
const filmId = 'film';

/** Plays the film of the page; a link leads there before. */
function playFilm() {
  const player = document.querySelector<HTMLVideoElement>(`#${filmId} video`);
  player?.focus({ preventScroll: true });
  // If the browser refuses to play or fails, the failure needs no handling here: the player's controls and `onError`
  // show that the video does not play.
  player?.play().catch(() => {});
}

function hasFilm({ video }: Project) {
  return Boolean(video && isOwnPath(video));
}

/**
 * The video of a project. Until the visitor starts it, no part of it is fetched and an image is shown: the
 * project's second one, because the first is at the top of the page, or else the first.
 */
function ProjectVideo({ project }: { project: Project }) {
  const words = useWords(work);
  const [started, setStarted] = useState(false);
  const [failed, setFailed] = useState(false);
  const { title, video, captions, images } = project;
  const script = useScript();
  const poster = images[1] ?? images[0];
  if (!video || !hasFilm(project)) return null;
  const track = captions && isOwnPath(captions) && (
    // Not `default`: browsers fetch such a track with the page, without knowing whether the video will play.
    <track
      kind="captions"
      src={captions}
      srcLang={script(title, summaryText(project.description, 400)).lang ?? words.language}
      label={words('project.captions')}
    />
  );
  return (
    <section className={styles.video} id={filmId} aria-label={words('project.video')}>
      <div className={styles.frame}>
        {/* Not `poster`: browsers fetch that at once, before what a visitor sees first. */}
        {!started && poster && (
          <Artwork
            className={styles.poster}
            src={poster.image}
            alt=""
            seed={projectSeed(project.id)}
            sizes="100vw"
            details={project.picture_details}
          />
        )}
        <Player
          className={styles.player}
          src={video}
          aria-label={words('project.videoOf', { title })}
          preload="none"
          // Chromium's controls paint the picture over until the visitor starts the video.
          controls={started || failed}
          playsInline
          onPlay={({ currentTarget }) => {
            const [track] = currentTarget.textTracks;
            // Once: later the visitor may have switched the captions off.
            if (track && !started) track.mode = 'showing';
            setStarted(true);
          }}
          onError={() => setFailed(true)}
        >
          {track}
        </Player>
        {!started && !failed && (
          <button className={styles.play} type="button" onClick={playFilm}>
            <PlaySign />
            {words('project.play')}
          </button>
        )}
        {/* Without scripts, above the other player. */}
        <noscript>
          <Player
            className={styles.player}
            src={video}
            poster={poster?.image}
            aria-label={words('project.videoOf', { title })}
            preload="none"
            controls
            playsInline
          >
            {track}
          </Player>
        </noscript>
      </div>
      {failed && (
        <Notice>
          {asNode(words.parts('project.cannotPlay', { file: (text) => <a href={video}>{asNode(text)}</a> }))}
        </Notice>
      )}
    </section>
  );
}

/** A video element, whose track of captions is there only if the project has captions. */
function Player({ children, ...video }: ComponentProps<'video'>) {
  return <video {...video}>{children}</video>;
}

/**
 * Returns true for a path of our own origin, because the CSP allows media from no other origin
 * (server/http/README.md).
 */
function isOwnPath(address: string) {
  return isAllowedImage(address) && address.startsWith('/');
}

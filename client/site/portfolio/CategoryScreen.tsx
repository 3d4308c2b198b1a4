import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useContext, useEffect, useRef } from 'react';
import { Link, useLocation, useNavigate, useParams, useViewTransitionState } from 'react-router-dom';
import { categoryImage } from '#shared/category-image.ts';
import { categoryPath, categoryTitleOf } from '#shared/category-path.ts';
import type { Category } from '#shared/entities/category.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Id } from '#shared/id.ts';
import { pathTo } from '#shared/paths.ts';
import { coverAlt, shareImagePath } from '#shared/share-image.ts';
import { summaryText, truncate } from '#shared/summary-text.ts';
import { work } from '#shared/words/en/work.ts';
import type { Prefetch } from '../../api/prefetch.ts';
import { useSite } from '../../site-info.ts';
import { namedWidths } from '../../ui/breakpoints.ts';
import { classNames } from '../../ui/class-names.ts';
import { Artwork } from '../../ui/gallery/Artwork.tsx';
import { useUpright } from '../../ui/gallery/upright.ts';
import { Breadcrumbs, PageHead, PageTitle } from '../../ui/PageHead.tsx';
import { PageStatusSink } from '../../ui/PageStatus.tsx';
import { widthsBeside } from '../../ui/Picture.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { TitleHeading } from '../../ui/WrittenText.tsx';
import { pageOf, usePageNumber } from '../../use-page-number.ts';
import { useScript, useWords } from '../../words.ts';
import { LoadingList, PagedRecords, RecordPage } from '../PageStates.tsx';
import { Steps } from '../Points.tsx';
import listStyles from './CategoryProjects.module.css';
import styles from './CategoryScreen.module.css';
import {
  categorySeed,
  categoryTransition,
  formatProjectCount,
  projectSeed,
  projectTransition,
  travelling,
} from './display.ts';
import { LogoList } from './LogoList.tsx';
import { ProjectResult } from './Plate.tsx';
import { BackToWork, PortfolioPage } from './PortfolioPage.tsx';
import {
  categoryByTitleQuery,
  categoryProjectsQuery,
  useCategoryByTitle,
  useCategoryProjects,
} from './queries.ts';

/**
 * The projects are read after the category, because the call for projects needs the category's id. Both are main
 * content: without its projects, the category's page cannot be shown.
 */
export const prefetch: Prefetch = async (reads, { url, params }) => {
  const query = categoryByTitleQuery(categoryTitleOf(params.fieldTitle ?? ''));
  await reads.main(query);
  const category = reads.client.getQueryData(query.queryKey);
  if (category) await reads.main(categoryProjectsQuery(category.id, pageOf(url.searchParams)));
};

/** /portfolio/{fieldTitle}: the projects of one category. */
export function Component() {
  const { fieldTitle = '' } = useParams();
  return (
    <PortfolioPage>
      <CategoryByTitle key={fieldTitle} title={categoryTitleOf(fieldTitle)} />
    </PortfolioPage>
  );
}

function CategoryByTitle({ title }: { title: string }) {
  const words = useWords(work);
  const { process } = useSite().pages.home;
  const [page] = usePageNumber();
  const category = useCategoryByTitle(title);
  useOwnAddress(category.isPlaceholderData ? undefined : category.data, title);
  return (
    <RecordPage
      query={category}
      says={(name) => (name === 'page' ? title : words(`category.${name}`))}
      seed="no-field"
      action={<BackToWork />}
      loading={
        <>
          <PageTitle>{title}</PageTitle>
          <CategoryHeroSkeleton title={title} />
          <ProjectsSkeleton />
        </>
      }
    >
      {(data) => (
        <>
          <CategoryHead category={data} page={page} />
          <CategoryHero category={data} />
          <CategoryProjects category={data} page={page} />
          <MadeWith category={data} />
          {process && <Steps id="process" points={process} />}
        </>
      )}
    </RecordPage>
  );
}

/**
 * If the URL has a former title of the category or another spelling of its title, changes to the URL with the current
 * title: on the server by a 301, in the browser by replacing the URL.
 */
function useOwnAddress(category: Category | undefined, askedTitle: string) {
  const sink = useContext(PageStatusSink);
  const client = useQueryClient();
  const navigate = useNavigate();
  const { search } = useLocation();
  const path = category && categoryPath(category.title);
  const movedTo = path !== undefined && path !== categoryPath(askedTitle) ? path + search : undefined;
  if (movedTo !== undefined) sink.movedTo = movedTo;
  useEffect(() => {
    if (movedTo === undefined || !category) return;
    client.setQueryData(categoryByTitleQuery(category.title).queryKey, category);
    void navigate(movedTo, { replace: true });
  }, [movedTo, category, client, navigate]);
}

/** Title, description and breadcrumbs for search engines. */
function CategoryHead({ category, page }: { category: Category; page: number }) {
  const words = useWords(work);
  const { name, description, pages } = useSite();
  const { title } = category;
  const path = categoryPath(title);
  const titles = useCategoryProjects(category.id, page).data?.data.map((project) => project.title) ?? [];
  const text = titles.length > 0 ? `${titles.join(', ')}.` : description;
  return (
    <>
      <PageHead
        title={title}
        description={truncate(words('category.description', { title, name, text }), 160)}
        image={shareImagePath('category', category.id)}
        imageAlt={coverAlt(categoryImage(category), category.picture_details)}
        path={path}
        page={page}
      />
      <Breadcrumbs
        trail={[
          { name: pages.portfolio.head.title, path: pathTo('portfolio') },
          { name: title, path },
        ]}
      />
    </>
  );
}

/**
 * On a phone the frame of the picture is narrow and high, so most pictures are enlarged to fill its height. They are
 * then wider than the window, and their sides are cropped.
 */
const heroWidths = `${namedWidths['below-md']} 120vw, 80vw`;

/** The title of the category, in a panel that covers a corner of its picture. */
function CategoryHero({ category }: { category: Category }) {
  const words = useWords(work);
  const art = (
    <Artwork
      src={categoryImage(category)}
      alt=""
      details={category.picture_details}
      seed={categorySeed(category.id)}
      sizes={heroWidths}
      eager
      transitionName={categoryTransition(category.id)}
    />
  );
  const count = formatProjectCount(category.projects_count, words);
  return <Hero id={category.id} title={category.title} art={art} note={count && <bdi>{count}</bdi>} />;
}

/** Placeholder that already shows the title, because the URL contains it. */
function CategoryHeroSkeleton({ title }: { title: string }) {
  const words = useWords(work);
  return (
    <>
      <VisuallyHidden role="status">{words('category.loading')}</VisuallyHidden>
      <Hero title={title} art={<Skeleton height="100%" />} note={<Skeleton width="6rem" />} />
    </>
  );
}

interface HeroProps {
  /** Left out while the category loads. */
  id?: Id;
  title: string;
  art: ReactNode;
  note: ReactNode;
}

function Hero({ id, title, art, note }: HeroProps) {
  const script = useScript();
  const travels = (part: 'panel' | 'title') => (id === undefined ? undefined : travelling('field', id, part));
  return (
    <header className={styles.hero}>
      <div className={styles.print}>{art}</div>
      <div className={styles.back}>
        <BackToWork />
      </div>
      <div className={styles.sheet} style={travels('panel')} dir={script(title).dir}>
        <TitleHeading
          className={classNames('pageTitle', styles.title)}
          style={travels('title')}
          title={title}
        />
        {note && <div className={styles.note}>{note}</div>}
      </div>
    </header>
  );
}

/** The technologies of a category. */
function MadeWith({ category }: { category: Category }) {
  const words = useWords(work);
  const isOn = useSite().pages.portfolio.made_with;
  if (!isOn || category.tech_img.length === 0) return null;
  return (
    <section className={styles.strip} aria-labelledby="made-with">
      <h2 className={styles.stripHeading} id="made-with">
        {words('category.madeWith')}
      </h2>
      <LogoList logos={category.tech_img} details={category.picture_details} />
    </section>
  );
}

/** One page of a category's projects, in their order, in each state: loading, failed, empty, and filled. */
function CategoryProjects({ category, page }: { category: Category; page: number }) {
  const words = useWords(work);
  const projects = useCategoryProjects(category.id, page);
  if (projects.data?.unlisted) return null;
  return (
    <PagedRecords
      list={projects}
      page={page}
      path={categoryPath(category.title)}
      loading={<ProjectsSkeleton />}
      failed={words('category.projectsFailed')}
      empty={{
        seed: `no-projects-${category.id}`,
        title: words('category.empty'),
        text: words('category.emptyText'),
        action: <BackToWork />,
      }}
    >
      {({ data }, end) => (
        <section aria-label={words('category.projects')}>
          <div className={listStyles.list}>
            {data.map((project, index) => (
              <ProjectCard key={project.id} project={project} eager={index === 0} />
            ))}
          </div>
          {end}
        </section>
      )}
    </PagedRecords>
  );
}

/** A project of the category: its picture, its title, and its result or else the beginning of its text. */
function ProjectCard({ project, eager }: { project: Project; eager: boolean }) {
  const script = useScript();
  const to = pathTo('portfolioItem', { id: project.id });
  const leaving = useViewTransitionState(to);
  const excerpt = project.result ? '' : summaryText(project.description, 190, 'sentence');
  const print = useRef<HTMLDivElement>(null);
  const { isUpright, onLoad } = useUpright(print);
  const image = project.images[0]?.image;
  return (
    <article className={classNames('answers', listStyles.card, isUpright(image) && listStyles.upright)}>
      <div ref={print} className={listStyles.print} onLoadCapture={onLoad}>
        <Artwork
          className="zooms"
          whole={isUpright(image)}
          src={image}
          alt=""
          details={project.picture_details}
          seed={projectSeed(project.id)}
          sizes={widthsBeside(58)}
          largest={1280}
          eager={eager}
          transitionName={leaving ? projectTransition(project.id) : undefined}
        />
      </div>
      <div className={listStyles.words} dir={script(project.title, project.result ?? excerpt).dir}>
        <TitleHeading
          level={2}
          className={classNames('cardTitle', listStyles.title)}
          style={leaving ? travelling('project', project.id, 'title') : undefined}
          title={project.title}
        >
          {(title) => (
            <Link className="covers" to={to} viewTransition>
              {title}
            </Link>
          )}
        </TitleHeading>
        <div className="stack1">
          {excerpt && (
            <p className={listStyles.summary} lang={script(excerpt).lang}>
              {excerpt}
            </p>
          )}
          <ProjectResult project={project} />
        </div>
      </div>
    </article>
  );
}

function ProjectsSkeleton() {
  const words = useWords(work);
  return (
    <LoadingList className={listStyles.list} label={words('category.loadingProjects')} count={3}>
      {() => (
        <div className={listStyles.card}>
          <div className={listStyles.print}>
            <Skeleton height="100%" />
          </div>
          <div className={listStyles.words}>
            <Skeleton width="70%" height="2.4em" />
            <Skeleton width="100%" height="4.5em" />
          </div>
        </div>
      )}
    </LoadingList>
  );
}

import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { organizationJsonLd, websiteJsonLd } from '#shared/json-ld/organization.ts';
import { contactFormPath, pathTo } from '#shared/paths.ts';
import type { Pages, Points } from '#shared/schemas/site/pages.ts';
import { phoneHref } from '#shared/site/contact-links.ts';
import { frame } from '#shared/words/en/frame.ts';
import { home } from '#shared/words/en/home.ts';
import { useSite, useSiteInfo } from '../../site-info.ts';
import { classNames } from '../../ui/class-names.ts';
import { ArrowRightIcon } from '../../ui/icons.tsx';
import { SectionHead } from '../../ui/layout/SectionHead.tsx';
import { JsonLd, PageHead } from '../../ui/PageHead.tsx';
import { Pattern, useHasArtwork } from '../../ui/Pattern.tsx';
import { NameText, titleLength, WrittenText } from '../../ui/WrittenText.tsx';
import { useScript, useWords } from '../../words.ts';
import { ButtonLink, Onward } from '../links.tsx';
import { Steps } from '../Points.tsx';
import { usePortfolioName } from '../use-portfolio-name.ts';
import styles from './HomeScreen.module.css';

interface HomeScreenProps {
  /** A project for the hero; false if there is none to show. */
  heroWork: ReactNode;
  /** Returns the whole section with this title; nothing if there is no work to show. */
  selectedWork: (title: string) => ReactNode;
  /** The newest posts; false if there are none or they cannot be read. */
  latestBlogs: ReactNode;
  /** The open positions; false if there are none or they cannot be read. The page then does not mention positions. */
  positions: ReactNode;
  /** True if visitors can see all work at /portfolio, because there is some. */
  hasWork: boolean;
  /** Path of the list of all positions. */
  positionsTo: string;
}

/** The home page, /: the studio, its work, its services, its newest posts and its open positions. */
export function HomeScreen({
  heroWork,
  selectedWork,
  hasWork,
  latestBlogs,
  positions,
  positionsTo,
}: HomeScreenProps) {
  const script = useScript();
  const words = useWords(home);
  const frameWords = useWords(frame);
  const portfolioName = usePortfolioName();
  const { short_name, brand, pages } = useSite();
  const { head, selected_work, about, services, process, latest_posts, contact } = pages.home;
  const openPositions = pages.home.positions;
  return (
    <>
      <HomeHead />
      <section
        className={classNames(
          styles.hero,
          useHasArtwork(true) && styles.printed,
          brand.artwork === 'picture' && styles.pictured,
          Boolean(heroWork) && styles.withWork,
        )}
      >
        <Pattern
          className={classNames('cover', styles.ground)}
          seed={short_name.toLowerCase()}
          columns={16}
          rows={9}
          palette="accent"
          hero
          // The picture of the project is fetched before the pattern around it.
          later={Boolean(heroWork)}
          opens
        />
        {heroWork && <div className={styles.work}>{heroWork}</div>}
        <div className={styles.statement} {...script(head.title, head.text)}>
          <h1 className={classNames('pageTitle', styles.headline)} {...titleLength(head.title)}>
            {head.title}
          </h1>
          {head.text && <p className={styles.intro}>{head.text}</p>}
          {(hasWork || contact) && (
            <div className={styles.actions}>
              {hasWork && (
                <ButtonLink to={pathTo('portfolio')}>
                  {portfolioName ? <NameText>{portfolioName}</NameText> : words('home.seeWork')}{' '}
                  <ArrowRightIcon />
                </ButtonLink>
              )}
              {contact && (
                <ButtonLink variant={hasWork ? 'quiet' : 'primary'} to={contactFormPath()}>
                  {frameWords('frame.write')}
                </ButtonLink>
              )}
            </div>
          )}
          <WrittenText className="soft">{head.proof}</WrittenText>
        </div>
      </section>

      {selected_work && selectedWork(selected_work.title)}
      <Services about={about} services={services} />
      {process && (
        <div className="pageSection">
          <Steps id="process" points={process} />
        </div>
      )}

      {latest_posts && latestBlogs && (
        <section className="pageSection" aria-labelledby="latest">
          <SectionHead
            id="latest"
            title={latest_posts.title}
            onward={<Onward to={pathTo('publishing')}>{words('home.allPosts')}</Onward>}
          />
          {latestBlogs}
        </section>
      )}

      {openPositions && positions && (
        <section className="pageSection" aria-labelledby="positions">
          <SectionHead
            id="positions"
            title={openPositions.title}
            onward={<Onward to={positionsTo}>{words('home.allPositions')}</Onward>}
          />
          {positions}
        </section>
      )}

      {contact && <ContactCall title={contact.title} />}
    </>
  );
}

/** For search engines: the description, the company, and the name of its site. */
function HomeHead() {
  const info = useSiteInfo();
  return (
    <>
      <PageHead description={info.site.pages.home.head.description} path={pathTo('home')} />
      <JsonLd data={() => organizationJsonLd(info)} />
      <JsonLd data={() => websiteJsonLd(info)} />
    </>
  );
}

/** The company and its services. Parts for which the company has no text are left out. */
function Services({ about, services }: { about: Pages['home']['about']; services: Points | undefined }) {
  const script = useScript();
  const title = about?.title ?? services?.title;
  if (title === undefined) return null;
  return (
    <section className={styles.about} aria-labelledby="about">
      <WrittenText as="h2" className={styles.aboutTitle} id="about">
        {title}
      </WrittenText>
      <div className="stack5">
        <WrittenText className={styles.aboutText}>{about?.text}</WrittenText>
        {services && (
          <>
            {about && (
              <WrittenText as="h3" className={styles.servicesTitle}>
                {services.title}
              </WrittenText>
            )}
            <dl className={styles.services}>
              {services.items.map(({ title, text, link }) => (
                <div key={title} className={link && 'answers overlined leads'} {...script(title, text)}>
                  <dt>
                    {link ? (
                      <>
                        <Link className="covers" to={link}>
                          {title}
                        </Link>
                        <ArrowRightIcon />
                      </>
                    ) : (
                      title
                    )}
                  </dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
            <AppsLink />
          </>
        )}
      </div>
    </section>
  );
}

function AppsLink() {
  const words = useWords(home);
  const { apps } = useSite();
  if (apps.length === 0) return null;
  return <Onward to={pathTo('apps')}>{words('home.apps')}</Onward>;
}

/** The end of the home page: an invitation to get in touch. */
function ContactCall({ title }: { title: string }) {
  const frameWords = useWords(frame);
  const site = useSite();
  return (
    <section
      className={classNames(styles.call, useHasArtwork(true) && styles.printedCall)}
      aria-labelledby="call"
    >
      <Pattern
        className={classNames('cover', styles.callArt)}
        seed="write-to-us"
        columns={16}
        rows={5}
        palette="ink"
        hero
        later
      />
      <div className={styles.callSheet}>
        <WrittenText as="h2" className={styles.callTitle} id="call">
          {title}
        </WrittenText>
        <div className={styles.ways}>
          <ButtonLink to={contactFormPath()}>
            {frameWords('frame.write')} <ArrowRightIcon />
          </ButtonLink>
          <p className={styles.direct}>
            <a href={`mailto:${site.email}`}>{site.email}</a>
            {site.phone && <a href={phoneHref(site.phone)}>{site.phone}</a>}
          </p>
        </div>
      </div>
    </section>
  );
}

import { type ReactNode, useRef } from 'react';
import { Link, matchPath, Outlet, useLocation } from 'react-router-dom';
import { contactFormPath, pathTo } from '#shared/paths.ts';
import { routes } from '#shared/routes.ts';
import { phoneHref } from '#shared/site/contact-links.ts';
import { ownPathOf } from '#shared/site/own-path.ts';
import { frame } from '#shared/words/en/frame.ts';
import { ButtonLink } from '../../../site/links.tsx';
import { useSite } from '../../../site-info.ts';
import { AddressLines } from '../../../ui/AddressLines.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ArrowRightIcon, ArrowUpRightIcon, CloseIcon, MenuIcon } from '../../../ui/icons.tsx';
import { SkipLink } from '../../../ui/VisuallyHidden.tsx';
import { Wordmark } from '../../../ui/Wordmark.tsx';
import { NameText, WrittenText } from '../../../ui/WrittenText.tsx';
import { asNode, useWords } from '../../../words.ts';
import headerStyles from './Header.module.css';
import { legalLinks, type NavigationLink, useNewestPost, useShownWork, useSiteLinks } from './navigation.ts';
import styles from './PublicLayout.module.css';

/** Layout of the public pages: navigation, page and footer (docs/product.md §2). */
export function Component() {
  return (
    <>
      <SkipLink />
      <Header />
      <main className={styles.main} id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </>
  );
}

/** The footer: company, social and legal links, the office or the email, and the copyright line. */
function Footer() {
  const words = useWords(frame);
  const site = useSite();
  // Around New Year, server and browser may have different years. Hydration then keeps the server's text.
  const year = <span suppressHydrationWarning>{new Date().getUTCFullYear()}</span>;
  return (
    <footer className={styles.footer}>
      <Call />
      <div className={styles.grid}>
        <div className={styles.brand}>
          <Wordmark />
          <WrittenText>{site.tagline}</WrittenText>
        </div>
        <LinkList title={words('frame.company')} links={useSiteLinks().company} />
        {site.social.length > 0 && (
          <Column title={words('frame.social')}>
            <ul className={classNames('quietLinks', styles.links)}>
              {site.social.map(({ name, url }) => (
                <li key={name}>
                  <a href={url} target="_blank" rel="noreferrer noopener">
                    <NameText>{name}</NameText> <ArrowUpRightIcon size={16} />
                  </a>
                </li>
              ))}
            </ul>
          </Column>
        )}
        <LinkList title={words('frame.legal')} links={legalLinks} />
        <News />
        <Column title={words(site.address ? 'frame.office' : 'nav.contact')}>
          <address className={classNames('quietLinks', styles.address)}>
            <AddressLines address={site.address} />
            {site.hours.map((line) => (
              <WrittenText as="span" key={line}>
                {line}
              </WrittenText>
            ))}
            {site.phone && <a href={phoneHref(site.phone)}>{site.phone}</a>}
            <a href={`mailto:${site.email}`}>{site.email}</a>
          </address>
        </Column>
      </div>
      <div className={styles.end}>
        <span>
          © {year} <NameText>{site.legal_entity}</NameText>
        </span>
      </div>
    </footer>
  );
}

/** The product's pages that end with an invitation to get in touch, as the company's own do. The home page has its own, and forms are one themselves. */
const pagesWithCall = [
  routes.portfolio,
  routes.portfolioCategory,
  routes.portfolioItem,
  routes.publishing,
  routes.viewBlog,
  routes.team,
  routes.apps,
];

/** A longer title would make the button a paragraph. The form names it nevertheless. */
const longestNamed = 40;

function Call() {
  const words = useWords(frame);
  const { pages, own_pages } = useSite();
  const { contact } = pages.home;
  const { pathname } = useLocation();
  const about = useShownWork();
  const own = ownPathOf(pathname);
  const hasCall =
    own_pages.some(({ path }) => path === own) ||
    pagesWithCall.some((path) => matchPath({ path, caseSensitive: true }, pathname));
  if (!contact || !hasCall) return null;
  return (
    <section className={styles.call} aria-labelledby="footer-call">
      <WrittenText as="h2" className={styles.callTitle} id="footer-call">
        {contact.title}
      </WrittenText>
      <ButtonLink to={contactFormPath(about)}>
        <span>
          {about === undefined || about.length > longestNamed
            ? words('frame.write')
            : asNode(words.parts('frame.writeAbout', { title: () => <NameText>{about}</NameText> }))}
        </span>
        <ArrowRightIcon />
      </ButtonLink>
    </section>
  );
}

/** The newest post, under the company's own words for its posts. */
function News() {
  const post = useNewestPost();
  if (!post) return null;
  return (
    <Column title={post.heading}>
      <div className={classNames('quietLinks', styles.address)}>
        <Link to={pathTo('viewBlog', { id: post.id })}>
          <NameText className="clamped">{post.title}</NameText>
        </Link>
        <span>{post.day}</span>
      </div>
    </Column>
  );
}

function LinkList({ title, links }: { title: string; links: NavigationLink[] }) {
  if (links.length === 0) return null;
  return (
    <Column title={title}>
      <ul className={classNames('quietLinks', styles.links)}>
        {links.map((link) => (
          <li key={link.to}>
            <Link to={link.to}>
              <LinkLabel link={link} />
            </Link>
          </li>
        ))}
      </ul>
    </Column>
  );
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </section>
  );
}

const menuId = 'site-menu';

/**
 * The navigation bar at the top. On small screens the links are in a popover, which the browser opens and closes
 * without scripts. While it is closed it is not hidden, but shows only the link to the contact page in the bar: so no
 * link is there twice.
 */
function Header() {
  const words = useWords(frame);
  const { name } = useSite();
  const { pathname } = useLocation();
  const menu = useRef<HTMLElement>(null);
  const close = () => {
    // The menu is an open popover only on small screens and in browsers that support popovers. Otherwise it need not
    // be closed.
    if (menu.current?.matches('[popover]:popover-open')) menu.current.hidePopover();
  };
  return (
    <header className={headerStyles.header}>
      <div className={headerStyles.row}>
        <Link
          className={headerStyles.brand}
          to={pathTo('home')}
          aria-label={words('frame.homePage', { name })}
        >
          <Wordmark />
        </Link>
        <nav
          className={headerStyles.menu}
          id={menuId}
          aria-label={words('frame.main')}
          popover="auto"
          ref={menu}
        >
          <ul className={headerStyles.links}>
            {useSiteLinks().top.map((link) => (
              <li key={link.to} className={link.name === 'contact' ? headerStyles.contact : undefined}>
                <Link
                  className={headerStyles.link}
                  to={link.to}
                  aria-current={currentMark(link, pathname)}
                  onClick={close}
                >
                  <LinkLabel link={link} />
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <button className={headerStyles.toggle} type="button" popoverTarget={menuId}>
          <span className={headerStyles.open}>
            <MenuIcon />
          </span>
          <span className={headerStyles.close}>
            <CloseIcon />
          </span>
          {words('frame.menu')}
        </button>
      </div>
    </header>
  );
}

/**
 * Returns the value of `aria-current`: 'page' if the link leads to this page, 'true' if it leads to the section that
 * contains the page.
 */
function currentMark({ to, within }: NavigationLink, pathname: string) {
  if (matchPath({ path: to, caseSensitive: true }, pathname)) return 'page';
  return within.some((path) => matchPath({ path, caseSensitive: true }, pathname)) ? 'true' : undefined;
}

/** The label of a link: of the product's own pages in the language of the site. */
function LinkLabel({ link: { name, title = '' } }: { link: NavigationLink }) {
  const words = useWords(frame);
  return name === undefined ? <NameText>{title}</NameText> : words(`nav.${name}`);
}

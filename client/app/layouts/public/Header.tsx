import { useRef } from 'react';
import { Link, matchPath, useLocation } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { frame } from '#shared/words/en/frame.ts';
import { useSite } from '../../../site-info.ts';
import { CloseIcon, MenuIcon } from '../../../ui/icons.tsx';
import { Wordmark } from '../../../ui/Wordmark.tsx';
import { NameText } from '../../../ui/WrittenText.tsx';
import { useWords } from '../../../words.ts';
import styles from './Header.module.css';
import { type NavigationLink, useSiteLinks } from './navigation.ts';

const menuId = 'site-menu';

/**
 * The navigation bar at the top. On small screens the links are in a popover, which the browser opens and closes
 * without scripts. While it is closed it is not hidden, but shows only the link to the contact page in the bar: so no
 * link is there twice.
 */
export function Header() {
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
    <header className={styles.header}>
      <div className={styles.row}>
        <Link className={styles.brand} to={pathTo('home')} aria-label={words('frame.homePage', { name })}>
          <Wordmark />
        </Link>
        <nav className={styles.menu} id={menuId} aria-label={words('frame.main')} popover="auto" ref={menu}>
          <ul className={styles.links}>
            {useSiteLinks().top.map((link) => (
              <li key={link.to} className={link.name === 'contact' ? styles.contact : undefined}>
                <Link
                  className={styles.link}
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
        <button className={styles.toggle} type="button" popoverTarget={menuId}>
          <span className={styles.open}>
            <MenuIcon />
          </span>
          <span className={styles.close}>
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
function currentMark({ to, within }: NavigationLink, pathname: string): 'page' | 'true' | undefined {
  if (matchPath({ path: to, caseSensitive: true }, pathname)) return 'page';
  return within.some((path) => matchPath({ path, caseSensitive: true }, pathname)) ? 'true' : undefined;
}

/** The label of a link: of the product's own pages in the language of the site. */
export function LinkLabel({ link: { name, title = '' } }: { link: NavigationLink }) {
  const words = useWords(frame);
  return name === undefined ? <NameText>{title}</NameText> : words(`nav.${name}`);
}

import { Link } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { mapHref, phoneHref } from '#shared/site/contact-links.ts';
import { contact } from '#shared/words/en/contact.ts';
import { hostCallsQuery } from '../../api/host-support.ts';
import type { Prefetch } from '../../api/prefetch.ts';
import { formTokenQuery } from '../../forms/visitor/form-token.ts';
import { useSite } from '../../site-info.ts';
import { AddressLines } from '../../ui/AddressLines.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ArrowRightIcon, ArrowUpRightIcon } from '../../ui/icons.tsx';
import { TopLevelPageHead } from '../../ui/PageHead.tsx';
import { titleLength, WrittenText } from '../../ui/WrittenText.tsx';
import { useScript, useWords } from '../../words.ts';
import { ContactSection } from './ContactForm.tsx';
import styles from './ContactScreen.module.css';

export const prefetch: Prefetch = (reads) =>
  Promise.all([reads.side(formTokenQuery), reads.side(hostCallsQuery)]);

/** /contact: the contact form, and all other ways to reach the company. */
export function Component() {
  const script = useScript();
  const { head } = useSite().pages.contact;
  return (
    <div className={classNames('page', styles.screen)}>
      <TopLevelPageHead title={head.title} description={head.description} path={pathTo('contact')} />
      <header className={styles.head} {...script(head.title, head.text)}>
        <h1 className="indexTitle" {...titleLength(head.title)}>
          {head.title}
        </h1>
        {head.text && <p className={styles.intro}>{head.text}</p>}
      </header>
      <div className={styles.parts}>
        <ContactSection />
        <Ways />
      </div>
    </div>
  );
}

/**
 * Email, phone, postal address, and links to the pages for other matters. The map is a link and not embedded, so that
 * no map service can track visitors on this page.
 */
function Ways() {
  const script = useScript();
  const words = useWords(contact);
  const site = useSite();
  const { direct, office, other_matters } = site.pages.contact;
  if (!direct && !office && !other_matters) return null;
  return (
    <div className={styles.ways}>
      {direct && (
        <section aria-labelledby="direct">
          <WrittenText as="h2" className={styles.heading} id="direct">
            {direct.title}
          </WrittenText>
          <ul className={styles.direct}>
            <li>
              <a href={`mailto:${site.email}`}>
                <EmailText>{site.email}</EmailText>
              </a>
            </li>
            {site.phone && (
              <li>
                <a href={phoneHref(site.phone)}>{site.phone}</a>
              </li>
            )}
          </ul>
          {site.hours.map((line) => (
            <WrittenText key={line} className="note">
              {line}
            </WrittenText>
          ))}
        </section>
      )}
      {office && site.address && (
        <section aria-labelledby="office">
          <WrittenText as="h2" className={styles.heading} id="office">
            {office.title}
          </WrittenText>
          <address className={styles.address}>
            <strong lang={script(site.name).lang}>{site.name}</strong>
            <AddressLines address={site.address} />
          </address>
          <a className={styles.onward} href={mapHref(site.address)} target="_blank" rel="noreferrer noopener">
            {words('contact.map')} <ArrowUpRightIcon size={16} />
          </a>
        </section>
      )}
      {other_matters && (!site.pages.jobs.off || site.apps.length > 0) && (
        <section aria-labelledby="other-matters">
          <WrittenText as="h2" className={styles.heading} id="other-matters">
            {other_matters.title}
          </WrittenText>
          <ul className={styles.matters}>
            {!site.pages.jobs.off && (
              <li>
                <Link className={styles.onward} to={pathTo('careersApply')}>
                  {words('contact.apply')} <ArrowRightIcon size={16} />
                </Link>
              </li>
            )}
            {site.apps.length > 0 && (
              <li>
                <Link className={styles.onward} to={pathTo('deleteAccount')}>
                  {words('contact.delete')} <ArrowRightIcon size={16} />
                </Link>
              </li>
            )}
          </ul>
        </section>
      )}
    </div>
  );
}

/** An email address that is broken before its "@" if it does not fit on a line. */
function EmailText({ children }: { children: string }) {
  const at = children.lastIndexOf('@');
  return (
    <>
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </>
  );
}

import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { addressLines, phoneHref } from '#shared/site/contact-links.ts';
import { languageOf } from '#shared/text-direction.ts';
import { useSite } from '../../../site-info/site-info.ts';
import { ArrowUpRightIcon } from '../../../ui/icons/icons.tsx';
import { Wordmark } from '../../../ui/wordmark/Wordmark.tsx';
import styles from './Footer.module.css';
import { companyLinks, legalLinks } from './navigation.ts';

/** Company, social and legal links, and where the office is (SPEC §2). */
export function Footer() {
  const site = useSite();
  return (
    <footer className={styles.footer}>
      <div className={styles.grid}>
        <div className={styles.brand}>
          <Wordmark />
          <p>{site.tagline}</p>
        </div>
        <LinkList title="Company" links={companyLinks} />
        <Column title="Social">
          <ul className={styles.links}>
            {site.social.map(({ name, url }) => (
              <li key={name}>
                <a href={url} target="_blank" rel="noreferrer noopener">
                  {name} <ArrowUpRightIcon size={16} />
                </a>
              </li>
            ))}
          </ul>
        </Column>
        <LinkList title="Legal" links={legalLinks} />
        <Column title="Office">
          <address className={styles.address}>
            {addressLines(site.address).map((line) => (
              <span key={line} lang={languageOf(line)}>
                {line}
              </span>
            ))}
            <a href={phoneHref(site)}>{site.phone}</a>
            <a href={`mailto:${site.email}`}>{site.email}</a>
          </address>
        </Column>
      </div>
      <div className={styles.end}>
        <span>{site.legal_entity}</span>
        <Link to={pathTo('adminLogin')}>Admin sign-in</Link>
      </div>
    </footer>
  );
}

function LinkList({ title, links }: { title: string; links: { label: string; to: string }[] }) {
  if (links.length === 0) return null;
  return (
    <Column title={title}>
      <ul className={styles.links}>
        {links.map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
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

import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { company, phoneHref } from '#shared/company.ts';
import { pathTo } from '#shared/paths.ts';
import { ArrowUpRightIcon } from '../../../ui/icons/icons.tsx';
import { Wordmark } from '../../../ui/wordmark/Wordmark.tsx';
import styles from './Footer.module.css';
import { companyLinks, legalLinks } from './navigation.ts';

/** Company, social and legal links, and where the office is (SPEC §2). */
export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={styles.grid}>
        <div className={styles.brand}>
          <Wordmark />
          <p>{company.tagline}</p>
        </div>
        <LinkList title="Company" links={companyLinks} />
        <Column title="Social">
          <ul className={styles.links}>
            {company.social.map(({ name, href }) => (
              <li key={name}>
                <a href={href} target="_blank" rel="noreferrer noopener">
                  {name} <ArrowUpRightIcon size={16} />
                </a>
              </li>
            ))}
          </ul>
        </Column>
        <LinkList title="Legal" links={legalLinks} />
        <Column title="Office">
          <address className={styles.address}>
            <span>{company.address.join(', ')}</span>
            <a href={phoneHref}>{company.phone}</a>
            <a href={`mailto:${company.email}`}>{company.email}</a>
          </address>
        </Column>
      </div>
      <div className={styles.end}>
        <span>{company.name}</span>
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

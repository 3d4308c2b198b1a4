import type { ReactNode } from 'react';
import { formatDay } from '#shared/dates.ts';
import { legal } from '#shared/words/en/legal.ts';
import { useSite } from '../../site-info.ts';
import { classNames } from '../../ui/class-names.ts';
import { TopLevelPageHead } from '../../ui/PageHead.tsx';
import { NameText } from '../../ui/WrittenText.tsx';
import { asNode, useWords } from '../../words.ts';
import styles from './LegalPage.module.css';

/** One numbered part of a legal text; `id` is its anchor in the page. */
export interface LegalPart {
  id: string;
  title: string;
  body: ReactNode;
}

interface LegalPageProps {
  path: string;
  title: string;
  /** Description for search engines, in one sentence. */
  description: string;
  /** A summary for people who read no further. */
  summary: ReactNode;
  /** The date since which the text applies, e.g. 2026-11-21. */
  since: string;
  parts: readonly LegalPart[];
}

/**
 * A legal text: a summary, a table of contents that stays visible, and the numbered parts. Has styles for paper, too.
 */
export function LegalPage({ path, title, description, summary, since, parts }: LegalPageProps) {
  const words = useWords(legal);
  return (
    <article className={classNames('page', styles.page)}>
      <TopLevelPageHead title={title} description={description} path={path} />
      <LegalHead title={title} since={since} />
      <div className={styles.summary}>{summary}</div>
      <nav className={styles.contents} aria-labelledby="contents">
        <h2 className={styles.contentsTitle} id="contents">
          {words('legal.contents')}
        </h2>
        <ol className={classNames('quietLinks', styles.list)}>
          {parts.map((part) => (
            <li key={part.id}>
              <a href={`#${part.id}`}>{part.title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.text}>
        {parts.map((part) => (
          <section key={part.id} className={styles.part} aria-labelledby={part.id}>
            <h2 className={styles.heading} id={part.id}>
              {part.title}
            </h2>
            {part.body}
          </section>
        ))}
      </div>
    </article>
  );
}

/** The title of a legal text, the legal entity, and the day of the last change if it is known. */
export function LegalHead({ title, since }: { title: string; since: string | undefined }) {
  const words = useWords(legal);
  const { legal_entity } = useSite();
  const entity = <NameText>{legal_entity}</NameText>;
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{title}</h1>
      <p className="soft">
        {since === undefined
          ? entity
          : asNode(
              words.parts('legal.updated', {
                entity: () => entity,
                day: () => <time dateTime={since}>{formatDay(since, words.language)}</time>,
              }),
            )}
      </p>
    </header>
  );
}

/** A link that writes to an email address. */
export function MailLink({ to }: { to: string }) {
  return <a href={`mailto:${to}`}>{to}</a>;
}

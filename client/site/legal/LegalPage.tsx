import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDay } from '#shared/dates.ts';
import { legal } from '#shared/words/en/legal.ts';
import { ownTextQuery } from '../../api/own-text.ts';
import { useSite } from '../../site-info.ts';
import { classNames } from '../../ui/class-names.ts';
import { Loader } from '../../ui/Loader.tsx';
import { TopLevelPageHead } from '../../ui/PageHead.tsx';
import { RichText } from '../../ui/rich-text/RichText.tsx';
import { NameText } from '../../ui/WrittenText.tsx';
import { asNode, useWords } from '../../words.ts';
import { FailedRead } from '../PageStates.tsx';
import styles from './LegalPage.module.css';

interface LegalPageProps<Id extends string> {
  path: string;
  title: string;
  /** Description for search engines, in one sentence. */
  description: string;
  /** A summary for people who read no further. */
  summary: ReactNode;
  /** The date since which the text applies, e.g. 2026-11-21. */
  since: string;
  /** The numbered parts of the text, in their order, by their anchors in the page. A part that is false is left out. */
  parts: Readonly<Record<Id, ReactNode>>;
  titleOf: (id: Id) => string;
}

/**
 * A legal text: a summary, a table of contents that stays visible, and the numbered parts. Has styles for paper, too.
 */
export function LegalPage<Id extends string>(props: LegalPageProps<Id>) {
  const { path, title, description, summary, since, titleOf } = props;
  const parts = (Object.entries(props.parts) as [Id, ReactNode][]).filter(([, body]) => body !== false);
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
          {parts.map(([id]) => (
            <li key={id}>
              <a href={`#${id}`}>{titleOf(id)}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.text}>
        {parts.map(([id, body]) => (
          <section key={id} className={styles.part} aria-labelledby={id}>
            <h2 className={styles.heading} id={id}>
              {titleOf(id)}
            </h2>
            {body}
          </section>
        ))}
      </div>
    </article>
  );
}

/** The title of a legal text, the legal entity, and the day of the last change if it is known. */
function LegalHead({ title, since }: { title: string; since: string | undefined }) {
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

interface OwnLegalTextProps {
  path: string;
  title: string;
  /** Description for search engines, in one sentence. */
  description: string;
}

/** A legal text that the company has written itself. */
export function OwnLegalText({ path, title, description }: OwnLegalTextProps) {
  const words = useWords(legal);
  const query = useQuery(ownTextQuery(path));
  const { data, isError } = query;
  return (
    <article className={classNames('page', styles.page)}>
      <TopLevelPageHead title={title} description={description} path={path} />
      <LegalHead title={title} since={data?.updated ?? undefined} />
      {data ? (
        <div className={styles.text}>
          <RichText html={data.text} />
        </div>
      ) : isError ? (
        <FailedRead title={words('legal.failed')} query={query} />
      ) : (
        <Loader page />
      )}
    </article>
  );
}

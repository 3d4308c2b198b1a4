import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SitePage } from '#shared/schemas/site-page.ts';
import { summaryText } from '#shared/summary-text.ts';
import { frame } from '#shared/words/en/frame.ts';
import { isStatus } from '../../api/api-error.ts';
import { ownTextQuery } from '../../api/own-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { Loader } from '../../ui/Loader.tsx';
import { Breadcrumbs, PageHead, PageTitle } from '../../ui/PageHead.tsx';
import { RichText } from '../../ui/rich-text/RichText.tsx';
import { TitleHeading } from '../../ui/WrittenText.tsx';
import { useScript, useWords } from '../../words.ts';
import { FailedPage } from '../PageStates.tsx';
import styles from './OwnPage.module.css';

interface OwnPageProps {
  /** The path as the company wrote it, such as /about. */
  path: string;
  /** Shown if the company has no page at this path. */
  notFound: ReactNode;
}

/** A page of the company's own: a title and its text. */
export function OwnPage({ path, notFound }: OwnPageProps) {
  const words = useWords(frame);
  const page = useQuery(ownTextQuery(path));
  if (page.data) return <Article path={path} page={page.data} />;
  if (page.isPending) {
    return (
      <>
        <PageTitle>{words('state.loading')}</PageTitle>
        <Loader page />
      </>
    );
  }
  if (isStatus(page.error, 404)) return notFound;
  return (
    <div className="page">
      <FailedPage page={words('ownPage.title')} title={words('ownPage.failed')} query={page} />
    </div>
  );
}

function Article({ path, page }: { path: string; page: SitePage }) {
  const script = useScript();
  const { title, text, search_title, search_description } = page;
  const name = title ?? path.slice(1);
  const canonical = encodeURI(path);
  return (
    <article className={classNames('page', styles.page)} dir={script(name, summaryText(text, 400)).dir}>
      <PageHead
        title={search_title ?? name}
        description={search_description ?? summaryText(text)}
        path={canonical}
      />
      <Breadcrumbs trail={[{ name, path: canonical }]} />
      <TitleHeading className={classNames('quietTitle', styles.title)} title={name} />
      <RichText className={styles.text} html={text} />
    </article>
  );
}

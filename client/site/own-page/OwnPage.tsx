import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SitePage } from '#shared/schemas/site-page.ts';
import { summaryText } from '#shared/summary-text.ts';
import { frame } from '#shared/words/en/frame.ts';
import { ApiError, translateError } from '../../api/api-error.ts';
import { ownTextQuery } from '../../api/own-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Loader } from '../../ui/Loader.tsx';
import { Breadcrumbs, PageHead } from '../../ui/PageHead.tsx';
import { PageStatus } from '../../ui/PageStatus.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { RichText } from '../../ui/rich-text/RichText.tsx';
import { TitleText } from '../../ui/TitleText.tsx';
import { titleLength } from '../../ui/title-length.ts';
import { useScript, useWords } from '../../words.ts';
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
  if (page.error instanceof ApiError && page.error.status === 404) return notFound;
  return (
    <div className="page">
      <PageTitle>{words('ownPage.title')}</PageTitle>
      <PageStatus code={503} />
      <ErrorState
        level={1}
        title={words('ownPage.failed')}
        text={translateError(page.error).message}
        onRetry={() => void page.refetch()}
        busy={page.isFetching}
      />
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
      <h1 className={classNames('quietTitle', styles.title)} {...titleLength(name)} lang={script(name).lang}>
        <TitleText>{name}</TitleText>
      </h1>
      <RichText className={styles.text} html={text} />
    </article>
  );
}

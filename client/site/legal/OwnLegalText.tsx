import { useQuery } from '@tanstack/react-query';
import { legal } from '#shared/words/en/legal.ts';
import { translateError } from '../../api/api-error.ts';
import { ownTextQuery } from '../../api/own-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Loader } from '../../ui/Loader.tsx';
import { TopLevelPageHead } from '../../ui/PageHead.tsx';
import { PageStatus } from '../../ui/PageStatus.tsx';
import { RichText } from '../../ui/rich-text/RichText.tsx';
import { useWords } from '../../words.ts';
import styles from './LegalPage.module.css';
import { LegalHead } from './LegalPage.tsx';

interface OwnLegalTextProps {
  path: string;
  title: string;
  /** Description for search engines, in one sentence. */
  description: string;
}

/** A legal text that the company has written itself. */
export function OwnLegalText({ path, title, description }: OwnLegalTextProps) {
  const words = useWords(legal);
  const { data, error, isFetching, refetch } = useQuery(ownTextQuery(path));
  return (
    <article className={classNames('page', styles.page)}>
      <TopLevelPageHead title={title} description={description} path={path} />
      <LegalHead title={title} since={data?.updated ?? undefined} />
      {data ? (
        <div className={styles.text}>
          <RichText html={data.text} />
        </div>
      ) : error ? (
        <>
          <PageStatus code={503} />
          <ErrorState
            title={words('legal.failed')}
            text={translateError(error).message}
            onRetry={() => void refetch()}
            busy={isFetching}
          />
        </>
      ) : (
        <Loader page />
      )}
    </article>
  );
}

import { useQuery } from '@tanstack/react-query';
import { legal } from '#shared/words/en/legal.ts';
import { ownTextQuery } from '../../api/own-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { Loader } from '../../ui/Loader.tsx';
import { TopLevelPageHead } from '../../ui/PageHead.tsx';
import { RichText } from '../../ui/rich-text/RichText.tsx';
import { useWords } from '../../words.ts';
import { FailedRead } from '../PageStates.tsx';
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

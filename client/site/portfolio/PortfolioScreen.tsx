import { pathTo } from '#shared/paths.ts';
import { scriptOf } from '#shared/text-direction.ts';
import { translateError } from '../../api/api-error.ts';
import type { Prefetch } from '../../api/prefetch.ts';
import { useSite } from '../../site-info.ts';
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import layout from '../../ui/layout/layout.module.css';
import { PageHead } from '../../ui/PageHead.tsx';
import { PageStatus } from '../../ui/PageStatus.tsx';
import { Pattern } from '../../ui/Pattern.tsx';
import { pageOf, usePageNumber } from '../../use-page-number.ts';
import { FieldMosaic, FieldMosaicPlaces } from './FieldMosaic.tsx';
import { fieldsQuery, useFields } from './fields.ts';
import { PageEnd } from './PageEnd.tsx';
import styles from './PortfolioScreen.module.css';

export const prefetch: Prefetch = (reads, { url }) => reads.main(fieldsQuery(pageOf(url.searchParams)));

/** /portfolio: the fields in which the studio works. */
export function Component() {
  const [page] = usePageNumber();
  const { head } = useSite().pages.portfolio;
  return (
    <div className={layout.page}>
      <PageHead
        title={page > 1 ? `${head.title}, page ${page}` : head.title}
        description={head.description}
        path={pathTo('portfolio') + (page > 1 ? `?page=${page}` : '')}
      />
      <Breadcrumbs trail={[{ name: head.title, path: pathTo('portfolio') }]} />
      <header className={styles.head} {...scriptOf(head.title, head.text)}>
        <h1 className={styles.title}>{head.title}</h1>
        {head.text && <p className={styles.intro}>{head.text}</p>}
      </header>
      <Fields page={page} />
    </div>
  );
}

function Fields({ page }: { page: number }) {
  const fields = useFields(page);
  if (fields.isPending) return <FieldMosaicPlaces />;
  if (fields.isError) {
    return (
      <>
        <PageStatus code={503} />
        <ErrorState
          level={2}
          title="We can’t show the portfolio right now"
          text={translateError(fields.error).message}
          onRetry={() => void fields.refetch()}
          busy={fields.isFetching}
        />
      </>
    );
  }
  if (fields.data.data.length === 0 && page === 1) {
    return (
      <EmptyState
        level={2}
        art={<Pattern seed="no-fields" columns={8} rows={4} palette="paper" />}
        title="No work to show yet"
        text="Our first projects will appear here."
      />
    );
  }
  return (
    <>
      <FieldMosaic fields={fields.data.data} />
      <PageEnd of={fields.data} page={page} address={pathTo('portfolio')} />
    </>
  );
}

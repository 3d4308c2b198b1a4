import { useQuery } from '@tanstack/react-query';
import { pathTo } from '#shared/paths.ts';
import type { Category } from '#shared/schemas/category.ts';
import { work } from '#shared/words/en/work.ts';
import type { Prefetch } from '../../api/prefetch.ts';
import { useSite } from '../../site-info.ts';
import { Breadcrumbs, PageHead } from '../../ui/PageHead.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { pageOf, usePageNumber } from '../../use-page-number.ts';
import { useWords } from '../../words.ts';
import { PageIntro } from '../PageIntro.tsx';
import { EmptyList, FailedRead, ListEnd, LoadingList } from '../PageStates.tsx';
import { CategoryPlate } from './Plate.tsx';
import styles from './PortfolioScreen.module.css';
import { allWorkQuery, categoriesQuery } from './queries.ts';
import { WorkList } from './WorkList.tsx';

export const prefetch: Prefetch = (reads, { url }) =>
  Promise.all([reads.main(categoriesQuery(pageOf(url.searchParams))), reads.side(allWorkQuery())]);

/** /portfolio: the categories of the studio's work, and the list of all work. */
export function Component() {
  const [page] = usePageNumber();
  const { head } = useSite().pages.portfolio;
  return (
    <div className="page">
      <PageHead title={head.title} description={head.description} path={pathTo('portfolio')} page={page} />
      <Breadcrumbs trail={[{ name: head.title, path: pathTo('portfolio') }]} />
      <PageIntro head={head} className={styles.intro} />
      <Categories page={page} />
      <WorkList />
    </div>
  );
}

function Categories({ page }: { page: number }) {
  const words = useWords(work);
  const categories = useQuery(categoriesQuery(page));
  if (categories.isPending) return <MosaicSkeleton />;
  if (categories.isError) return <FailedRead level={2} title={words('work.listFailed')} query={categories} />;
  if (categories.data.data.length === 0 && page === 1) {
    return <EmptyList level={2} seed="no-fields" title={words('work.none')} text={words('work.noneText')} />;
  }
  return (
    <>
      <Mosaic categories={categories.data.data} />
      <ListEnd list={categories.data} page={page} path={pathTo('portfolio')} />
    </>
  );
}

/** Categories as plates, alternately wide and narrow. If the last one has no neighbour, it is as wide as the page. */
function Mosaic({ categories }: { categories: readonly Category[] }) {
  return (
    <div className={styles.mosaic}>
      {categories.map((category, index) => (
        <CategoryPlate key={category.id} className={styles.tile} category={category} eager={index < 2} />
      ))}
    </div>
  );
}

function MosaicSkeleton() {
  const words = useWords(work);
  return (
    <LoadingList className={styles.mosaic} label={words('work.loadingCategories')} count={4}>
      {() => (
        <div className={styles.tile}>
          <Skeleton height="var(--print-height)" />
        </div>
      )}
    </LoadingList>
  );
}

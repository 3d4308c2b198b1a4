import { Link, useNavigate } from 'react-router-dom';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageStatus } from '../../ui/PageStatus.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import styles from './PageEnd.module.css';

interface PageEndProps {
  of: { data: readonly unknown[]; last_page: number };
  /** The page that the address asks for. */
  page: number;
  /** The address of the list, without its page. */
  address: string;
}

/** The pages of a list, each with an address; or the way back from one that the list does not have. */
export function PageEnd({ of: list, page, address }: PageEndProps) {
  const navigate = useNavigate();
  const hrefFor = (wanted: number) => address + (wanted > 1 ? `?page=${wanted}` : '');
  if (list.data.length === 0) {
    return (
      <>
        <PageStatus code={404} />
        <EmptyState
          level={2}
          title={`Page ${page} does not exist`}
          text={<Link to={address}>Go to the first page</Link>}
        />
      </>
    );
  }
  return (
    <div className={styles.pages}>
      <Pagination
        current={page}
        last={list.last_page}
        window={5}
        hrefFor={hrefFor}
        onChange={(wanted) => {
          void navigate(hrefFor(wanted));
          window.scrollTo({ top: 0, behavior: 'instant' });
        }}
      />
    </div>
  );
}

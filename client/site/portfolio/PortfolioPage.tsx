import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { frame } from '#shared/words/en/frame.ts';
import { work } from '#shared/words/en/work.ts';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ArrowLeftIcon } from '../../ui/icons.tsx';
import { PageStatus } from '../../ui/PageStatus.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { Pattern } from '../../ui/Pattern.tsx';
import { useScript, useWords } from '../../words.ts';
import { usePortfolioName } from '../use-portfolio-name.ts';
import styles from './PortfolioPage.module.css';

/** Frame of the page of a category and of a project. */
export function PortfolioPage({ children }: { children: ReactNode }) {
  return <div className={classNames('page', styles.page)}>{children}</div>;
}

/** Link to the page one level up. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  const script = useScript();
  return (
    <Link className={classNames('onward', styles.back)} to={to} viewTransition>
      <ArrowLeftIcon />{' '}
      <bdi className="clamped" lang={typeof children === 'string' ? script(children).lang : undefined}>
        {children}
      </bdi>
    </Link>
  );
}

/** Link to the list of all work, under the company's own name for it. */
export function BackToWork() {
  const words = useWords(work);
  return <BackLink to={pathTo('portfolio')}>{usePortfolioName() ?? words('work.all')}</BackLink>;
}

interface NotFoundProps {
  pageTitle: string;
  title: string;
  text: string;
  seed: string;
}

/** Shown for a URL without a category or project. The server answers 404. */
export function NotFound({ pageTitle, title, text, seed }: NotFoundProps) {
  return (
    <>
      <PageTitle>{pageTitle}</PageTitle>
      <PageStatus code={404} />
      <EmptyState
        art={<Pattern seed={seed} columns={8} rows={4} />}
        level={1}
        title={title}
        text={text}
        action={<BackToWork />}
      />
    </>
  );
}

interface ListEndProps {
  list: { data: readonly unknown[]; last_page: number };
  /** Page number in the URL. */
  page: number;
  /** The path of the list, without its page number. */
  path: string;
}

/**
 * The end of a list: its page numbers, each a link. If the list has no page with the number in the URL, a link back
 * to page 1.
 */
export function ListEnd({ list, page, path }: ListEndProps) {
  const words = useWords(frame);
  const navigate = useNavigate();
  const hrefFor = (wanted: number) => path + (wanted > 1 ? `?page=${wanted}` : '');
  if (list.data.length === 0) {
    return (
      <>
        <PageStatus code={404} />
        <EmptyState
          level={2}
          title={words('pages.missing', { page })}
          text={<Link to={path}>{words('pages.first')}</Link>}
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

import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { work } from '#shared/words/en/work.ts';
import { classNames } from '../../ui/class-names.ts';
import { ArrowLeftIcon } from '../../ui/icons.tsx';
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

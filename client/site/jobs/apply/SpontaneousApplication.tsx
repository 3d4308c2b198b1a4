import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { PageHead } from '../../../ui/head/PageHead.tsx';
import { ArrowLeftIcon } from '../../../ui/icons/icons.tsx';
import { Pattern } from '../../../ui/pattern/Pattern.tsx';
import { Application } from './Application.tsx';
import styles from './SpontaneousApplication.module.css';
import { sourceOf, sourceQuery } from './source.ts';
import { spontaneousPath } from './spontaneous.ts';

/** The form for those whom no open position fits. It shares its path with the list, so it takes the focus itself. */
export function SpontaneousApplication() {
  const [params] = useSearchParams();
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' });
    top.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={styles.screen} ref={top} tabIndex={-1}>
      <PageHead
        title="Apply without a position"
        description="No open position fits? Send your CV and two lines on what you would like to make."
        path={spontaneousPath(new URLSearchParams())}
      />
      <Link className={styles.back} to={pathTo('careersApply') + sourceQuery(params)}>
        <ArrowLeftIcon /> All positions
      </Link>
      <Pattern className={styles.art} seed="spontaneous" columns={16} rows={3} palette="copper" />
      <Application
        level={1}
        title="Apply without a position"
        intro="Tell us what you do best and what you would like to make. If it is not the time now, we come back to you when it is."
        source={sourceOf(params)}
      />
    </div>
  );
}

import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { useRejectedForm } from '../../../forms/visitor/page-outcome.ts';
import { useSite } from '../../../site-info.ts';
import { classNames } from '../../../ui/class-names.ts';
import { ArrowLeftIcon } from '../../../ui/icons.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { PageHead } from '../../../ui/PageHead.tsx';
import { Pattern } from '../../../ui/Pattern.tsx';
import { Application } from './Application.tsx';
import styles from './SpontaneousApplication.module.css';
import { sourceOf, sourceQuery } from './source.ts';
import { spontaneousPath } from './spontaneous.ts';

/** The form for those whom no open position fits. It shares its path with the list, so it takes the focus itself. */
export function SpontaneousApplication() {
  const [params] = useSearchParams();
  const { head } = useSite().pages.spontaneous;
  const rejected = useRejectedForm('application');
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' });
    top.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={styles.screen} ref={top} tabIndex={-1}>
      <PageHead
        title={head.title}
        description={head.description}
        path={spontaneousPath(new URLSearchParams())}
      />
      <Link className={layout.onward} to={pathTo('careersApply') + sourceQuery(params)}>
        <ArrowLeftIcon /> All positions
      </Link>
      <Pattern
        className={classNames(layout.bleed, styles.art)}
        seed="spontaneous"
        columns={16}
        rows={3}
        palette="signal"
        hero
      />
      <Application
        level={1}
        title={head.title}
        intro={head.text}
        source={rejected?.values.source ?? sourceOf(params)}
        action={spontaneousPath(params)}
        rejected={rejected}
      />
    </div>
  );
}

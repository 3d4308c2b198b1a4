import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { languageOf } from '#shared/text-direction.ts';
import { classNames } from '../../ui/class-names.ts';
import { ArrowLeftIcon } from '../../ui/icons.tsx';
import layout from '../../ui/layout/layout.module.css';
import styles from './BackLink.module.css';

/** One step up: to what holds this page. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={classNames(layout.onward, styles.back)} to={to} viewTransition>
      <ArrowLeftIcon />{' '}
      <bdi lang={typeof children === 'string' ? languageOf(children) : undefined}>{children}</bdi>
    </Link>
  );
}

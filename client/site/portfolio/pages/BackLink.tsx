import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ArrowLeftIcon } from '../../../ui/icons/icons.tsx';
import styles from './BackLink.module.css';

/** One step up: to what holds this page. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={styles.back} to={to} viewTransition>
      <ArrowLeftIcon /> <span dir="auto">{children}</span>
    </Link>
  );
}

import type { ReactNode } from 'react';
import { languageOf } from '#shared/text-direction.ts';
import styles from './ScreenHeader.module.css';

interface ScreenHeaderProps {
  title: string;
  /** Shown before the title, e.g. a back arrow. */
  before?: ReactNode;
  actions?: ReactNode;
}

/** The head of an admin screen. */
export function ScreenHeader({ title, before, actions }: ScreenHeaderProps) {
  return (
    <header className={styles.header}>
      {before}
      <h1 className={styles.title} lang={languageOf(title)}>
        {title}
      </h1>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}

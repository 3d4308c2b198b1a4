import type { ReactNode } from 'react';
import { languageOf } from '#shared/text-direction.ts';
import { PageTitle } from './PageHead.tsx';
import styles from './ScreenHeader.module.css';

interface ScreenHeaderProps {
  title: string;
  /** The title of the page, if it is another one; null if something else on the screen sets it. */
  page?: string | null;
  /** Shown before the title, e.g. a back arrow. */
  before?: ReactNode;
  actions?: ReactNode;
}

/** The head of an admin screen, and the title of its page. */
export function ScreenHeader({ title, page = title, before, actions }: ScreenHeaderProps) {
  return (
    <header className={styles.header}>
      {page !== null && <PageTitle>{page}</PageTitle>}
      {before}
      <h1 className={styles.title} lang={languageOf(title)} tabIndex={-1}>
        {title}
      </h1>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}

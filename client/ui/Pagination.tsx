import type { ReactNode } from 'react';
import { frame } from '#shared/words/en/frame.ts';
import { useWords } from '../words.ts';
import { follow } from './follow.ts';
import { ChevronLeftIcon, ChevronRightIcon } from './icons.tsx';
import styles from './Pagination.module.css';

interface PaginationProps {
  current: number;
  last: number;
  onChange: (page: number) => void;
  /** Number of page numbers shown around the current one; all if left out. */
  window?: number;
  /** Returns the URL of a page. If given, the page numbers are links instead of buttons. */
  hrefFor?: (page: number) => string;
  label?: string;
}

/** Links or buttons for the previous page, the next page and page numbers. Renders nothing for a single page. */
export function Pagination({ current, last, onChange, window, hrefFor, label }: PaginationProps) {
  const words = useWords(frame);
  if (last <= 1) return null;
  const step = { hrefFor, onChange };
  return (
    <nav className={styles.pagination} aria-label={label ?? words('pages.label')}>
      <Step {...step} page={current - 1} disabled={current <= 1} name={words('pages.previous')}>
        <ChevronLeftIcon />
      </Step>
      <ul className={styles.pages}>
        {pagesToShow(current, last, window).map((page) => (
          <li key={page}>
            <Step {...step} page={page} name={words('pages.page', { page })} current={page === current}>
              {page}
            </Step>
          </li>
        ))}
      </ul>
      <Step {...step} page={current + 1} disabled={current >= last} name={words('pages.next')}>
        <ChevronRightIcon />
      </Step>
    </nav>
  );
}

interface StepProps extends Pick<PaginationProps, 'hrefFor' | 'onChange'> {
  page: number;
  name: string;
  current?: boolean;
  disabled?: boolean;
  children: ReactNode;
}

function Step({ page, name, current = false, disabled = false, hrefFor, onChange, children }: StepProps) {
  const shared = {
    className: styles.step,
    'aria-label': name,
    'aria-current': current ? ('page' as const) : undefined,
  };
  if (hrefFor && !disabled) {
    return (
      <a {...shared} href={hrefFor(page)} onClick={(event) => follow(event, () => onChange(page))}>
        {children}
      </a>
    );
  }
  return (
    <button {...shared} type="button" disabled={disabled} onClick={() => onChange(page)}>
      {children}
    </button>
  );
}

/**
 * Returns the page numbers to show. Without `window`, these are all pages (docs/product.md §9, blog list). Otherwise
 * at most `window` pages around the current one (portfolio list).
 */
function pagesToShow(current: number, last: number, window?: number) {
  const size = window === undefined ? last : Math.min(window, last);
  const first = Math.max(1, Math.min(current - Math.floor(size / 2), last - size + 1));
  return Array.from({ length: Math.max(0, size) }, (_, index) => first + index);
}

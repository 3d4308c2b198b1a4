import { type MouseEvent, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useNewestSearchParams } from '../../use-search-params.ts';
import styles from './CountedTabs.module.css';
import { follow } from './follow.ts';

interface CountedTab {
  key: string;
  label: string;
  /** Number of entries; undefined while it is unknown. */
  count: number | undefined;
  /** Search part of the tab's URL. */
  to: string;
  current: boolean;
  /** True if the tab is placed at the end, away from the others. */
  apart?: boolean;
  /** True if the entries of this tab wait for an admin. */
  urgent?: boolean;
}

/** Links to the parts of a list, each with its number of entries. */
export function CountedTabs({ label, tabs }: { label: string; tabs: readonly CountedTab[] }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      <ul className={styles.list}>
        {tabs.map(({ key, apart, ...tab }) => (
          <li key={key} className={apart ? styles.apart : undefined}>
            <Tab {...tab} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Tab({ label, count, to, current, urgent }: Omit<CountedTab, 'key' | 'apart'>) {
  const link = useRef<HTMLAnchorElement>(null);
  const followOntoNewest = useFollowOntoNewest();
  useEffect(() => {
    // When not all tabs fit, scroll to the current one.
    if (current) link.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  return (
    <Link
      ref={link}
      className={styles.tab}
      to={{ search: to }}
      onClick={(event) => followOntoNewest(event, to)}
      aria-current={current ? 'true' : undefined}
      data-none={count === 0 || undefined}
      data-urgent={urgent || undefined}
    >
      {label} {count !== undefined && <span className={styles.count}>{count}</span>}
    </Link>
  );
}

/**
 * Handles a press on a tab while the screen still shows an older URL than the newest one. The tab's link was made
 * from the older URL, so only the params that the tab itself changes are applied to the newest URL. The list starts
 * at page 1.
 */
function useFollowOntoNewest(): (event: MouseEvent, to: string) => void {
  const [shown, change] = useNewestSearchParams();
  return (event, to) => {
    const isNewest = String(new URLSearchParams(window.location.search)) === String(shown);
    if (isNewest) return;
    follow(event, () => {
      const wanted = new URLSearchParams(to);
      change((next) => {
        for (const name of new Set(['page', ...shown.keys(), ...wanted.keys()])) {
          const value = wanted.get(name);
          if (name !== 'page' && value === shown.get(name)) continue;
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        return next;
      });
    });
  };
}

import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { follow } from '../../ui/follow.ts';
import tabStyles from '../../ui/Tabs.module.css';
import styles from './CountedTabs.module.css';

interface CountedTab {
  key: string;
  label: string;
  /** Number of entries; undefined while it is unknown. */
  count: number | undefined;
  /** Search part of the tab's URL. */
  to: string;
  /** Opens the tab; by default the link does. */
  open?: () => void;
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

function Tab({ label, count, to, open, current, urgent }: Omit<CountedTab, 'key' | 'apart'>) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // When not all tabs fit, scroll to the current one.
    if (current) link.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  return (
    <Link
      ref={link}
      className={tabStyles.tab}
      to={{ search: to }}
      onClick={(event) => open && follow(event, open)}
      aria-current={current ? 'true' : undefined}
      data-none={count === 0 || undefined}
      data-urgent={urgent || undefined}
    >
      {label} {count !== undefined && <span className={styles.count}>{count}</span>}
    </Link>
  );
}

import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { type MessageCounts, type MessageType, messageTypes } from '#shared/schemas/message.ts';
import { SegmentedControl } from '../../../ui/segmented-control/SegmentedControl.tsx';
import type { MessageAddress } from '../address/message-address.ts';
import { type Folder, folderNames, folders, statusesOf, typeNames } from '../words/folders.ts';
import styles from './FilterBar.module.css';

interface FilterBarProps {
  address: MessageAddress;
  /** How many each status has, of the type that is listed; undefined while nobody knows. */
  counts: MessageCounts | undefined;
  searchFor: (change: Partial<MessageAddress>) => string;
  onType: (type: MessageType | undefined) => void;
}

/** The folders as links, each with how many it has, and what kind of messages they show. */
export function FilterBar({ address, counts, searchFor, onType }: FilterBarProps) {
  return (
    <div className={styles.bar}>
      <SegmentedControl
        className={styles.kinds}
        label="Message type"
        hideLabel
        value={address.type ?? 'all'}
        options={[
          { value: 'all', label: 'All' },
          ...messageTypes.map((value) => ({ value, label: typeNames[value] })),
        ]}
        onChange={(value) => onType(value === 'all' ? undefined : value)}
      />
      <nav className={styles.tabs} aria-label="Folders">
        <ul className={styles.list}>
          {folders.map((folder) => (
            <li key={folder} className={folder === 'archived' ? styles.apart : undefined}>
              <Tab
                folder={folder}
                count={counts && statusesOf(folder).reduce((sum, status) => sum + (counts[status] ?? 0), 0)}
                to={searchFor({ folder, message: undefined })}
                current={address.folder === folder}
              />
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

interface TabProps {
  folder: Folder;
  count: number | undefined;
  to: string;
  current: boolean;
}

function Tab({ folder, count, to, current }: TabProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // Where not all fit, the current one is in sight.
    if (current) link.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  return (
    <Link
      ref={link}
      className={styles.tab}
      to={{ search: to }}
      aria-current={current ? 'true' : undefined}
      data-folder={folder}
      data-none={count === 0 || undefined}
    >
      {folderNames[folder]} {count !== undefined && <span className={styles.count}>{count}</span>}
    </Link>
  );
}

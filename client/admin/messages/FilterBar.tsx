import { type MessageCounts, type MessageType, messageTypes } from '#shared/schemas/message.ts';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { CountedTabs } from '../shared/CountedTabs.tsx';
import styles from './FilterBar.module.css';
import { folderNames, folders, statusesOf, typeNames } from './folders.ts';
import type { MessageAddress } from './message-address.ts';

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
      <CountedTabs
        label="Folders"
        tabs={folders.map((folder) => ({
          key: folder,
          label: folderNames[folder],
          count: counts && statusesOf(folder).reduce((sum, status) => sum + (counts[status] ?? 0), 0),
          to: searchFor({ folder, message: undefined }),
          current: address.folder === folder,
          apart: folder === 'archived',
          urgent: folder === 'new',
        }))}
      />
    </div>
  );
}

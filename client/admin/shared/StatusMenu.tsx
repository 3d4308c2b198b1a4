import { Badge, type BadgeTone } from '../../ui/Badge.tsx';
import { ChevronDownIcon } from '../../ui/icons.tsx';
import { Menu, type MenuItem } from '../../ui/Menu.tsx';
import styles from './StatusMenu.module.css';

interface StatusMenuProps {
  /** Name of the record. */
  of: string;
  status: string;
  tone: BadgeTone;
  /** The statuses to choose from. */
  items: readonly MenuItem[];
}

/** The status of a record, and a menu that changes it; a badge alone if it cannot be changed. */
export function StatusMenu({ of, status, tone, items }: StatusMenuProps) {
  const badge = <Badge tone={tone}>{status}</Badge>;
  if (items.length === 0) return badge;
  return (
    <span className={styles.menu}>
      <Menu
        label={`Status of ${of}: ${status}`}
        className={styles.trigger}
        trigger={
          <>
            {badge}
            <ChevronDownIcon size={16} />
          </>
        }
        items={items}
      />
    </span>
  );
}

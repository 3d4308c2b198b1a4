import { useState } from 'react';
import type { CallName } from '#shared/contract/index.ts';
import { isAllowedImage } from '#shared/html-policy.ts';
import { languageOf } from '#shared/text-direction.ts';
import { Badge, type BadgeTone } from '../../ui/Badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ChevronDownIcon, ImageIcon, TeamIcon } from '../../ui/icons.tsx';
import { Menu, type MenuItem } from '../../ui/Menu.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { useMay } from './access.tsx';
import styles from './RowTitle.module.css';
import rows from './rows.module.css';

interface RowTitleProps {
  /** The call that saves the form of the row's record. */
  call: CallName;
  title: string;
  className: string | undefined;
  onOpen: () => void;
}

/** The title of a row. If the role may save the record, the title is a button that opens its form. */
export function RowTitle({ call, title, className, onOpen }: RowTitleProps) {
  const words = {
    className: classNames('clampedName', rows.opener, className),
    dir: 'auto',
    lang: languageOf(title),
    children: title,
  };
  return useMay()(call) ? <button type="button" {...words} onClick={onOpen} /> : <span {...words} />;
}

/** Icons that are shown if there is no picture. */
const placeholders = {
  wide: <ImageIcon size={22} />,
  portrait: <TeamIcon size={36} />,
  round: <TeamIcon size={20} />,
};

interface ThumbnailProps {
  /** URL of our own origin, or of a file that was just chosen. */
  src: string | null | undefined;
  /**
   * Shape of the thumbnail: a wide picture of the portfolio, a portrait as on the team page, or a small round one.
   */
  shape: keyof typeof placeholders;
}

/**
 * A small stored picture. An icon is shown if there is no picture, if it is on another site, or if it does not load.
 */
export function Thumbnail({ src, shape }: ThumbnailProps) {
  const [failed, setFailed] = useState<string>();
  const shown = src && failed !== src && (src.startsWith('blob:') || isAllowedImage(src));
  return (
    <span className={classNames(styles.thumbnail, styles[shape])}>
      {shown ? (
        <Picture src={src} alt="" sizes="6rem" largest={320} onError={() => setFailed(src)} />
      ) : (
        placeholders[shape]
      )}
    </span>
  );
}

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

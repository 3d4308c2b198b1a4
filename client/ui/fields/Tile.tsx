import type { ReactNode } from 'react';
import { Badge } from '../Badge.tsx';
import { IconButton } from '../IconButton.tsx';
import { ChevronLeftIcon, ChevronRightIcon, ImageIcon, TrashIcon } from '../icons.tsx';
import styles from './FilesField.module.css';

interface TileProps {
  name: string;
  /** Below the name: the size, or that it is stored. */
  detail: string;
  url: string | undefined;
  isNew?: boolean;
  busy?: boolean;
  /** Its removal cannot be undone. */
  forGood?: boolean;
  disabled?: boolean | undefined;
  onRemove?: (() => void) | undefined;
  children?: ReactNode;
}

/** One image of the field. */
export function Tile({
  name,
  detail,
  url,
  isNew = false,
  busy = false,
  forGood = false,
  disabled,
  onRemove,
  children,
}: TileProps) {
  return (
    <li className={styles.tile} aria-busy={busy || undefined}>
      <div className={styles.picture}>
        {url ? <img src={url} alt="" loading="lazy" decoding="async" /> : <ImageIcon size={28} />}
        {isNew && (
          <span className={styles.mark}>
            <Badge tone="accent">New</Badge>
          </span>
        )}
      </div>
      <div className={styles.caption}>
        <span className={styles.name} dir="auto" title={name}>
          {name}
        </span>
        <span className={styles.size}>{busy ? 'Removing…' : detail}</span>
      </div>
      <div className={styles.actions}>
        {children}
        {onRemove && (
          <IconButton
            label={forGood ? `Remove ${name} for good` : `Remove ${name}`}
            disabled={disabled || busy}
            onClick={onRemove}
            data-remove
          >
            <TrashIcon size={18} />
          </IconButton>
        )}
      </div>
    </li>
  );
}

interface MoveButtonsProps {
  name: string;
  /** Where the file stands among the new ones, from 0. */
  index: number;
  count: number;
  disabled?: boolean | undefined;
  onMove: (to: number) => void;
}

/** At the ends the buttons stay and do nothing, so that the focus of whoever moved the file there stays too. */
export function MoveButtons({ name, index, count, disabled, onMove }: MoveButtonsProps) {
  if (count < 2) return null;
  return (
    <>
      <IconButton
        label={`Move ${name} earlier`}
        className={styles.step}
        aria-disabled={index === 0 || undefined}
        disabled={disabled}
        onClick={() => index > 0 && onMove(index - 1)}
      >
        <ChevronLeftIcon size={18} />
      </IconButton>
      <IconButton
        label={`Move ${name} later`}
        className={styles.step}
        aria-disabled={index === count - 1 || undefined}
        disabled={disabled}
        onClick={() => index < count - 1 && onMove(index + 1)}
      >
        <ChevronRightIcon size={18} />
      </IconButton>
    </>
  );
}

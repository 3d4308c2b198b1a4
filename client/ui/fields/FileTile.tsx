import type { ReactNode } from 'react';
import { readableBytes } from '#shared/limits.ts';
import { Badge } from '../Badge.tsx';
import { IconButton } from '../IconButton.tsx';
import { ChevronLeftIcon, ChevronRightIcon, CropIcon, ImageIcon, TrashIcon } from '../icons.tsx';
import { Picture } from '../Picture.tsx';
import styles from './FilesField.module.css';
import { useObjectUrl } from './use-object-url.ts';

interface FileTileProps {
  name: string;
  /** Shown below the name: the size, or that the file is stored. */
  detail: string;
  url: string | undefined;
  isNew?: boolean;
  busy?: boolean;
  /** True if removing the file cannot be undone. */
  forGood?: boolean;
  disabled?: boolean;
  onRemove?: () => void;
  children?: ReactNode;
}

/** One image of a `FilesField`. */
export function FileTile({
  name,
  detail,
  url,
  isNew = false,
  busy = false,
  forGood = false,
  disabled,
  onRemove,
  children,
}: FileTileProps) {
  return (
    <li className={styles.tile} aria-busy={busy || undefined}>
      <div className={styles.picture}>
        {url ? <Picture src={url} alt="" sizes="10rem" largest={480} /> : <ImageIcon size={28} />}
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
        <span className="small">{busy ? 'Removing…' : detail}</span>
      </div>
      <div className={styles.actions}>
        {children}
        {onRemove && (
          <IconButton
            label={forGood ? `Remove ${name} for good` : `Remove ${name}`}
            disabled={disabled || busy}
            onClick={onRemove}
          >
            <TrashIcon size={18} />
          </IconButton>
        )}
      </div>
    </li>
  );
}

interface ChosenFileTileProps {
  file: File;
  index: number;
  count: number;
  disabled?: boolean;
  onMove: (to: number) => void;
  onCrop?: () => void;
  onRemove: () => void;
}

/** An image that was chosen and is not saved yet. */
export function ChosenFileTile(props: ChosenFileTileProps) {
  const { file, index, count, disabled, onMove, onCrop, onRemove } = props;
  const url = useObjectUrl(file);
  return (
    <FileTile
      name={file.name}
      detail={readableBytes(file.size)}
      url={url}
      isNew
      disabled={disabled}
      onRemove={onRemove}
    >
      <MoveButtons name={file.name} index={index} count={count} disabled={disabled} onMove={onMove} />
      {onCrop && (
        <IconButton label={`Crop ${file.name}`} disabled={disabled} onClick={onCrop}>
          <CropIcon size={18} />
        </IconButton>
      )}
    </FileTile>
  );
}

interface MoveButtonsProps {
  name: string;
  /** Position of the file among the new ones, from 0. */
  index: number;
  count: number;
  disabled?: boolean;
  onMove: (to: number) => void;
}

/**
 * Buttons that move a file. At the ends of the list a button does nothing, but it is not disabled: otherwise a person
 * who has moved the file there would lose the focus.
 */
function MoveButtons({ name, index, count, disabled, onMove }: MoveButtonsProps) {
  if (count < 2) return null;
  return (
    <>
      <IconButton
        label={`Move ${name} earlier`}
        className={styles.step}
        aria-disabled={index === 0 || undefined}
        disabled={disabled}
        onClick={() => onMove(index - 1)}
      >
        <ChevronLeftIcon size={18} />
      </IconButton>
      <IconButton
        label={`Move ${name} later`}
        className={styles.step}
        aria-disabled={index === count - 1 || undefined}
        disabled={disabled}
        onClick={() => onMove(index + 1)}
      >
        <ChevronRightIcon size={18} />
      </IconButton>
    </>
  );
}

/** Returns a React key for a file; a field takes no file twice. The key stays the same when the file moves in its list. */
export function fileKey({ name, size, lastModified }: File) {
  return [name, size, lastModified].join(' ');
}

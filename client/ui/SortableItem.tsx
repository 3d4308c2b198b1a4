import { useSortable } from '@dnd-kit/sortable';
import type { CSSProperties, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { IconButton } from './IconButton.tsx';
import { ChevronDownIcon, ChevronUpIcon, GripIcon } from './icons.tsx';
import styles from './SortableList.module.css';

interface SortableItemProps {
  as: 'li' | 'tr';
  id: string | number;
  name: string;
  index: number;
  count: number;
  disabled: boolean;
  className?: string | undefined;
  onMove: (to: number) => void;
  render: (handle: ReactNode) => ReactNode;
}

/** One item, and what moves it. */
export function SortableItem({
  as: Item,
  id,
  name,
  index,
  count,
  disabled,
  className,
  onMove,
  render,
}: SortableItemProps) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id, disabled });
  const style: CSSProperties = {
    transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined,
    transition,
  };
  const isFirst = index === 0;
  const isLast = index === count - 1;
  // At the ends the buttons stay and do nothing, so that the focus of whoever moved the item there stays too.
  const handle = (
    <span className={styles.handle}>
      <IconButton
        {...attributes}
        {...listeners}
        ref={setActivatorNodeRef}
        label={`Reorder ${name}`}
        className={styles.grip}
        disabled={disabled}
      >
        <GripIcon />
      </IconButton>
      <IconButton
        label={`Move ${name} up`}
        className={styles.step}
        aria-disabled={isFirst || undefined}
        disabled={disabled}
        onClick={() => !isFirst && onMove(index - 1)}
      >
        <ChevronUpIcon size={18} />
      </IconButton>
      <IconButton
        label={`Move ${name} down`}
        className={styles.step}
        aria-disabled={isLast || undefined}
        disabled={disabled}
        onClick={() => !isLast && onMove(index + 1)}
      >
        <ChevronDownIcon size={18} />
      </IconButton>
    </span>
  );
  return (
    <Item
      ref={setNodeRef}
      style={style}
      className={classNames(styles.item, className)}
      data-dragging={isDragging || undefined}
    >
      {render(handle)}
    </Item>
  );
}

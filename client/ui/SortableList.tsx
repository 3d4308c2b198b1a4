import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { memo, type ReactNode, useCallback, useDeferredValue, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from './class-names.ts';
import { Draggable, type DragListeners, useNearScreen } from './Draggable.tsx';
import { IconButton } from './IconButton.tsx';
import { ChevronDownIcon, ChevronUpIcon, GripIcon } from './icons.tsx';
import styles from './SortableList.module.css';
import { useOrder } from './use-order.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

type Id = string | number;

interface SortableListProps<Item> {
  /** Accessible name of the list. */
  label: string;
  items: readonly Item[];
  getId: (item: Item) => Id;
  /** Returns an item's name for announcements and names of buttons. */
  getName: (item: Item) => string;
  /**
   * Renders an item. `handle` contains its drag handle and move buttons, and can be placed anywhere in the item. Long
   * lists should always pass the same function, because a new function renders every item again.
   */
  renderItem: (item: Item, handle: ReactNode) => ReactNode;
  /**
   * Called with the items in their new order. The list shows the new order until `items` change or the returned
   * promise settles. After a failed save, the caller must therefore either change `items` back or return a promise.
   */
  onReorder: (items: Item[]) => unknown;
  disabled?: boolean;
  /** True if the order cannot be changed. The items then have no handles. */
  fixed?: boolean;
  /** `grid` is laid out in rows, `list` is a single column. */
  layout?: 'list' | 'grid';
  className?: string;
  itemClassName?: string;
}

/** Items that a person can reorder: by dragging, by pressing keys on the handle, or by buttons. */
export function SortableList<Item>(props: SortableListProps<Item>) {
  const { label, items, getId, getName, renderItem, onReorder, fixed = false } = props;
  const disabled = fixed || props.disabled === true;
  const { layout = 'list', className, itemClassName } = props;
  const { shown, move } = useOrder(items, getId, onReorder);
  // The first render contains only the first items. The others are rendered when the browser has displayed the first
  // ones, so that a person need not wait for five hundred rows.
  const whole = useDeferredValue(true, false);
  const rendered = whole ? shown : shown.slice(0, atFirst);
  const [announcement, setAnnouncement] = useState('');
  const [layer, setLayer] = useState<Element>();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const nameOf = (id: Id) => {
    const item = shown.find((one) => getId(one) === id);
    return item === undefined ? '' : getName(item);
  };
  const indexOf = (id: Id) => shown.findIndex((one) => getId(one) === id);
  const words: Announcements = announcements(nameOf, indexOf, () => shown.length);

  function onDragEnd({ active, over }: DragEndEvent) {
    if (over && active.id !== over.id) move(indexOf(active.id), indexOf(over.id));
  }

  const latest = useRef(step);
  latest.current = step;
  function step(id: Id, by: 1 | -1) {
    const from = indexOf(id);
    move(from, from + by);
    setAnnouncement(movedText(nameOf(id), from + by, shown.length));
  }
  const moveByButton = useCallback((id: Id, by: 1 | -1) => latest.current(id, by), []);

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={layout === 'list' ? upAndDown : undefined}
      onDragEnd={onDragEnd}
      accessibility={{
        announcements: words,
        screenReaderInstructions: { draggable: instructions },
        // Element for the texts that dnd-kit announces. Outside an open dialog they would not be announced.
        container: layer,
      }}
    >
      <SortableContext
        items={shown.map(getId)}
        strategy={layout === 'list' ? verticalListSortingStrategy : rectSortingStrategy}
        disabled={disabled}
      >
        <ul
          ref={(element: HTMLElement | null) => {
            if (element) setLayer(element.closest('dialog') ?? document.body);
          }}
          className={classNames('stack2', className)}
          aria-label={label}
        >
          {rendered.map((item, index) => (
            <SortableItem
              key={getId(item)}
              id={getId(item)}
              item={item}
              name={getName(item)}
              isFirst={index === 0}
              isLast={index === shown.length - 1}
              disabled={disabled}
              fixed={fixed}
              className={itemClassName}
              onMove={moveByButton}
              renderItem={renderItem}
            />
          ))}
        </ul>
      </SortableContext>
      {layer && createPortal(<VisuallyHidden role="status">{announcement}</VisuallyHidden>, layer)}
    </DndContext>
  );
}

/** Number of items that are rendered before the others. */
const atFirst = 24;

/** Lets a dragged row of a list move only up and down. */
const upAndDown: Modifier[] = [({ transform }) => ({ ...transform, x: 0 })];

interface SortableItemProps<Item> {
  id: Id;
  item: Item;
  name: string;
  isFirst: boolean;
  isLast: boolean;
  disabled: boolean;
  fixed: boolean;
  className?: string;
  onMove: (id: Id, by: 1 | -1) => void;
  renderItem: (item: Item, handle: ReactNode) => ReactNode;
}

/**
 * One item with its handle. It renders again only when the item or `renderItem` changes, never because another item
 * is dragged. The parts that follow a drag are in a separate component, which is mounted only while the item is near
 * the screen.
 */
const SortableItem = memo(function SortableItem<Item>({
  id,
  item,
  name,
  isFirst,
  isLast,
  disabled,
  fixed,
  className,
  onMove,
  renderItem,
}: SortableItemProps<Item>) {
  const node = useRef<HTMLLIElement>(null);
  const grip = useRef<HTMLButtonElement>(null);
  const drag = useRef<DragListeners>(undefined);
  const near = useNearScreen(node);
  // The first item's "up" button and the last item's "down" button do nothing, but they are not disabled: otherwise a
  // person who has moved an item to the end would lose the focus.
  const handle = (
    <span className={styles.handle}>
      <IconButton
        ref={grip}
        label={`Reorder ${name}`}
        className={styles.grip}
        disabled={disabled}
        onPointerDown={(event) => drag.current?.onPointerDown?.(event)}
        onKeyDown={(event) => drag.current?.onKeyDown?.(event)}
      >
        <GripIcon />
      </IconButton>
      <IconButton
        label={`Move ${name} up`}
        className={styles.step}
        aria-disabled={isFirst || undefined}
        disabled={disabled}
        onClick={() => onMove(id, -1)}
      >
        <ChevronUpIcon size={18} />
      </IconButton>
      <IconButton
        label={`Move ${name} down`}
        className={styles.step}
        aria-disabled={isLast || undefined}
        disabled={disabled}
        onClick={() => onMove(id, 1)}
      >
        <ChevronDownIcon size={18} />
      </IconButton>
    </span>
  );
  return (
    <>
      <li ref={node} className={classNames(styles.item, className)}>
        {renderItem(item, !fixed && handle)}
      </li>
      {near && !fixed && <Draggable id={id} disabled={disabled} node={node} grip={grip} listeners={drag} />}
    </>
  );
}) as <Item>(props: SortableItemProps<Item>) => ReactNode;

/** Instructions that screen readers read at a handle. */
const instructions =
  'To move this item, press Space, use the arrow keys, and press Space again. Press Escape to cancel.';

/** "Studio reel is now 2 of 5." */
function movedText(name: string, index: number, count: number): string {
  return `${name} is now ${index + 1} of ${count}.`;
}

/** Returns the announcements for dnd-kit, with the item's name and its position as people see it. */
function announcements(
  nameOf: (id: Id) => string,
  indexOf: (id: Id) => number,
  count: () => number,
): Announcements {
  // Text for the events "lifted" and "over". dnd-kit sends both at the same time, because a lifted item is over its
  // own place. The second text would interrupt the first one if they were different.
  const lifted = (id: Id, place: Id) =>
    `${nameOf(id)} lifted, over place ${indexOf(place) + 1} of ${count()}.`;
  return {
    onDragStart: ({ active }) => lifted(active.id, active.id),
    onDragOver: ({ active, over }) => (over ? lifted(active.id, over.id) : undefined),
    onDragEnd: ({ active, over }) =>
      over
        ? movedText(nameOf(active.id), indexOf(over.id), count())
        : `${nameOf(active.id)} is back in its place.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} is back in its place.`,
  };
}

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
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import {
  memo,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { inOrderOf } from '#shared/in-order-of.ts';
import { classNames } from './class-names.ts';
import { IconButton } from './IconButton.tsx';
import { ChevronDownIcon, ChevronUpIcon, GripIcon } from './icons.tsx';
import styles from './SortableList.module.css';
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
function movedText(name: string, index: number, count: number) {
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

/** Event handlers of the drag library, which the item's drag handle calls. */
type DragListeners = Record<string, (event: SyntheticEvent) => void> | undefined;

interface DraggableProps {
  id: string | number;
  disabled: boolean;
  node: RefObject<HTMLElement | null>;
  grip: RefObject<HTMLElement | null>;
  listeners: RefObject<DragListeners>;
}

/**
 * Connects an item to the drag library. Renders nothing: the library's attributes are set on the item and its handle.
 */
function Draggable({ id, disabled, node, grip, listeners: heard }: DraggableProps) {
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id, disabled });
  useLayoutEffect(() => {
    setNodeRef(node.current);
    setActivatorNodeRef(grip.current);
    return () => {
      heard.current = undefined;
      node.current?.removeAttribute('style');
    };
  }, [node, grip, heard, setNodeRef, setActivatorNodeRef]);
  useLayoutEffect(() => {
    heard.current = listeners as DragListeners;
    for (const [name, value] of Object.entries(attributes)) {
      if (value === undefined) grip.current?.removeAttribute(name);
      // Only the `aria-` attributes are set, because the handle is a button and already has a role and a place in the
      // tab order.
      else if (name.startsWith('aria-')) grip.current?.setAttribute(name, String(value));
    }
  });
  const move = transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : '';
  useLayoutEffect(() => {
    const { current: element } = node;
    if (!element) return;
    element.style.transform = move;
    element.style.transition = transition ?? '';
    element.toggleAttribute('data-dragging', isDragging);
  }, [node, move, transition, isDragging]);
  return null;
}

/**
 * Returns true if an element is on the screen or close to it. An element that contains the focus also counts as near,
 * because it may be dragged by keyboard.
 */
function useNearScreen(element: RefObject<HTMLElement | null>) {
  const [near, setNear] = useState(false);
  useLayoutEffect(() => {
    const { current: watched } = element;
    if (!watched) return;
    const observer = new IntersectionObserver(
      ([entry]) => setNear(Boolean(entry?.isIntersecting) || watched.contains(document.activeElement)),
      { rootMargin: '25% 0px' },
    );
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return near;
}

/** Returns a copy of the array in which the element at `from` is at `to`. */
function moved<Item>(items: readonly Item[], from: number, to: number) {
  const item = items[from];
  if (item === undefined) return [...items];
  const order = [...items];
  order.splice(from, 1);
  order.splice(to, 0, item);
  return order;
}

/**
 * Returns the order to show, and a function that moves an item. A new order is shown immediately, and stays until
 * `items` change or the promise of `onReorder` settles. Without this, the row would jump back for a moment, because a
 * changed cache arrives slightly later.
 */
function useOrder<Item>(
  items: readonly Item[],
  getId: (item: Item) => Id,
  onReorder: (items: Item[]) => unknown,
) {
  const [ahead, setAhead] = useState<{ of: Id[]; order: Id[] }>();
  const ids = items.map(getId);
  const holds = ahead !== undefined && sameIds(ahead.of, ids);
  // The caller has passed other items, or another order. These replace the local order.
  if (ahead && !holds) setAhead(undefined);
  // The items are the newest ones from the caller; only the order is local.
  const shown = holds ? inOrderOf(ahead.order, items, getId) : items;

  function move(from: number, to: number) {
    const order = moved(shown, from, to);
    const ownOrder = { of: ids, order: order.map(getId) };
    setAhead(ownOrder);
    const saving = onReorder(order);
    if (saving instanceof Promise) {
      const settle = () => setAhead((now) => (now === ownOrder ? undefined : now));
      saving.then(settle, settle);
    }
  }

  return { shown, move };
}

function sameIds(one: readonly Id[], other: readonly Id[]) {
  return one.length === other.length && one.every((id, index) => id === other[index]);
}

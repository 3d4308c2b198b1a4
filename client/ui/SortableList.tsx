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
import { type ReactNode, useDeferredValue, useState } from 'react';
import { createPortal } from 'react-dom';
import { announcements, instructions, movedText } from './announcements.ts';
import { classNames } from './class-names.ts';
import { SortableItem } from './SortableItem.tsx';
import styles from './SortableList.module.css';
import { useOrder } from './use-order.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

type Id = string | number;

interface SortableListProps<Item> {
  /** What the list is: its accessible name. */
  label: string;
  items: readonly Item[];
  getId: (item: Item) => Id;
  /** What people call it, in announcements and names of buttons. */
  getName: (item: Item) => string;
  /** `handle` holds the handle to drag and the buttons to move by; place it anywhere inside. */
  renderItem: (item: Item, handle: ReactNode) => ReactNode;
  /**
   * The items in their new order. Until `items` change, or the promise that it gives settles, the list shows that order;
   * so a save that fails must change `items` back or give a promise.
   */
  onReorder: (items: Item[]) => unknown;
  disabled?: boolean | undefined;
  /** A grid flows in rows; a list is one column. */
  layout?: 'list' | 'grid';
  /** `tbody` inside a table of ours: then `renderItem` gives cells. */
  as?: 'ul' | 'tbody';
  className?: string | undefined;
  itemClassName?: string | undefined;
}

/** Items that a person puts in order: by dragging, by keys on the handle, or by buttons. */
export function SortableList<Item>(props: SortableListProps<Item>) {
  const { label, items, getId, getName, renderItem, onReorder, disabled = false } = props;
  const { layout = 'list', as: List = 'ul', className, itemClassName } = props;
  const { shown, move } = useOrder(items, getId, onReorder);
  // A screenful at once, the others as soon as the browser has shown it: nobody waits for five hundred rows.
  const whole = useDeferredValue(true, false);
  const rendered = whole ? shown : shown.slice(0, atFirst);
  const [said, setSaid] = useState('');
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

  function moveByButton(item: Item, from: number, to: number) {
    move(from, to);
    setSaid(movedText(getName(item), to, shown.length));
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={layout === 'list' ? upAndDown : undefined}
      onDragEnd={onDragEnd}
      accessibility={{
        announcements: words,
        screenReaderInstructions: { draggable: instructions },
        // A table has no place for its texts; and behind an open dialog nobody hears them.
        container: layer,
      }}
    >
      <SortableContext
        items={shown.map(getId)}
        strategy={layout === 'list' ? verticalListSortingStrategy : rectSortingStrategy}
        disabled={disabled}
      >
        <List
          ref={(element: HTMLElement | null) => {
            if (element) setLayer(element.closest('dialog') ?? document.body);
          }}
          className={classNames(List === 'ul' && styles.list, className)}
          aria-label={label}
        >
          {rendered.map((item, index) => (
            <SortableItem
              key={getId(item)}
              as={List === 'ul' ? 'li' : 'tr'}
              id={getId(item)}
              name={getName(item)}
              index={index}
              count={shown.length}
              disabled={disabled}
              className={itemClassName}
              onMove={(to) => moveByButton(item, index, to)}
              render={(handle) => renderItem(item, handle)}
            />
          ))}
        </List>
      </SortableContext>
      {layer && createPortal(<VisuallyHidden role="status">{said}</VisuallyHidden>, layer)}
    </DndContext>
  );
}

/** Items that are rendered before the others. */
const atFirst = 24;

/** Rows move along their column only. */
const upAndDown: Modifier[] = [({ transform }) => ({ ...transform, x: 0 })];

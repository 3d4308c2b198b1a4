import { type ReactNode, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import fieldStyles from '../../ui/fields/Field.module.css';
import { FieldNotes, useFieldIds } from '../../ui/fields/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { PlusIcon, TrashIcon } from '../../ui/icons.tsx';
import { SortableList } from '../../ui/SortableList.tsx';
import styles from './Items.module.css';

interface ItemsProps<Item> {
  label: string;
  /** Returns the title of an item; '' for one without a title, which is named by its place. */
  titleOf?: (item: Item) => string;
  /** Name of one item in the singular: "point". */
  itemName: string;
  items: readonly Item[];
  onChange: (items: Item[]) => void;
  /** The ways to add an item, one button each. */
  starts: readonly { label: string; create: () => Item }[];
  max: number;
  error: string | undefined;
  busy: boolean;
  /** Path of the list, by which the form finds and focuses a wrong field. */
  path: string;
  children: (item: Item, index: number, change: (item: Item) => void) => ReactNode;
}

/** A list whose items can be added, changed, removed and put in another order. */
export function Items<Item>(props: ItemsProps<Item>) {
  const { label, titleOf, itemName, items, onChange, starts, max, error, busy, path, children } = props;
  const nameOf = (item: Item, index: number) => titleOf?.(item) || `${itemName} ${index + 1}`;
  const box = useRef<HTMLFieldSetElement>(null);
  const ids = useItemIds(items.length);
  const notes = useFieldIds({ error });
  const replace = (index: number, item: Item) =>
    onChange(items.map((one, at) => (at === index ? item : one)));
  const remove = (index: number) => {
    ids.removeAt(index);
    onChange(items.filter((_, at) => at !== index));
    box.current?.querySelector<HTMLElement>('[data-add]')?.focus();
  };
  const add = (item: Item) => {
    onChange([...items, item]);
    requestAnimationFrame(() => {
      const fields = box.current?.querySelectorAll<HTMLElement>(`[name^="${path}.${items.length}"]`);
      fields?.[0]?.focus();
    });
  };
  const entries = items.map((item, index) => ({ id: ids.list[index] ?? index, item, index }));
  return (
    <fieldset ref={box} className={fieldStyles.group} aria-describedby={notes.describedBy}>
      <legend className="type-label">{label}</legend>
      <SortableList
        label={label}
        items={entries}
        getId={({ id }) => id}
        getName={({ item, index }) => nameOf(item, index)}
        disabled={busy}
        onReorder={(order) => {
          ids.reorder(order.map(({ id }) => id));
          onChange(order.map(({ item }) => item));
        }}
        itemClassName={styles.item}
        renderItem={({ item, index }, handle) => (
          <>
            <div className="line">
              <bdi className={styles.itemName}>{nameOf(item, index)}</bdi>
              {handle}
              <IconButton
                label={`Remove ${nameOf(item, index)}`}
                disabled={busy}
                onClick={() => remove(index)}
              >
                <TrashIcon size={18} />
              </IconButton>
            </div>
            {children(item, index, (next) => replace(index, next))}
          </>
        )}
      />
      {items.length < max && (
        <fieldset className={styles.add} aria-label={`Add to ${label}`}>
          {starts.map(({ label: start, create }) => (
            <Button
              key={start}
              variant="quiet"
              disabled={busy}
              onClick={() => add(create())}
              name={path}
              data-add
            >
              <PlusIcon /> {start}
            </Button>
          ))}
        </fieldset>
      )}
      <FieldNotes ids={notes} error={error} hint={items.length >= max ? `At most ${max}.` : undefined} />
    </fieldset>
  );
}

/** Ids of items that have none of their own, so that an item keeps its element when the order changes. */
function useItemIds(count: number) {
  const next = useRef(0);
  const list = useRef<number[]>([]);
  while (list.current.length < count) {
    list.current.push(next.current);
    next.current += 1;
  }
  list.current.length = count;
  return {
    list: list.current,
    removeAt: (index: number) => {
      list.current = list.current.filter((_, at) => at !== index);
    },
    reorder: (order: number[]) => {
      list.current = order;
    },
  };
}

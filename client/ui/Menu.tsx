import {
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classNames } from './class-names.ts';
import { IconButton } from './IconButton.tsx';
import { MoreIcon } from './icons.tsx';
import styles from './Menu.module.css';

/** One action of a menu. */
export interface MenuItem {
  label: string;
  Icon?: ComponentType<{ size?: number }>;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
  /** A second line, e.g. why the action is disabled. */
  hint?: string;
}

interface MenuProps {
  /** Accessible name of the button. It names the object of the actions: "Actions for Studio reel". */
  label: string;
  items: readonly MenuItem[];
  trigger?: ReactNode;
  disabled?: boolean;
  className?: string;
}

/**
 * A button that opens a list of actions. The list is a popover, so that nothing clips it and it also works in
 * dialogs. It closes on Esc, on a press outside and on a choice. Before the chosen action runs, the focus returns to
 * the button, so that a dialog that the action opens later returns the focus to the button too.
 */
export function Menu({ label, items, trigger = <MoreIcon />, disabled, className }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [opened, setOpened] = useState<'first' | 'last'>();
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        className={className}
        disabled={disabled}
        aria-haspopup="menu"
        aria-expanded={opened !== undefined}
        aria-controls={opened && id}
        onClick={() => setOpened((now) => (now ? undefined : 'first'))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpened(event.key === 'ArrowDown' ? 'first' : 'last');
        }}
      >
        {trigger}
      </IconButton>
      {opened && (
        <MenuList
          id={id}
          label={label}
          items={items}
          button={button}
          startAt={opened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

interface MenuListProps {
  id: string;
  label: string;
  items: readonly MenuItem[];
  button: RefObject<HTMLButtonElement | null>;
  startAt: 'first' | 'last';
  onClose: () => void;
}

/** The list of actions while it is open. */
function MenuList({ id, label, items, button, startAt, onClose }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null);
  const findTyped = useTypeahead(items.map((item) => item.label));
  useOpenPopover({ list, button, onClose });
  const start = useEffectEvent(() => focusItem(startAt === 'first' ? 0 : -1));
  useLayoutEffect(() => start(), []);

  function focusItem(index: number) {
    itemsIn(list.current).at(index)?.focus();
  }

  function close() {
    button.current?.focus();
    onClose();
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const all = itemsIn(list.current);
    const at = all.findIndex((item) => item.matches(':focus'));
    const to = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: (at - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    }[event.key];
    if (event.key === 'Tab') return close();
    const target = to ?? findTyped(event, at);
    if (target === undefined) return;
    event.preventDefault();
    focusItem(target);
  }

  function choose(item: MenuItem) {
    if (item.disabled) return;
    close();
    item.onSelect();
  }

  return (
    <div
      ref={list}
      id={id}
      popover="auto"
      className={styles.list}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {items.map((item) => (
        <button
          key={item.label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={classNames(styles.item, item.danger && styles.danger)}
          aria-disabled={item.disabled || undefined}
          onClick={() => choose(item)}
          onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
        >
          {item.Icon && <item.Icon size={18} />}
          <span className="stack">
            {item.label}
            {item.hint && <span className={styles.hint}>{item.hint}</span>}
          </span>
        </button>
      ))}
    </div>
  );
}

/** Milliseconds. Letters typed within this time belong to the same word. */
const pauseMs = 600;

/**
 * Returns a function that finds an item by its first letters. The function takes a key press and the index of the
 * focused item, and returns the index to move to; after the last item, the first is the next. Pressing the same letter
 * again moves to the next item that begins with it.
 */
function useTypeahead(labels: readonly string[]) {
  const typed = useRef({ text: '', at: 0 });
  return ({ key, ctrlKey, metaKey, altKey, timeStamp }: KeyboardEvent, from: number) => {
    if (key.length !== 1 || ctrlKey || metaKey || altKey) return undefined;
    const before = timeStamp - typed.current.at < pauseMs ? typed.current.text : '';
    // The space bar selects an item, unless it is a part of a word that is being typed.
    if (key === ' ' && before === '') return undefined;
    const text = before + key.toLowerCase();
    typed.current = { text, at: timeStamp };
    const wanted = [...text].every((letter) => letter === text[0]) ? text.slice(0, 1) : text;
    // A word of several letters may match the focused item itself; a single letter starts the search at the next item.
    const start = wanted.length > 1 ? Math.max(from, 0) : from + 1;
    const inTurn = labels.map((_, step) => (start + step) % labels.length);
    return inTurn.find((at) => labels[at]?.toLowerCase().startsWith(wanted));
  };
}

function itemsIn(list: HTMLElement | null) {
  return [...(list?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
}

interface PopoverOptions {
  list: RefObject<HTMLDivElement | null>;
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/**
 * Shows the popover next to its button as long as the list is rendered. Calls `onClose` when the browser has closed
 * it.
 */
function useOpenPopover({ list, button, onClose }: PopoverOptions) {
  const closedByBrowser = useEffectEvent(() => onClose());
  useLayoutEffect(() => {
    const element = list.current;
    const anchor = button.current;
    // Browsers without popovers are older than those that the admin area supports (docs/product.md §25).
    if (!anchor || !element?.showPopover) return;
    const stay = () => positionBelow(element, anchor.getBoundingClientRect());
    const onToggle = (event: Event) => {
      if (!(event instanceof ToggleEvent)) return;
      if (event.newState === 'open') {
        // With this property, the browser does not count a press on the button as a press outside. Such a press would
        // close the list, and the click would open it again. Set only when the list is open, because the click that
        // opens the list would otherwise close it.
        anchor.popoverTargetElement = element;
        return;
      }
      const { activeElement } = document;
      if (activeElement === document.body || element.contains(activeElement)) anchor.focus();
      closedByBrowser();
    };
    element.showPopover();
    stay();
    element.addEventListener('toggle', onToggle);
    window.addEventListener('resize', stay);
    document.addEventListener('scroll', stay, { capture: true, passive: true });
    return () => {
      element.removeEventListener('toggle', onToggle);
      anchor.popoverTargetElement = null;
      window.removeEventListener('resize', stay);
      document.removeEventListener('scroll', stay, { capture: true });
      element.hidePopover();
    };
  }, [list, button]);
}

const gap = 4;
const margin = 8;

/**
 * Positions an element of the top layer below its anchor, aligned with the end of the anchor. If there is no room
 * below, the element is above the anchor. It is always completely inside the window.
 */
function positionBelow(element: HTMLElement, anchor: DOMRect) {
  const { offsetWidth: width, offsetHeight: height } = element;
  const { innerHeight } = window;
  const { clientWidth } = document.documentElement;
  const rightToLeft = getComputedStyle(element).direction === 'rtl';
  const left = rightToLeft ? anchor.left : anchor.right - width;
  const below = anchor.bottom + gap;
  const fitsBelow = below + height <= innerHeight - margin;
  const above = anchor.top - gap - height;
  const top = fitsBelow || above < margin ? below : above;
  element.style.left = `${clamp(left, margin, clientWidth - width - margin)}px`;
  element.style.top = `${clamp(top, margin, innerHeight - height - margin)}px`;
}

function clamp(value: number, least: number, most: number) {
  return Math.max(least, Math.min(value, most));
}

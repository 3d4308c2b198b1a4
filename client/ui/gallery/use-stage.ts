import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Id } from '#shared/id.ts';

/** One image of a gallery; `image` is an address under our origin. */
export interface GalleryImage {
  id: Id;
  image: string;
}

interface Stage {
  ref: RefObject<HTMLUListElement | null>;
  /** The slide that is shown, or that the row is moving to. */
  current: number;
  show: (index: number) => void;
  /** Handlers of the element that scrolls. */
  handlers: {
    onScroll: () => void;
    onPointerDown: () => void;
    onWheel: () => void;
  };
}

/**
 * A row of slides that scrolls sideways, each as wide as the row: a finger, a wheel and our own buttons all move the
 * same row, and it works before scripts load. When the row's width changes (a resized window, a turned phone) it
 * stays at its slide: browsers keep the scrolled distance, which would then be between two slides.
 */
export function useStage(): Stage {
  const ref = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  /** The slide that a button scrolls to. Slides that are passed on the way do not become current. */
  const target = useRef<number>(undefined);
  /**
   * The row's width when `current` was read; 0 before. A scroll at any other width comes from the browser, not from a
   * person.
   */
  const width = useRef(0);
  const letGo = () => {
    target.current = undefined;
  };

  const measure = useEffectEvent((row: HTMLElement) => {
    const before = width.current;
    width.current = widthOf(row);
    if (width.current === before || width.current === 0) return;
    // The row may have been scrolled before the page's scripts were loaded.
    if (before === 0) setCurrent(slideAt(row));
    else {
      letGo();
      row.scrollTo({ left: leftOf(row, current), behavior: 'instant' });
    }
  });
  useEffect(() => {
    const row = ref.current;
    if (!row) return;
    const sizes = new ResizeObserver(() => measure(row));
    sizes.observe(row);
    return () => sizes.disconnect();
  }, []);

  return {
    ref,
    current,
    show(index) {
      setCurrent(index);
      const row = ref.current;
      if (!row) return;
      target.current = isAt(row, index) ? undefined : index;
      row.scrollTo({ left: leftOf(row, index) });
    },
    handlers: {
      onScroll() {
        const row = ref.current;
        if (!row || widthOf(row) !== width.current || width.current === 0) return;
        if (target.current === undefined) setCurrent(slideAt(row));
        else if (isAt(row, target.current)) letGo();
      },
      onPointerDown: letGo,
      onWheel: letGo,
    },
  };
}

function slideAt(row: HTMLElement): number {
  return Math.round(Math.abs(row.scrollLeft) / widthOf(row));
}

function isAt(row: HTMLElement, index: number): boolean {
  return Math.abs(row.scrollLeft - leftOf(row, index)) < 2;
}

/** Returns the scroll position of a slide: below 0 in right-to-left rows. */
function leftOf(row: HTMLElement, index: number): number {
  return index * widthOf(row) * (readsLeftwards(row) ? -1 : 1);
}

/** Not `clientWidth`, which is rounded: over a dozen slides the fractions of a pixel add up. */
function widthOf(row: HTMLElement): number {
  return row.getBoundingClientRect().width;
}

export function readsLeftwards(element: Element): boolean {
  return getComputedStyle(element).direction === 'rtl';
}

/** Returns the name of a gallery image: the title alone for the first, the title and a number for the others. */
export function imageName(title: string, index: number, count: number): string {
  return index === 0 ? title : `${title}, image ${index + 1} of ${count}`;
}

/**
 * Returns the index that a key leads to; undefined for other keys. The ends are not connected. The arrow keys follow
 * the position of the images: the next one is on the left in right-to-left text.
 */
export function indexByKey(
  key: string,
  { current, count, leftwards }: { current: number; count: number; leftwards: boolean },
): number | undefined {
  const wanted = new Map([
    ['ArrowLeft', leftwards ? current + 1 : current - 1],
    ['ArrowRight', leftwards ? current - 1 : current + 1],
    ['Home', 0],
    ['End', count - 1],
  ]).get(key);
  return wanted === undefined ? undefined : Math.min(Math.max(wanted, 0), count - 1);
}

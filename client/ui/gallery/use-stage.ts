import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Id } from '#shared/id.ts';

/** One image of a gallery; `image` is an address under our origin. */
export interface GalleryImage {
  id: Id;
  image: string;
}

interface Stage {
  ref: RefObject<HTMLUListElement | null>;
  /** The slide that is shown, or being moved to. */
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
 * same thing, and it works before any script does. When the row's width changes (a window resized, a phone turned) it
 * stays at its slide: browsers keep the distance that was scrolled, which is then between two slides.
 */
export function useStage(): Stage {
  const ref = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  /** The slide that a button scrolls to. Slides that pass on the way there do not become current. */
  const target = useRef<number>(undefined);
  /** The width that `current` was read at; 0 until then. A scroll at any other width is the browser's, not a person's. */
  const width = useRef(0);
  const letGo = () => {
    target.current = undefined;
  };

  const measure = useEffectEvent((row: HTMLElement) => {
    const before = width.current;
    width.current = widthOf(row);
    if (width.current === before || width.current === 0) return;
    // It may have been moved before the page's scripts were there.
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

/** How far the row is scrolled at a slide: below 0 where it reads from right to left. */
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

/** What an image of a gallery is called: the first by the title alone, the others by their number too. */
export function imageName(title: string, index: number, count: number): string {
  return index === 0 ? title : `${title}, image ${index + 1} of ${count}`;
}

/**
 * The index that a key leads to; undefined for keys that lead nowhere. The ends do not join. The arrows point to where
 * the next image stands: to the left where people read leftwards.
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

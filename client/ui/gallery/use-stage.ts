import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Id } from '#shared/id.ts';
import type { work } from '#shared/words/en/work.ts';
import type { Words } from '#shared/words/words.ts';

/** One image of a gallery; `image` is a URL under our origin. */
export interface GalleryImage {
  id: Id;
  image: string;
}

/**
 * A row of slides that scrolls sideways. Each slide is as wide as the row. A finger, a wheel and the buttons all
 * scroll the row itself, so a person can scroll it before the scripts are running. When the row's width changes (a
 * resized window, a turned phone), the row is scrolled to its current slide again, because the browser's own position
 * would show two halves of slides.
 */
export function useStage() {
  const ref = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  /**
   * Index of the slide to which a button is scrolling; undefined if none. Slides that are passed on the way do not
   * become current.
   */
  const target = useRef<number>(undefined);
  /**
   * Width of the row at which `current` was read; 0 until then. A scroll event at any other width was caused by the
   * browser and not by a person.
   */
  const width = useRef(0);
  const letGo = () => {
    target.current = undefined;
  };

  const measure = useEffectEvent((row: HTMLElement) => {
    const before = width.current;
    width.current = widthOf(row);
    if (width.current === before || width.current === 0) return;
    // The row may have been scrolled before the scripts were running, so the current slide is read from it.
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
    /** Index of the slide that is shown, or to which the row is scrolling. */
    current,
    show(index: number) {
      setCurrent(index);
      const row = ref.current;
      if (!row) return;
      target.current = isAt(row, index) ? undefined : index;
      row.scrollTo({ left: leftOf(row, index) });
    },
    /** Handlers of the element that scrolls. */
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

function slideAt(row: HTMLElement) {
  return Math.round(Math.abs(row.scrollLeft) / widthOf(row));
}

function isAt(row: HTMLElement, index: number) {
  return Math.abs(row.scrollLeft - leftOf(row, index)) < 2;
}

/** Returns the scroll position of a slide. It is negative in a right-to-left row. */
function leftOf(row: HTMLElement, index: number) {
  return index * widthOf(row) * (readsLeftwards(row) ? -1 : 1);
}

/** Not `clientWidth`, which is rounded: the error would add up over a dozen slides. */
function widthOf(row: HTMLElement) {
  return row.getBoundingClientRect().width;
}

function readsLeftwards(element: Element) {
  return getComputedStyle(element).direction === 'rtl';
}

/**
 * Returns the name of an image of a gallery: for the first image the title alone, for the others the title with a
 * number.
 */
export function imageName(title: string, index: number, count: number, words: Words<typeof work>) {
  return index === 0 ? title : words('gallery.image', { title, at: index + 1, count });
}

/**
 * Returns the index of the image to which a key leads; undefined for other keys. The last image does not lead to the
 * first one. The arrow keys follow the positions on the screen: in right-to-left text the next image is on the left.
 */
export function indexByKey(event: KeyboardEvent, current: number, count: number) {
  if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return undefined;
  const onwards = readsLeftwards(event.currentTarget) ? -1 : 1;
  const wanted = new Map([
    ['ArrowLeft', current - onwards],
    ['ArrowRight', current + onwards],
    ['Home', 0],
    ['End', count - 1],
  ]).get(event.key);
  return wanted === undefined ? undefined : Math.min(Math.max(wanted, 0), count - 1);
}

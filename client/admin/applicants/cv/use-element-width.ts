import { type RefObject, useEffect, useState } from 'react';

/** Waits until a window that is being dragged rests: each width draws the pages anew. */
const restMs = 150;

/** The width of an element's content box in CSS pixels, whole; 0 until it is measured. */
export function useElementWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const measured = element.current;
    if (!measured) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const measure = () => setWidth(measured.clientWidth);
    measure();
    const observer = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(measure, restMs);
    });
    observer.observe(measured);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [element]);
  return width;
}

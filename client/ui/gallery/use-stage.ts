import { type RefObject, useRef, useState } from 'react';

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
 * same thing, and it works before any script does.
 */
export function useStage(): Stage {
  const ref = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  /** Where a button sent it: what it passes on the way is not shown as current. */
  const target = useRef<number>(undefined);
  const letGo = () => {
    target.current = undefined;
  };

  return {
    ref,
    current,
    show(index) {
      setCurrent(index);
      const row = ref.current;
      if (!row) return;
      const left = index * widthOf(row);
      target.current = isAt(row, left) ? undefined : index;
      row.scrollTo({ left });
    },
    handlers: {
      onScroll() {
        const row = ref.current;
        if (!row || widthOf(row) === 0) return;
        if (target.current === undefined) setCurrent(Math.round(row.scrollLeft / widthOf(row)));
        else if (isAt(row, target.current * widthOf(row))) letGo();
      },
      onPointerDown: letGo,
      onWheel: letGo,
    },
  };
}

function isAt(row: HTMLElement, left: number): boolean {
  return Math.abs(row.scrollLeft - left) < 2;
}

/** Not `clientWidth`, which is rounded: over a dozen slides the fractions of a pixel add up. */
function widthOf(row: HTMLElement): number {
  return row.getBoundingClientRect().width;
}

import type { DeltaStatic, Quill, RangeStatic } from 'react-quill';

/** A range of the text that stays where its words are while others write before it. */
export interface HeldPlace {
  current(): RangeStatic;
  letGo(): void;
}

/** For what takes a while, such as reading images, and must land where it was dropped. */
export function holdPlace(quill: Quill, range: RangeStatic): HeldPlace {
  let start = range.index;
  let end = range.index + range.length;
  const follow = (change: DeltaStatic) => {
    start = change.transformPosition(start, true);
    end = change.transformPosition(end, true);
  };
  quill.on('text-change', follow);
  return {
    current() {
      const last = Math.max(0, quill.getLength() - 1);
      const index = Math.min(start, last);
      return { index, length: Math.min(end, last) - index };
    },
    letGo: () => void quill.off('text-change', follow),
  };
}

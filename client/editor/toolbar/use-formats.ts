import { useEffect, useState } from 'react';
import type { Quill } from 'react-quill';

type Formats = Record<string, unknown>;

/** The formats where the cursor stands. While the focus is in the toolbar, those where it stood. */
export function useFormats(quill: Quill | undefined): Formats {
  const [formats, setFormats] = useState<Formats>({});
  useEffect(() => {
    if (!quill) return;
    const read = () => {
      const range = quill.getSelection();
      if (!range) return;
      const now: Formats = quill.getFormat(range);
      setFormats((before) => (same(before, now) ? before : now));
    };
    quill.on('editor-change', read);
    return () => {
      quill.off('editor-change', read);
    };
  }, [quill]);
  return formats;
}

function same(one: Formats, other: Formats): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

import { type RefObject, useEffect, useState } from 'react';
import { Quill, type RangeStatic } from 'react-quill';
import { type EditorKind, editorFormats } from './quill/quill-setup.ts';
import type { OpenTray } from './toolbar/EditorTray.tsx';

/** The tray that is open, and the keys and clicks that open one from the text. */
export function useTray(quill: Quill | undefined, kind: EditorKind) {
  const [tray, setTray] = useState<OpenTray>();
  useEffect(() => {
    if (!quill) return;
    if (editorFormats[kind].includes('link')) {
      quill.keyboard.addBinding({ key: 'k', shortKey: true }, () =>
        setTray({ kind: 'link', range: rangeOf(quill) }),
      );
    }
    const openAlt = ({ target }: Event) => {
      const blot = target instanceof HTMLImageElement ? Quill.find(target) : null;
      if (!blot || blot instanceof Quill || !quill.isEnabled()) return;
      const range = { index: quill.getIndex(blot), length: 1 };
      quill.setSelection(range, 'user');
      setTray({ kind: 'alt', range });
    };
    quill.root.addEventListener('click', openAlt);
    return () => quill.root.removeEventListener('click', openAlt);
  }, [quill, kind]);
  return [tray, setTray] as const;
}

/** Alt+F10 leads from the text to the toolbar, as in other editors. */
export function useToolbarKey(quill: Quill | undefined, head: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    quill?.keyboard.addBinding({ key: 'F10', altKey: true }, () => {
      head.current?.querySelector<HTMLElement>('[role="toolbar"] button[tabindex="0"]')?.focus();
    });
  }, [quill, head]);
}

/** Where the cursor stands or stood; the end of the text when it never did. */
export function rangeOf(quill: Quill): RangeStatic {
  const { savedRange, lastRange } = quill.selection;
  const end = Math.max(0, quill.getLength() - 1);
  const range = quill.getSelection() ?? (lastRange === null && quill.hasFocus() ? null : savedRange);
  return range ? { index: Math.min(range.index, end), length: range.length } : { index: end, length: 0 };
}

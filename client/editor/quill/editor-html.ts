import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Quill } from 'react-quill';

/**
 * Returns the HTML of the text as it is stored. Does not use `getSemanticHTML`, which has a vulnerability
 * (CVE-2025-15056).
 */
export function editorHtml(quill: Quill) {
  return writtenHtml(quill.root.innerHTML);
}

/**
 * Returns the HTML of the editing area without the parts that exist only for editing, such as the markers of list
 * items, to which Chromium may add an empty style, and the span of the cursor. Runs of spaces outside code become
 * non-breaking, because HTML would show them as a single space.
 */
export function writtenHtml(areaHtml: string) {
  return areaHtml
    .replace(/<span class="ql-ui"[^>]*><\/span>/g, '')
    .replace(/<span class="ql-cursor">\uFEFF*<\/span>/g, '')
    .replace(/(<iframe[^>]*?) tabindex="-1"/g, '$1')
    .replace(/(<iframe[^>]*?) sandbox="[^">]*"/g, '$1')
    .replaceAll('<figcaption></figcaption>', '')
    .replace(/<figure[^>]*>/g, (tag) => `<figure${/ data-width="[a-z]+"/.exec(tag)?.[0] ?? ''}>`)
    .replace(/<table.*<\/table>/s, writtenTables)
    .replace(/(<[^>]*>)([^<]* {2}[^<]*)/g, (whole, tag: string, text: string) =>
      tag.includes('ql-code-block') ? whole : tag + text.replace(/ {2,}/g, lastingSpaces),
    );
}

/** Returns the HTML of tables without the marks of the editor, in which every cell is a `td`. */
export function writtenTables(html: string) {
  return html
    .replace(/<td([^>]*) data-head="(col|row)"([^>]*)>(.*?)<\/td>/gs, '<th scope="$2"$1$3>$4</th>')
    .replace(/(<t[dh][^>]*?) data-row="[^"]*"/g, '$1');
}

/**
 * Returns a run of spaces that HTML shows completely, also at the start of a line: the last space is an ordinary one, at
 * which a line may break, and the others are non-breaking.
 */
function lastingSpaces(run: string) {
  return `${'&nbsp;'.repeat(run.length - 1)} `;
}

/**
 * A text of up to `readAtOnce` characters is read at every change. A longer one is read when typing pauses for
 * `restMs` milliseconds.
 */
const readAtOnce = 256 * 1024;
const restMs = 400;

/**
 * Connects the text of `quill` with `value` and `onChange`. A short text is passed to `onChange` at every change. A
 * long text is passed when typing pauses, when the focus leaves the editor, before the form is submitted and before
 * the editor unmounts. So `onChange` is called before the value is needed, and typing does not wait until megabytes
 * are serialised.
 */
export function useWrittenHtml(quill: Quill | undefined, value: string, onChange: (html: string) => void) {
  const known = useRef(value);
  const passOn = useRef(onChange);
  useLayoutEffect(() => {
    passOn.current = onChange;
  });

  useLayoutEffect(() => {
    if (!quill) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let changed = false;
    const read = () => {
      clearTimeout(timer);
      if (!changed) return;
      changed = false;
      known.current = editorHtml(quill);
      passOn.current(known.current);
    };
    const note = (_delta: unknown, _before: unknown, source: string) => {
      if (source !== 'user') return;
      changed = true;
      if (known.current.length <= readAtOnce) read();
      else {
        clearTimeout(timer);
        timer = setTimeout(read, restMs);
      }
    };
    const form = quill.root.closest('form');
    quill.on('text-change', note);
    quill.root.addEventListener('blur', read);
    form?.addEventListener('submit', read, { capture: true });
    return () => {
      read();
      quill.off('text-change', note);
      quill.root.removeEventListener('blur', read);
      form?.removeEventListener('submit', read, { capture: true });
    };
  }, [quill]);

  useEffect(() => {
    if (!quill || value === known.current) return;
    known.current = value;
    // Cleared first, so that the buttons that follow the change see that there is nothing to undo.
    quill.history.clear();
    quill.setContents(quill.clipboard.convert({ html: value, text: '\n' }), 'api');
  }, [quill, value]);
}

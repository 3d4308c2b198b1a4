import type { Quill } from 'react-quill';

/** The text as it is written. `getSemanticHTML` is avoided (CVE-2025-15056). */
export function editorHtml(quill: Quill): string {
  return writtenHtml(quill.root.innerHTML);
}

/**
 * The editing area's HTML without what exists for editing only, such as markers of list items and the cursor's span, and
 * with spaces that stay: HTML shows a run of spaces as one, but in code.
 */
export function writtenHtml(areaHtml: string): string {
  return areaHtml
    .replaceAll('<span class="ql-ui" contenteditable="false"></span>', '')
    .replace(/<span class="ql-cursor">\uFEFF*<\/span>/g, '')
    .replace(/(<iframe[^>]*?) tabindex="-1"/g, '$1')
    .replace(/(<iframe[^>]*?) sandbox="[^">]*"/g, '$1')
    .replace(/(<[^>]*>)([^<]* {2}[^<]*)/g, (whole, tag: string, text: string) =>
      tag.includes('ql-code-block') ? whole : tag + text.replace(/ {2,}/g, lastingSpaces),
    );
}

/** The first one may end a line; the others stay beside it. */
function lastingSpaces(run: string): string {
  return ` ${'&nbsp;'.repeat(run.length - 1)}`;
}

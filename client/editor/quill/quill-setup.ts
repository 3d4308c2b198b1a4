import ReactQuill, { Quill, type RangeStatic } from 'react-quill';
import { sendAreaEvent } from './area-events.ts';
import { editorHtml } from './editor-html.ts';
import { figureAt, headAttribute, policyFormats, policyMatchers } from './formats.ts';
import { ImageUploader } from './image-uploader.ts';
import { PolicyClipboard } from './policy-clipboard.ts';

Quill.register(
  { ...policyFormats, 'modules/clipboard': PolicyClipboard, 'modules/uploader': ImageUploader },
  true,
);

/**
 * The kinds of editor in docs/product.md §2, "Rich-text fields", and `text` for texts of the site, which have no media.
 */
export type EditorKind = 'blog' | 'project' | 'job' | 'text';

const jobFormats = [
  'header',
  'bold',
  'italic',
  'underline',
  'strike',
  'color',
  'background',
  'list',
  'indent',
  'blockquote',
  'code-block',
  'code',
  'link',
  'table',
  headAttribute,
];

/**
 * Formats of each editor. The policy allows all of them. When content is pasted, Quill drops all other formats. There
 * are more than the toolbar offers, so that stored texts keep theirs when they are edited.
 */
export const editorFormats: Record<EditorKind, string[]> = {
  job: jobFormats,
  project: [...jobFormats, 'figure', 'image'],
  blog: [...jobFormats, 'align', 'figure', 'image', 'video'],
  text: [...jobFormats, 'align'],
};

const toggleList = (kind: 'ordered' | 'bullet') =>
  function toggle(this: { quill: Quill }, _range: unknown, context: { format: Record<string, unknown> }) {
    this.quill.format('list', context.format.list === kind ? false : kind, 'user');
    return false;
  };

/**
 * Key codes of the digits. Key codes are used because the character that Shift and a digit produce depends on the
 * keyboard layout.
 */
const digit = { seven: 55, eight: 56 };

/**
 * Ctrl+Shift+7 and Ctrl+Shift+8 toggle a list, as in word processors. The tooltips of the toolbar show these keys.
 */
const listKeys = {
  'ordered list': { key: digit.seven, shortKey: true, shiftKey: true, handler: toggleList('ordered') },
  'bullet list': { key: digit.eight, shortKey: true, shiftKey: true, handler: toggleList('bullet') },
};

const indentBy = (step: '+1' | '-1') =>
  function indent(this: { quill: Quill }) {
    this.quill.format('indent', step, 'user');
    return false;
  };

interface KeyContext {
  quill: Quill;
}

/**
 * Moves the cursor with an arrow key from the text onto the figure beside it, and with any key that moves the cursor
 * from a selected figure off it: Chromium would leave the figure selected, and what is typed next would replace it or
 * be lost.
 */
const figureStep = (step: -1 | 1, key: string[]) => ({
  key,
  altKey: null,
  ctrlKey: null,
  metaKey: null,
  handler(this: KeyContext, { index, length }: RangeStatic, { event }: { event: KeyboardEvent }) {
    const { quill } = this;
    const { key } = event;
    const isPlainArrow = key.startsWith('Arrow') && !event.altKey && !event.ctrlKey && !event.metaKey;
    const isSelected = length === 1 && figureAt(quill, index);
    const isBeside = isPlainArrow && length === 0 && step === -1 && index > 0 && figureAt(quill, index - 1);
    if (isSelected) {
      const isWholeText = event.ctrlKey && (key === 'Home' || key === 'End');
      const to = isWholeText ? step * quill.getLength() : index + step;
      quill.setSelection(Math.min(Math.max(0, to), quill.getLength() - 1), 0, 'user');
    } else if (isBeside) quill.setSelection(index - 1, 1, 'user');
    return !isSelected && !isBeside;
  },
});

/**
 * Keys of figures. Enter on a selected figure moves the focus to its tools; Quill's own handler would replace the figure
 * by a new line. Quill itself moves the cursor from the end of a line onto the figure after it.
 */
const figureKeys = {
  'figure tools': {
    key: 'Enter',
    collapsed: false,
    handler(this: KeyContext, { index, length }: RangeStatic) {
      if (length !== 1 || !figureAt(this.quill, index)) return true;
      sendAreaEvent(this.quill.root, 'rich-text-picture-tools', undefined);
      return false;
    },
  },
  'figure back': figureStep(-1, ['ArrowLeft', 'ArrowUp', 'Home', 'PageUp']),
  'figure on': figureStep(1, ['ArrowRight', 'ArrowDown', 'End', 'PageDown']),
};

/**
 * "# " to "### " and "> " at the start of a line become a heading and a quote. Quill has "- " and "1. ". The space is a
 * step of its own, so that undo brings back what was typed.
 */
const typedFormats = {
  'block autofill': {
    key: ' ',
    shiftKey: null,
    collapsed: true,
    format: { 'code-block': false, blockquote: false, header: false, list: false, table: false },
    prefix: /^(#{1,3}|>)$/,
    handler(this: KeyContext, { index }: RangeStatic, { prefix }: { prefix: string }) {
      const { quill } = this;
      const { length } = prefix;
      if (quill.getLine(index)[1] !== length) return true;
      quill.insertText(index, ' ', 'user');
      quill.history.cutoff();
      quill.deleteText(index - length, length + 1, 'user');
      if (prefix === '>') quill.formatLine(index - length, 1, 'blockquote', true, 'user');
      else quill.formatLine(index - length, 1, 'header', length, 'user');
      quill.history.cutoff();
      return false;
    },
  },
};

/** Always the same object, because react-quill creates the editor again when its modules change. */
export const editorModules: Record<string, unknown> = {
  // Quill's toolbar is off. Ours has real buttons with names, and no popup that a dialog could clip.
  toolbar: false,
  clipboard: { matchers: policyMatchers },
  // Ctrl+Z undoes only changes by the user, so that it does not remove the text that was loaded.
  history: { userOnly: true },
  table: true,
  keyboard: {
    bindings: {
      // Quill's use of Tab is off, so that Tab leaves the editor (WCAG 2.1.2, no keyboard trap). Ctrl+] and Ctrl+[
      // indent instead.
      tab: null,
      'remove tab': null,
      'table tab': null,
      'indent code-block': null,
      'outdent code-block': null,
      indent: { key: ']', shortKey: true, handler: indentBy('+1') },
      outdent: { key: '[', shortKey: true, handler: indentBy('-1') },
      ...listKeys,
      ...figureKeys,
      ...typedFormats,
    },
  },
};

/**
 * ReactQuill, but it does not read the text on each change; `useWrittenHtml` reads it instead. ReactQuill would
 * serialise the whole text twice, so that typing would lag in a text with megabytes of inline images.
 */
export class QuietQuill extends ReactQuill {
  override onEditorChange = () => {};

  override destroyEditor(): void {
    // StrictMode unmounts the component and mounts it again, so the text has to be preserved.
    if (this.editor) this.value = editorHtml(this.editor);
    super.destroyEditor();
  }
}

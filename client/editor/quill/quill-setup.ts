import ReactQuill, { Quill } from 'react-quill';
import { editorHtml } from './editor-html.ts';
import { ImageUploader } from './image-uploader.ts';
import { PolicyClipboard } from './policy-clipboard.ts';
import { policyFormats, policyMatchers } from './policy-formats.ts';

Quill.register(
  { ...policyFormats, 'modules/clipboard': PolicyClipboard, 'modules/uploader': ImageUploader },
  true,
);

/**
 * The kinds of editor in docs/product.md §2, "Rich-text fields", and `text` for texts of the site, which have no media.
 */
export type EditorKind = 'blog' | 'project' | 'text';

const projectFormats = [
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
];

/** Formats of each editor. The policy allows all of them. When content is pasted, Quill drops all other formats. */
export const editorFormats: Record<EditorKind, string[]> = {
  project: projectFormats,
  blog: [...projectFormats, 'align', 'link', 'image', 'video'],
  text: [...projectFormats, 'align', 'link'],
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
  function indent(this: { quill: Quill }): boolean {
    this.quill.format('indent', step, 'user');
    return false;
  };

/** Always the same object, because react-quill creates the editor again when its modules change. */
export const editorModules: Record<string, unknown> = {
  // Quill's toolbar is off. Ours has real buttons with names, and no popup that a dialog could clip.
  toolbar: false,
  clipboard: { matchers: policyMatchers },
  // Ctrl+Z undoes only changes by the user, so that it does not remove the text that was loaded.
  history: { userOnly: true },
  keyboard: {
    bindings: {
      // Quill's use of Tab is off, so that Tab leaves the editor (WCAG 2.1.2, no keyboard trap). Ctrl+] and Ctrl+[
      // indent instead.
      tab: null,
      'remove tab': null,
      'indent code-block': null,
      'outdent code-block': null,
      indent: { key: ']', shortKey: true, handler: indentBy('+1') },
      outdent: { key: '[', shortKey: true, handler: indentBy('-1') },
      ...listKeys,
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

import ReactQuill, { Quill } from 'react-quill';
import { editorHtml } from './editor-html.ts';
import { ImageUploader } from './image-uploader.ts';
import { PolicyClipboard } from './policy-clipboard.ts';
import { policyFormats, policyMatchers } from './policy-formats.ts';

Quill.register(
  { ...policyFormats, 'modules/clipboard': PolicyClipboard, 'modules/uploader': ImageUploader },
  true,
);

/** docs/product.md §2, Rich-text fields. */
export type EditorKind = 'blog' | 'project';

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

/** Formats of each editor; all of them pass the policy, and Quill drops any other on paste. */
export const editorFormats: Record<EditorKind, string[]> = {
  project: projectFormats,
  blog: [...projectFormats, 'align', 'link', 'image', 'video'],
};

const toggleList = (kind: 'ordered' | 'bullet') =>
  function toggle(this: { quill: Quill }, _range: unknown, context: { format: Record<string, unknown> }) {
    this.quill.format('list', context.format.list === kind ? false : kind, 'user');
    return false;
  };

/** Key codes: with Shift, the character of the key differs between keyboard layouts. */
const digit = { seven: 55, eight: 56 };

/** Ctrl+Shift+7 and Ctrl+Shift+8, as word processors have them; the toolbar's tooltips say them. */
const listKeys = {
  'ordered list': { key: digit.seven, shortKey: true, shiftKey: true, handler: toggleList('ordered') },
  'bullet list': { key: digit.eight, shortKey: true, shiftKey: true, handler: toggleList('bullet') },
};

const indentBy = (step: '+1' | '-1') =>
  function indent(this: { quill: Quill }): boolean {
    this.quill.format('indent', step, 'user');
    return false;
  };

/** Always the same object: react-quill recreates the editor when its modules change. */
export const editorModules: Record<string, unknown> = {
  // The toolbar is our own, beside the editor: real buttons with names, no popup that a dialog can cut off.
  toolbar: false,
  clipboard: { matchers: policyMatchers },
  // Ctrl+Z must not remove the text that the screen has loaded.
  history: { userOnly: true },
  keyboard: {
    bindings: {
      // Tab leaves the editor (WCAG 2.1.2, no keyboard trap); Ctrl+] and Ctrl+[ indent in its place.
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
 * react-quill serialises the whole text twice on each change. With megabytes of inline images every key would lag, so this one
 * does not read the text at all; `useWrittenHtml` does.
 */
export class QuietQuill extends ReactQuill {
  override onEditorChange = () => {};

  override destroyEditor(): void {
    // StrictMode unmounts and remounts the component: keep its text.
    if (this.editor) this.value = editorHtml(this.editor);
    super.destroyEditor();
  }
}

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

/** By the place of the key: with Shift its sign is another one on each layout. */
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

/** One object for good: react-quill makes the editor anew when its modules change. */
export const editorModules: Record<string, unknown> = {
  // The toolbar is our own, beside the editor: real buttons with names, no popup that a dialog can cut off.
  toolbar: false,
  clipboard: { matchers: policyMatchers },
  // What a screen loads is not a step that Ctrl+Z takes away.
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
 * react-quill serialises the whole text twice on each change. With megabytes of inline images that is felt at every
 * key, so this one leaves reading the text to who needs it (see `useWrittenHtml`).
 */
export class QuietQuill extends ReactQuill {
  override onEditorChange = () => {};

  override destroyEditor(): void {
    // StrictMode takes a component down and mounts it again; its text comes along.
    if (this.editor) this.value = editorHtml(this.editor);
    super.destroyEditor();
  }
}

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

/** Formats of each editor. All of them pass the policy, and Quill drops any other format on paste. */
export const editorFormats: Record<EditorKind, string[]> = {
  project: projectFormats,
  blog: [...projectFormats, 'align', 'link', 'image', 'video'],
};

const toggleList = (kind: 'ordered' | 'bullet') =>
  function toggle(this: { quill: Quill }, _range: unknown, context: { format: Record<string, unknown> }) {
    this.quill.format('list', context.format.list === kind ? false : kind, 'user');
    return false;
  };

/** Key codes, because with Shift the character of the key differs between keyboard layouts. */
const digit = { seven: 55, eight: 56 };

/** Ctrl+Shift+7 and Ctrl+Shift+8, as in word processors; the toolbar's tooltips show them. */
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
  // Our own toolbar next to the editor: real buttons with names, and no popup that a dialog can clip.
  toolbar: false,
  clipboard: { matchers: policyMatchers },
  // Ctrl+Z must not undo the text that the screen loaded.
  history: { userOnly: true },
  keyboard: {
    bindings: {
      // Tab leaves the editor (WCAG 2.1.2, no keyboard trap); Ctrl+] and Ctrl+[ indent instead.
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
 * A ReactQuill that does not read the text; `useWrittenHtml` does. react-quill serialises the whole text twice on
 * each change, so with megabytes of inline images every key would lag.
 */
export class QuietQuill extends ReactQuill {
  override onEditorChange = () => {};

  override destroyEditor(): void {
    // StrictMode unmounts and remounts the component: preserve its text.
    if (this.editor) this.value = editorHtml(this.editor);
    super.destroyEditor();
  }
}

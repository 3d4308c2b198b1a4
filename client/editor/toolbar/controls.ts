import type { EditorKind } from '../quill/quill-setup.ts';

/** What opens the tray under the toolbar instead of acting at once. */
export type TrayKind = 'link' | 'video' | 'color' | 'background';

/** One button of the toolbar. */
export interface Control {
  /** Accessible name and tooltip. */
  label: string;
  /** Quill's name of the format; also the class `ql-…` of the button. */
  format: string;
  /** The format's value when the button is pressed; true for formats that are only on or off. */
  value?: string | number | true;
  /** Which of Quill's drawings, when there are several for the format. */
  icon?: string;
  does: 'toggle' | 'choose' | 'tray' | 'image' | 'clean';
  /** The key that does the same in the text, with Ctrl, or ⌘ on a Mac. */
  keys?: string;
}

const toggle = (label: string, format: string, value: string | number | true = true): Control => ({
  label,
  format,
  value,
  does: 'toggle',
  ...(value !== true && { icon: String(value) }),
});
const withKeys = (control: Control, keys: string): Control => ({ ...control, keys });
const align = (label: string, value: string): Control => ({
  label,
  format: 'align',
  value,
  icon: value,
  does: 'choose',
});
const tray = (label: string, format: TrayKind): Control => ({ label, format, does: 'tray' });

const headers = [
  toggle('Heading 1', 'header', 1),
  toggle('Heading 2', 'header', 2),
  toggle('Heading 3', 'header', 3),
];
const marks = [
  withKeys(toggle('Bold', 'bold'), 'B'),
  withKeys(toggle('Italic', 'italic'), 'I'),
  withKeys(toggle('Underline', 'underline'), 'U'),
  toggle('Strikethrough', 'strike'),
];
const colors = [tray('Text colour', 'color'), tray('Background colour', 'background')];
const lists = [
  withKeys(toggle('Numbered list', 'list', 'ordered'), 'Shift+7'),
  withKeys(toggle('Bullet list', 'list', 'bullet'), 'Shift+8'),
];
const alignments = [
  align('Align left', ''),
  align('Align centre', 'center'),
  align('Align right', 'right'),
  align('Justify', 'justify'),
];
const blocks = [toggle('Quote', 'blockquote'), toggle('Code block', 'code-block')];
const embeds: Control[] = [
  withKeys(tray('Link', 'link'), 'K'),
  { label: 'Insert image', format: 'image', does: 'image' },
  tray('Insert video', 'video'),
];
const cleaning: Control[] = [{ label: 'Clear formatting', format: 'clean', does: 'clean' }];

/** The toolbars of docs/product.md §2, in groups. */
export const toolbars: Record<EditorKind, readonly (readonly Control[])[]> = {
  blog: [headers, marks, colors, lists, alignments, blocks, embeds, cleaning],
  project: [headers, marks, colors, lists, blocks],
};

import type { Quill } from 'react-quill';
import type { EditorKind } from '../quill/quill-setup.ts';

/** Controls that open the popover below the toolbar instead of acting at once. */
export type PopoverKind = 'link' | 'video' | 'image' | 'color' | 'background';

/** One button of the toolbar. */
export interface Control {
  /** Accessible name and tooltip of the button. */
  label: string;
  /** Name of the format in Quill. The button also has the class `ql-…` with this name. */
  format: string;
  /** Value that the format gets when the button is pressed; true for a format that is only on or off. */
  value?: string | number | true;
  /** Name of the icon, if Quill has several for the format. */
  icon?: string;
  does: 'toggle' | 'choose' | 'popover' | 'image' | 'clean' | 'undo' | 'redo';
  /**
   * Keys that have the same effect as the button when they are pressed in the text together with Ctrl, or ⌘ on a Mac.
   */
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
const popover = (label: string, format: PopoverKind): Control => ({ label, format, does: 'popover' });

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
const colors = [popover('Text colour', 'color'), popover('Background colour', 'background')];
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
/** Only where the toolbar has it, Ctrl+K asks for a link, too. */
export const link = withKeys(popover('Link', 'link'), 'K');
const image: Control = { label: 'Insert image', format: 'image', does: 'image' };
const embeds: Control[] = [link, image, popover('Insert video', 'video')];
const cleaning: Control[] = [{ label: 'Clear formatting', format: 'clean', does: 'clean' }];

/** Before the formats of every toolbar: where there is no keyboard, mistakes are taken back with them. */
export const steps = [
  withKeys({ label: 'Undo', format: 'undo', does: 'undo' }, 'Z'),
  withKeys({ label: 'Redo', format: 'redo', does: 'redo' }, 'Shift+Z'),
] as const satisfies Control[];

/** The toolbars of docs/product.md §2, divided into groups. */
export const toolbars: Record<EditorKind, readonly (readonly Control[])[]> = {
  blog: [headers, marks, colors, lists, alignments, blocks, embeds, cleaning],
  project: [headers, marks, colors, lists, blocks, [image]],
  job: [headers, marks, colors, lists, blocks],
  text: [headers, marks, colors, lists, alignments, blocks, [link], cleaning],
};

/** Applies a `toggle`, `choose` or `clean` control at the cursor or to the selection. */
export function applyControl(quill: Quill, control: Control) {
  quill.focus({ preventScroll: true });
  const range = quill.getSelection();
  if (!range) return;
  if (control.does === 'clean') {
    if (range.length > 0) quill.removeFormat(range.index, range.length, 'user');
    else for (const name of Object.keys(quill.getFormat(range))) quill.format(name, false, 'user');
    return;
  }
  const off = control.does === 'toggle' && isOn(control, quill.getFormat(range));
  quill.format(control.format, off ? false : control.value || false, 'user');
}

/** Returns whether the button shows as pressed for these formats. */
export function isOn(control: Control, formats: Record<string, unknown>) {
  const value = formats[control.format];
  if (control.does === 'choose') return (value ?? '') === control.value;
  if (control.value === true || control.does === 'popover') return Boolean(value);
  return control.value !== undefined && value === control.value;
}

/** True on a Mac, by the same test by which Quill chooses between Ctrl and ⌘. */
export const isMac = /Mac/i.test(globalThis.navigator?.platform ?? '');

/** Returns the label of a button with its keys: "Bold (Ctrl+B)", "Bold (⌘B)". */
export function tooltip({ label, keys }: Pick<Control, 'label' | 'keys'>, onMac: boolean) {
  if (!keys) return label;
  return `${label} (${onMac ? `⌘${keys.replace('Shift+', '⇧')}` : `Ctrl+${keys}`})`;
}

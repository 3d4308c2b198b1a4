import type { Quill } from 'react-quill';
import type { Control } from './controls.ts';

/** Does what a toggling, choosing or clearing button says, at the cursor or on the selection. */
export function applyControl(quill: Quill, control: Control): void {
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

/** Whether the button shows as pressed for these formats. */
export function isOn(control: Control, formats: Record<string, unknown>): boolean {
  const value = formats[control.format];
  if (control.does === 'choose') return (value ?? '') === control.value;
  if (control.value === true || control.does === 'tray') return Boolean(value);
  return control.value !== undefined && value === control.value;
}

import { type KeyboardEvent, useRef, useState } from 'react';
import { Quill } from 'react-quill';
import { acceptedTypes } from '#shared/limits.ts';
import type { EditorKind } from '../quill/quill-setup.ts';
import { applyControl, isOn } from './apply-control.ts';
import { type Control, type TrayKind, toolbars } from './controls.ts';
import { isMac, tooltip } from './shortcuts.ts';
import styles from './Toolbar.module.css';
import { useFormats } from './use-formats.ts';

interface ToolbarProps {
  quill: Quill | undefined;
  kind: EditorKind;
  /** The id of the editing area. */
  controls: string;
  disabled: boolean;
  openTray: string | undefined;
  onTray: (tray: TrayKind) => void;
  onImages: (files: File[]) => void;
  /** The Escape key: back to the text. */
  onLeave: () => void;
}

const icons = Quill.import('ui/icons') as Record<string, string | Record<string, string>>;

/**
 * The toolbar of the editor, one stop for the Tab key; arrow keys, Home and End move inside (WAI-ARIA Authoring
 * Practices, toolbar pattern).
 */
export function Toolbar({ quill, kind, controls, disabled, openTray, ...on }: ToolbarProps) {
  const formats = useFormats(quill);
  const groups = toolbars[kind];
  const all = groups.flat();
  const [stop, setStop] = useState(0);
  const bar = useRef<HTMLDivElement>(null);
  const picker = useRef<HTMLInputElement>(null);

  const act = (control: Control) => {
    if (!quill) return;
    if (control.does === 'image') picker.current?.click();
    else if (control.does === 'tray') on.onTray(control.format as TrayKind);
    else applyControl(quill, control);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // Only the toolbar is left, not the dialog that the editor stands in.
      event.preventDefault();
      event.stopPropagation();
      on.onLeave();
    }
    const to = nextStop(event.key, stop, all.length);
    if (to === undefined) return;
    event.preventDefault();
    setStop(to);
    bar.current?.querySelectorAll('button')[to]?.focus();
  };

  return (
    <div
      ref={bar}
      className={styles.toolbar}
      role="toolbar"
      aria-label="Formatting"
      aria-controls={controls}
      onKeyDown={press}
      tabIndex={-1}
    >
      {groups.map((group) => (
        <span key={group[0]?.label} className={styles.group}>
          {group.map((control) => (
            <button
              key={control.label}
              type="button"
              className={`${styles.button} ql-${control.format}`}
              title={tooltip(control, isMac)}
              aria-label={control.label}
              aria-keyshortcuts={control.keys && `${isMac ? 'Meta' : 'Control'}+${control.keys}`}
              {...stateOf(control, formats, openTray)}
              tabIndex={all.indexOf(control) === stop ? 0 : -1}
              disabled={disabled || !quill}
              onFocus={() => setStop(all.indexOf(control))}
              // The selection stays in the text while the mouse is here.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => act(control)}
              // Drawings of the editor's package: constants.
              dangerouslySetInnerHTML={{ __html: drawing(control) }}
            />
          ))}
        </span>
      ))}
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept={acceptedTypes.image.join(',')}
        onChange={({ currentTarget }) => {
          on.onImages(Array.from(currentTarget.files ?? []));
          currentTarget.value = '';
        }}
      />
    </div>
  );
}

function stateOf(control: Control, formats: Record<string, unknown>, openTray: string | undefined) {
  if (control.does === 'tray') {
    return { 'aria-expanded': openTray === control.format, 'data-on': isOn(control, formats) || undefined };
  }
  if (control.does === 'toggle' || control.does === 'choose')
    return { 'aria-pressed': isOn(control, formats) };
  return {};
}

function drawing(control: Control): string {
  const found = icons[control.format];
  return typeof found === 'string' ? found : (found?.[control.icon ?? ''] ?? '');
}

function nextStop(key: string, stop: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (stop + 1) % count;
  if (key === 'ArrowLeft') return (stop + count - 1) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
}

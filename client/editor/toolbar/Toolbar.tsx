import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { Quill } from 'react-quill';
import { onAreaEvent } from '../quill/area-events.ts';
import type { EditorKind } from '../quill/quill-setup.ts';
import {
  applyControl,
  type Control,
  isMac,
  isOn,
  type PopoverKind,
  steps,
  toolbars,
  tooltip,
} from './controls.ts';
import styles from './Toolbar.module.css';

interface ToolbarProps {
  quill: Quill | undefined;
  kind: EditorKind;
  /** Id of the editing area, for `aria-controls`. */
  controls: string;
  disabled: boolean;
  openPopover: string | undefined;
  onPopover: (popover: PopoverKind) => void;
  /** Chooses images; undefined if the popover asks first where to take them from. */
  onImages: (() => void) | undefined;
  /** Called when Escape is pressed; moves the focus back to the text. */
  onLeave: () => void;
}

const icons = Quill.import('ui/icons') as Record<string, string | Record<string, string>>;

/**
 * The toolbar of the editor. It is a single tab stop; inside it, arrow keys, Home and End move the focus (WAI-ARIA
 * Authoring Practices, toolbar pattern).
 */
export function Toolbar({ quill, kind, controls, disabled, openPopover, ...on }: ToolbarProps) {
  const state = useEditorState(quill);
  const groups = [steps, ...toolbars[kind]].map((group) =>
    group.map((control): Control => {
      const asks = control.does === 'image' && !on.onImages;
      return asks ? { ...control, does: 'popover' } : control;
    }),
  );
  const all = groups.flat();
  // The formats are the first to be reached.
  const [stop, setStop] = useState<number>(steps.length);
  const bar = useRef<HTMLDivElement>(null);

  const act = (control: Control) => {
    if (!quill) return;
    if (control.does === 'undo' || control.does === 'redo') quill.history[control.does]();
    else if (control.does === 'image') on.onImages?.();
    else if (control.does === 'popover') on.onPopover(control.format as PopoverKind);
    else applyControl(quill, control);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // Escape leaves the toolbar, and must not close the dialog around the editor.
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
              {...stateOf(control, state, openPopover)}
              tabIndex={all.indexOf(control) === stop ? 0 : -1}
              disabled={disabled || !quill}
              onFocus={() => setStop(all.indexOf(control))}
              // Prevents a press on a button from moving the focus, which would remove the selection in the text.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => act(control)}
              // Safe, because the icons are constants of Quill.
              dangerouslySetInnerHTML={{ __html: drawing(control) }}
            />
          ))}
        </span>
      ))}
    </div>
  );
}

function stateOf(control: Control, { formats, ...can }: EditorState, openPopover: string | undefined) {
  // Not `disabled`: such a button could not be reached by the arrow keys.
  if (control.does === 'undo' || control.does === 'redo') return { 'aria-disabled': !can[control.does] };
  if (control.does === 'popover') {
    return {
      'aria-expanded': openPopover === control.format,
      'data-on': isOn(control, formats) || undefined,
    };
  }
  if (control.does === 'toggle' || control.does === 'choose')
    return { 'aria-pressed': isOn(control, formats) };
  return {};
}

/** An arrow that turns back. Quill has none for it. */
const undoIcon =
  '<svg viewBox="0 0 18 18"><polyline class="ql-stroke" points="6 4 3 7 6 10"></polyline><path class="ql-stroke" d="M3,7h7.5a4,4,0,0,1,0,8H6"></path></svg>';

const drawings: Record<string, string> = {
  undo: undoIcon,
  redo: undoIcon.replace('<svg', '<svg transform="scale(-1 1)"'),
};

function drawing(control: Control) {
  const own = drawings[control.does];
  if (own) return own;
  const found = icons[control.format];
  return typeof found === 'string' ? found : (found?.[control.icon ?? ''] ?? '');
}

function nextStop(key: string, stop: number, count: number) {
  if (key === 'ArrowRight') return (stop + 1) % count;
  if (key === 'ArrowLeft') return (stop + count - 1) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
}

interface EditorState {
  formats: Record<string, unknown>;
  undo: boolean;
  redo: boolean;
}

/**
 * Returns the formats at the cursor, and whether there is something to undo and to redo. While the focus is in the
 * toolbar, the formats are those at the last position of the cursor.
 */
function useEditorState(quill: Quill | undefined) {
  const [state, setState] = useState<EditorState>({ formats: {}, undo: false, redo: false });
  useEffect(() => {
    if (!quill) return;
    const read = () => {
      const range = quill.getSelection();
      const { undo, redo } = quill.history.stack;
      const can = { undo: undo.length > 0, redo: redo.length > 0 };
      setState((before) => {
        const now = { formats: range ? quill.getFormat(range) : before.formats, ...can };
        return JSON.stringify(before) === JSON.stringify(now) ? before : now;
      });
    };
    quill.on('editor-change', read);
    return () => {
      quill.off('editor-change', read);
    };
  }, [quill]);
  return state;
}

/**
 * Makes Alt+F10 move the focus from the text to the toolbar, as in other editors, and Enter on a selected picture to
 * the tools of the picture.
 */
export function useToolbarKey(quill: Quill | undefined, head: RefObject<HTMLElement | null>) {
  useEffect(() => {
    if (!quill) return;
    return onAreaEvent(quill.container, 'rich-text-picture-tools', () => {
      head.current?.querySelector<HTMLElement>('[role="group"] button')?.focus();
    });
  }, [quill, head]);
  useEffect(() => {
    quill?.keyboard.addBinding({ key: 'F10', altKey: true }, () => {
      head.current?.querySelector<HTMLElement>('[role="toolbar"] button[tabindex="0"]')?.focus();
    });
  }, [quill, head]);
}

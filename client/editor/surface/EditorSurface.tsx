import 'react-quill/dist/quill.snow.css';
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { Quill, type RangeStatic } from 'react-quill';
import { Toolbar } from '../toolbar/Toolbar.tsx';
import { EditorTray, type OpenTray } from '../tray/EditorTray.tsx';
import styles from './EditorSurface.module.css';
import type { InlineImages } from './inline-images.ts';
import { type EditorKind, editorFormats, editorModules, QuietQuill } from './quill-setup.ts';
import { onProblem } from './rich-text-problem.ts';
import { useWrittenHtml } from './use-written-html.ts';

export interface EditorHandle {
  focus(): void;
}

export interface EditorSurfaceProps {
  id: string;
  labelId: string;
  describedBy: string | undefined;
  invalid: boolean;
  kind: EditorKind;
  value: string;
  onChange: (html: string) => void;
  disabled: boolean;
  ref?: Ref<EditorHandle> | undefined;
}

/** With these something new comes in; what was said of the input before is over. */
const inputEvents = ['beforeinput', 'paste', 'drop'] as const;

/** Toolbar, tray and editing area: the part that is loaded only where an editor opens. */
export default function EditorSurface(props: EditorSurfaceProps) {
  const { id, kind, value, onChange, disabled, ref } = props;
  const [firstValue] = useState(value);
  const host = useRef<QuietQuill>(null);
  const [quill, setQuill] = useState<Quill>();
  const [tray, setTray] = useState<OpenTray>();
  const [problem, setProblem] = useState<string>();

  useLayoutEffect(() => {
    setQuill(host.current?.getEditor());
  }, []);
  useWrittenHtml(quill, value, onChange);
  useAreaAttributes(quill, props);
  useImperativeHandle(ref, () => ({ focus: () => quill?.focus() }), [quill]);

  useEffect(() => {
    if (!quill) return;
    const openLink = () => setTray({ kind: 'link', range: rangeOf(quill) });
    if (editorFormats[kind].includes('link'))
      quill.keyboard.addBinding({ key: 'k', shortKey: true }, openLink);
    const openAlt = ({ target }: Event) => {
      const blot = target instanceof HTMLImageElement ? Quill.find(target) : null;
      if (!blot || blot instanceof Quill || !quill.isEnabled()) return;
      const range = { index: quill.getIndex(blot), length: 1 };
      quill.setSelection(range, 'user');
      setTray({ kind: 'alt', range });
    };
    const onText = () => showOnPaper(quill);
    onText();
    // Not at every change: what a paste leaves out is told in the moment in which the rest of it comes in.
    const clearProblem = () => setProblem(undefined);
    for (const event of inputEvents) quill.root.addEventListener(event, clearProblem, { capture: true });
    quill.root.addEventListener('click', openAlt);
    quill.on('text-change', onText);
    const stopListening = onProblem(quill.container, (text) => {
      setProblem((before) => (before && before !== text ? `${before} ${text}` : text));
    });
    return () => {
      stopListening();
      quill.off('text-change', onText);
      for (const event of inputEvents) quill.root.removeEventListener(event, clearProblem, { capture: true });
      quill.root.removeEventListener('click', openAlt);
    };
  }, [quill, kind]);

  const closeTray = () => {
    setTray(undefined);
    quill?.focus({ preventScroll: true });
  };
  const insertImages = async (files: File[]) => {
    if (!quill || files.length === 0) return;
    setProblem(undefined);
    const index = await (quill.uploader as unknown as InlineImages).insert(rangeOf(quill), files);
    if (index !== undefined) setTray({ kind: 'alt', range: { index, length: 1 } });
  };

  return (
    <div
      className={styles.surface}
      data-invalid={props.invalid || undefined}
      data-disabled={disabled || undefined}
    >
      <div className={styles.head}>
        <Toolbar
          quill={quill}
          kind={kind}
          controls={id}
          disabled={disabled}
          openTray={tray?.kind}
          onTray={(opened) =>
            quill && setTray(tray?.kind === opened ? undefined : { kind: opened, range: rangeOf(quill) })
          }
          onImages={(files) => {
            insertImages(files).catch((error: unknown) => setProblem(String(error)));
          }}
        />
        {quill && tray && (
          <EditorTray
            key={`${tray.kind} ${tray.range.index}`}
            quill={quill}
            tray={tray}
            onClose={closeTray}
          />
        )}
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
      <QuietQuill
        ref={host}
        className={styles.area}
        theme="snow"
        modules={editorModules}
        formats={editorFormats[kind]}
        defaultValue={firstValue}
        readOnly={disabled}
      />
    </div>
  );
}

/** Light ground in both themes where the text has colours of its own, as its readers see it. */
function showOnPaper(quill: Quill): void {
  if (quill.root.querySelector('[style*="color"]')) quill.container.dataset.theme = 'light';
  else delete quill.container.dataset.theme;
}

/** Where the cursor stands or stood; the end of the text when it never did. */
function rangeOf(quill: Quill): RangeStatic {
  const { savedRange, lastRange } = quill.selection;
  const end = Math.max(0, quill.getLength() - 1);
  const range = quill.getSelection() ?? (lastRange === null && quill.hasFocus() ? null : savedRange);
  return range ? { index: Math.min(range.index, end), length: range.length } : { index: end, length: 0 };
}

/** The editing area is a text box with a name, a state and a description, like any other field. */
function useAreaAttributes(quill: Quill | undefined, props: EditorSurfaceProps): void {
  const { id, labelId, describedBy, invalid, disabled } = props;
  useEffect(() => {
    if (!quill) return;
    const area = quill.root;
    area.id = id;
    const attributes = {
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-labelledby': labelId,
      'aria-describedby': describedBy,
      'aria-invalid': invalid ? 'true' : undefined,
      'aria-disabled': disabled ? 'true' : undefined,
    };
    for (const [name, text] of Object.entries(attributes)) {
      if (text === undefined) area.removeAttribute(name);
      else area.setAttribute(name, text);
    }
    const focus = () => quill.focus();
    const label = document.getElementById(labelId);
    label?.addEventListener('click', focus);
    return () => label?.removeEventListener('click', focus);
  }, [quill, id, labelId, describedBy, invalid, disabled]);
}

import 'react-quill/dist/quill.snow.css';
import {
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Quill, RangeStatic } from 'react-quill';
import { messages } from '#shared/messages.ts';
import { scriptOf } from '#shared/text-direction.ts';
import styles from './EditorSurface.module.css';
import type { InlineImages } from './quill/inline-images.ts';
import { type EditorKind, editorFormats, editorModules, QuietQuill } from './quill/quill-setup.ts';
import { EditorTray } from './toolbar/EditorTray.tsx';
import { Toolbar } from './toolbar/Toolbar.tsx';
import { useAreaAttributes } from './use-area-attributes.ts';
import { useImagesBeingAdded, useProblem } from './use-area-events.ts';
import { useFileDrop } from './use-file-drop.ts';
import { rangeOf, useToolbarKey, useTray } from './use-tray.ts';
import { useWrittenHtml } from './use-written-html.ts';

interface EditorHandle {
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
  /** Stands at the end of the line under the text. */
  meter: ReactNode;
  ref?: Ref<EditorHandle> | undefined;
}

/** Toolbar, tray and editing area: the part that is loaded only where an editor opens. */
export default function EditorSurface(props: EditorSurfaceProps) {
  const { id, kind, value, onChange, disabled, ref } = props;
  const [firstValue] = useState(value);
  const host = useRef<QuietQuill>(null);
  const head = useRef<HTMLDivElement>(null);
  const [quill, setQuill] = useState<Quill>();
  const keysId = `${id}-keys`;

  useLayoutEffect(() => {
    setQuill(host.current?.getEditor());
  }, []);
  useWrittenHtml(quill, value, onChange);
  useAreaAttributes(quill, { ...props, describedBy: [props.describedBy, keysId].filter(Boolean).join(' ') });
  useImperativeHandle(ref, () => ({ focus: () => quill?.focus() }), [quill]);
  usePaper(quill);
  useScript(quill);
  useToolbarKey(quill, head);
  const [tray, setTray] = useTray(quill, kind);
  const [problem, setProblem] = useProblem(quill);
  const adding = useImagesBeingAdded(quill);

  const backToText = () => {
    setTray(undefined);
    quill?.focus({ preventScroll: true });
  };
  const insertImages = (files: File[], place?: RangeStatic) => {
    if (!quill || files.length === 0) return;
    setProblem(undefined);
    (quill.uploader as unknown as InlineImages)
      .insert(place ?? rangeOf(quill), files)
      .then((index) => {
        // Of several nobody would know which one is meant; a click on an image asks for its description.
        if (index !== undefined && files.length === 1) setTray({ kind: 'alt', range: { index, length: 1 } });
      })
      .catch(() => setProblem(messages['request.failed']));
  };
  const { dropping, handlers } = useFileDrop(quill, !disabled, insertImages);

  return (
    <div
      className={styles.surface}
      data-invalid={props.invalid || undefined}
      data-disabled={disabled || undefined}
      data-dropping={dropping || undefined}
      {...handlers}
    >
      <div ref={head} className={styles.head}>
        <Toolbar
          quill={quill}
          kind={kind}
          controls={id}
          disabled={disabled}
          openTray={tray?.kind}
          onTray={(opened) =>
            quill && setTray(tray?.kind === opened ? undefined : { kind: opened, range: rangeOf(quill) })
          }
          onImages={(files) => insertImages(files)}
          onLeave={backToText}
        />
        {quill && tray && (
          <EditorTray
            key={`${tray.kind} ${tray.range.index}`}
            quill={quill}
            tray={tray}
            onClose={backToText}
          />
        )}
        <p className={styles.adding} role="status">
          {adding > 0 && `Adding ${adding === 1 ? '1 image' : `${adding} images`}…`}
        </p>
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
      <div className={styles.foot}>
        <p className={styles.keys} id={keysId}>
          Alt+F10 for the toolbar, Tab to leave the editor
        </p>
        {props.meter}
      </div>
    </div>
  );
}

/** The text is written the way it will be read: bullets, bars and indents stand where its lines begin. */
function useScript(quill: Quill | undefined): void {
  useEffect(() => {
    if (!quill) return;
    const { root } = quill;
    const tell = () => {
      const text = quill.getText(0, 4000);
      const { dir = 'ltr', lang } = scriptOf(text);
      root.dir = dir;
      if (lang) root.lang = lang;
      else root.removeAttribute('lang');
    };
    tell();
    quill.on('text-change', tell);
    return () => void quill.off('text-change', tell);
  }, [quill]);
}

/** Light ground in both themes where the text has colours of its own, as its readers see it. */
function usePaper(quill: Quill | undefined): void {
  useEffect(() => {
    if (!quill) return;
    const choose = () => {
      if (quill.root.querySelector('[style*="color"]')) quill.container.dataset.theme = 'light';
      else delete quill.container.dataset.theme;
    };
    choose();
    quill.on('text-change', choose);
    return () => void quill.off('text-change', choose);
  }, [quill]);
}

import 'react-quill/dist/quill.snow.css';
import {
  type ReactNode,
  type Ref,
  Suspense,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Quill, RangeStatic } from 'react-quill';
import { acceptedTypes } from '#shared/limits.ts';
import { scriptOf } from '#shared/text-direction.ts';
import { Button } from '../ui/Button.tsx';
import type { PictureTools } from '../ui/fields/PictureDialogs.tsx';
import { useFileDrop } from '../ui/fields/use-file-drop.ts';
import styles from './EditorSurface.module.css';
import { useImagesBeingAdded, useProblem } from './quill/area-events.ts';
import { useWrittenHtml } from './quill/editor-html.ts';
import { cellAt } from './quill/formats.ts';
import type { ImageUploader } from './quill/image-uploader.ts';
import { type EditorKind, editorFormats, editorModules, QuietQuill } from './quill/quill-setup.ts';
import { currentRange, rangeAtPoint } from './quill/text-range.ts';
import { EditorPopover, InsertedPictures, usePopover } from './toolbar/EditorPopover.tsx';
import { Popover } from './toolbar/Popover.tsx';
import { Toolbar, useToolbarKey } from './toolbar/Toolbar.tsx';

interface EditorHandle {
  focus(): void;
}

export interface EditorSurfaceProps {
  id: string;
  labelId: string;
  describedBy: string | undefined;
  invalid: boolean;
  kind: EditorKind;
  tools: PictureTools | undefined;
  title: string;
  value: string;
  onChange: (html: string) => void;
  disabled: boolean;
  /** Shown at the end of the line below the text: its length. */
  meter: ReactNode;
  ref?: Ref<EditorHandle>;
}

/** Largest number of images that can be chosen from the library at once. */
const libraryChoice = 12;

/** The editor itself: toolbar, popover and editing area. Loaded only when a rich-text field is shown. */
export default function EditorSurface(props: EditorSurfaceProps) {
  const { id, kind, tools, value, onChange, disabled, ref } = props;
  const [firstValue] = useState(value);
  const host = useRef<QuietQuill>(null);
  const head = useRef<HTMLDivElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [quill, setQuill] = useState<Quill>();
  const keysId = `${id}-keys`;

  useLayoutEffect(() => {
    setQuill(host.current?.getEditor());
  }, []);
  useWrittenHtml(quill, value, onChange);
  useAreaAttributes(quill, { ...props, describedBy: [props.describedBy, keysId].filter(Boolean).join(' ') });
  useImperativeHandle(ref, () => ({ focus: () => quill?.focus() }), [quill]);
  useReadersLook(quill);
  usePlainEmptyText(quill);
  useToolbarKey(quill, head);
  const [popover, setPopover] = usePopover(quill, kind);
  const [problem, setProblem] = useProblem(quill);
  const adding = useImagesBeingAdded(quill);

  const backToText = () => {
    setPopover(undefined);
    quill?.focus({ preventScroll: true });
  };
  const insertImages = (files: File[], at?: RangeStatic) => {
    if (!quill || files.length === 0) return;
    setProblem(undefined);
    if (popover?.kind === 'image') backToText();
    (quill.uploader as unknown as ImageUploader).insert(at ?? currentRange(quill), files, true);
  };
  const { dragging, handlers } = useFileDrop({
    onFiles: (files, { clientX, clientY }) =>
      insertImages(files, quill && rangeAtPoint(quill, clientX, clientY)),
    disabled,
  });
  const library = useLibrary(quill, tools, insertImages);
  const pickImages = () => picker.current?.click();

  return (
    <>
      <div
        className={styles.surface}
        data-invalid={props.invalid || undefined}
        data-disabled={disabled || undefined}
        data-dropping={dragging || undefined}
        {...handlers}
      >
        <div ref={head} className={styles.head}>
          <Toolbar
            quill={quill}
            kind={kind}
            controls={id}
            disabled={disabled}
            openPopover={popover?.kind}
            onPopover={(opened) =>
              quill &&
              setPopover(popover?.kind === opened ? undefined : { kind: opened, range: currentRange(quill) })
            }
            onImages={library.open ? undefined : pickImages}
            onLeave={backToText}
          />
          {popover?.kind === 'image' && (
            <Popover label="Insert image" onClose={backToText}>
              <Button variant="quiet" onClick={pickImages}>
                From this device
              </Button>
              <Button variant="quiet" onClick={library.open}>
                From the library
              </Button>
            </Popover>
          )}
          {quill && popover && popover.kind !== 'image' && (
            <EditorPopover
              key={'range' in popover ? `${popover.kind} ${popover.range.index}` : popover.kind}
              quill={quill}
              popover={popover}
              onChange={setPopover}
              onClose={backToText}
            />
          )}
          {quill && <InsertedPictures quill={quill} onClose={() => quill.focus({ preventScroll: true })} />}
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
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept={acceptedTypes.image.join(',')}
        onChange={({ currentTarget }) => {
          insertImages(Array.from(currentTarget.files ?? []));
          currentTarget.value = '';
        }}
      />
      {library.dialog}
    </>
  );
}

/** Chooses pictures from the library, which are then inserted where the cursor was. `open` is undefined without one. */
function useLibrary(
  quill: Quill | undefined,
  tools: PictureTools | undefined,
  insert: (files: File[], at: RangeStatic) => void,
): { open: (() => void) | undefined; dialog: ReactNode } {
  const [range, setRange] = useState<RangeStatic>();
  const { Library } = tools ?? {};
  const close = () => setRange(undefined);
  return {
    open: Library && (() => quill && setRange(currentRange(quill))),
    // Rendered outside the surface, so that a file dropped on the dialog is not added to the text.
    dialog: range && Library && (
      <Suspense>
        <Library
          max={libraryChoice}
          onChoose={(files) => {
            close();
            insert(files, range);
          }}
          onClose={close}
        />
      </Suspense>
    ),
  };
}

/**
 * Shows the text as readers will see it: in its direction and language, so that bullets and indents are on the correct
 * side, and on a light background in both themes if it has its own colours.
 */
function useReadersLook(quill: Quill | undefined) {
  useEffect(() => {
    if (!quill) return;
    const { root, container } = quill;
    const show = () => {
      const { dir = 'ltr', lang } = scriptOf(quill.getText(0, 4000));
      root.dir = dir;
      if (lang) root.lang = lang;
      else root.removeAttribute('lang');
      if (root.querySelector('[style*="color"]')) container.dataset.theme = 'light';
      else delete container.dataset.theme;
    };
    show();
    quill.on('text-change', show);
    return () => void quill.off('text-change', show);
  }, [quill]);
}

/**
 * Makes a text of which everything was deleted a plain line. Where it began with a table an empty cell would be left,
 * which no key removes, and what is pasted next would become one line of that cell.
 */
function usePlainEmptyText(quill: Quill | undefined) {
  useEffect(() => {
    if (!quill) return;
    const plain = () => {
      if (quill.getLength() === 1 && cellAt(quill, 0)) quill.setText('', 'user');
    };
    quill.on('text-change', plain);
    return () => void quill.off('text-change', plain);
  }, [quill]);
}

interface Area {
  id: string;
  labelId: string;
  describedBy: string | undefined;
  invalid: boolean;
  title: string;
  disabled: boolean;
}

/** Sets the attributes that make the editing area an accessible text box: its name, state and description. */
function useAreaAttributes(quill: Quill | undefined, area: Area) {
  const { id, labelId, describedBy, invalid, title, disabled } = area;
  useEffect(() => {
    if (!quill) return;
    const { root } = quill;
    root.id = id;
    const attributes = {
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-labelledby': labelId,
      'aria-describedby': describedBy,
      'aria-invalid': invalid ? 'true' : undefined,
      'aria-disabled': disabled ? 'true' : undefined,
      // Read when something is pasted.
      'data-title': title,
    };
    for (const [name, text] of Object.entries(attributes)) {
      if (text === undefined) root.removeAttribute(name);
      else root.setAttribute(name, text);
    }
    const focus = () => quill.focus();
    const label = document.getElementById(labelId);
    label?.addEventListener('click', focus);
    return () => label?.removeEventListener('click', focus);
  }, [quill, id, labelId, describedBy, invalid, title, disabled]);
}

import { lazy, type ReactNode, type Ref, Suspense, useDeferredValue, useMemo } from 'react';
import { Field } from '../ui/fields/Field.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import { EditorMeter } from './EditorMeter.tsx';
import styles from './RichTextEditor.module.css';
import { describeTextSize, richTextBytes } from './text-size.ts';

const EditorSurface = lazy(() => import('./EditorSurface.tsx'));

export interface RichTextEditorProps {
  id?: string;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** HTML as Quill writes it. A value that did not come from `onChange` replaces the text. */
  value: string;
  /** Called with the HTML; for large texts when typing rests, and always before the form around is submitted. */
  onChange: (html: string) => void;
  /** docs/product.md §2: the blog editor offers alignment, links, images and videos too. */
  toolbar: 'blog' | 'project';
  disabled?: boolean;
  /** For form libraries: `focus()` goes to the text. */
  ref?: Ref<{ focus(): void }>;
}

/**
 * The rich-text field of docs/product.md §2. The editor itself is loaded where this is shown; its place is kept meanwhile.
 */
export function RichTextEditor(props: RichTextEditorProps) {
  const { id, label, hint, error, value, onChange, toolbar, disabled = false, ref } = props;
  const measured = useDeferredValue(value);
  const bytes = useMemo(() => richTextBytes(measured), [measured]);
  const size = describeTextSize(bytes);
  return (
    <Field id={id} label={label} hint={hint} error={error ?? (size.over ? size.text : undefined)}>
      {(ids) => (
        <Suspense fallback={<EditorPlace />}>
          <EditorSurface
            id={ids.id}
            labelId={ids.labelId}
            describedBy={ids.describedBy}
            invalid={ids.invalid}
            kind={toolbar}
            value={value}
            onChange={onChange}
            disabled={disabled}
            meter={<EditorMeter html={measured} bytes={bytes} size={size} />}
            ref={ref}
          />
        </Suspense>
      )}
    </Field>
  );
}

function EditorPlace() {
  return (
    <div className={styles.place}>
      <VisuallyHidden role="status">Loading the editor…</VisuallyHidden>
      <Skeleton height="100%" />
    </div>
  );
}

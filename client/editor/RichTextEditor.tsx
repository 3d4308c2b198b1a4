import { lazy, type ReactNode, type Ref, Suspense, useDeferredValue, useMemo } from 'react';
import { Field } from '../ui/fields/Field.tsx';
import type { PictureTools } from '../ui/fields/PictureDialogs.tsx';
import { countWords, readingMinutes } from '../ui/rich-text/reading-time.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import styles from './RichTextEditor.module.css';
import { textTooLarge } from './text-size.ts';

const EditorSurface = lazy(() => import('./EditorSurface.tsx'));

interface RichTextEditorProps {
  label: string;
  hint?: ReactNode;
  error?: string;
  /** HTML as Quill writes it. A value that does not come from `onChange` replaces the text in the editor. */
  value: string;
  /**
   * Called with the new HTML. For a large text it is called only when typing pauses, but always before the form is
   * submitted.
   */
  onChange: (html: string) => void;
  /**
   * Toolbar of docs/product.md §2. `project` has images; `blog` also links, alignment and videos; `text` has links and
   * alignment.
   */
  toolbar: 'blog' | 'project' | 'job' | 'text';
  /** The library from which images can be chosen. */
  tools?: PictureTools;
  /** Title of the page with the text. Pasted headings that repeat it are left out. */
  title?: string;
  disabled?: boolean;
  /** Ref for form libraries, whose `focus()` focuses the text. */
  ref?: Ref<{ focus(): void }>;
}

/**
 * The rich-text field of docs/product.md §2. The editor is loaded when the field is shown; until then, a skeleton of
 * the same size is shown.
 */
export function RichTextEditor(props: RichTextEditorProps) {
  const { label, hint, error, value, onChange, toolbar, tools, title = '', disabled = false, ref } = props;
  const measured = useDeferredValue(value);
  const tooLarge = useMemo(() => textTooLarge(measured), [measured]);
  return (
    <Field label={label} hint={hint} error={error ?? tooLarge}>
      {(ids) => (
        <Suspense fallback={<EditorSkeleton />}>
          <EditorSurface
            id={ids.id}
            labelId={ids.labelId}
            describedBy={ids.describedBy}
            invalid={ids.invalid}
            kind={toolbar}
            tools={tools}
            title={title}
            value={value}
            onChange={onChange}
            disabled={disabled}
            meter={<EditorMeter html={measured} />}
            ref={ref}
          />
        </Suspense>
      )}
    </Field>
  );
}

function EditorSkeleton() {
  return (
    <div className={styles.skeleton}>
      <VisuallyHidden role="status">Loading the editor…</VisuallyHidden>
      <Skeleton height="100%" />
    </div>
  );
}

const numbers = new Intl.NumberFormat('en');

/** Shows the number of words and the reading time. */
function EditorMeter({ html }: { html: string }) {
  const words = useMemo(() => countWords(html), [html]);
  return (
    <p className={styles.meter}>
      {words === 1 ? '1 word' : `${numbers.format(words)} words`}
      {words > 0 && ` · ${numbers.format(readingMinutes(words))} min read`}
    </p>
  );
}

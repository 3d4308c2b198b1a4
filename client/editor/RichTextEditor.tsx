import { lazy, type ReactNode, type Ref, Suspense, useDeferredValue, useMemo, useState } from 'react';
import { limits } from '#shared/limits.ts';
import { Field } from '../ui/fields/Field.tsx';
import type { PictureTools } from '../ui/fields/picture-tools.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import styles from './RichTextEditor.module.css';
import { describeTextSize, richTextBytes, type TextSize } from './text-size.ts';

/**
 * Words per minute when people read non-fiction silently (M. Brysbaert, "How many words do we read per minute?",
 * 2019).
 */
const readingSpeed = 238;

/**
 * Returns the number of words of rich text. Like word processors, counts every part between spaces that contains a letter
 * or a digit, in Urdu as in English.
 */
function countWords(html: string): number {
  const parts = html
    .replace(/<\/?(?:strong|em|s|u|a|span|code)\b[^>]*>/g, '')
    .replace(/<[^>]*>|&nbsp;|\u2014/g, ' ')
    .replace(/&(?:lt|gt|amp|quot);/g, '\u00b7')
    .split(/\s+/);
  return parts.filter((part) => /[\p{L}\p{N}]/u.test(part)).length;
}

const EditorSurface = lazy(() => import('./EditorSurface.tsx'));

interface RichTextEditorProps {
  id?: string;
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
  const {
    id,
    label,
    hint,
    error,
    value,
    onChange,
    toolbar,
    tools,
    title = '',
    disabled = false,
    ref,
  } = props;
  const measured = useDeferredValue(value);
  const bytes = useMemo(() => richTextBytes(measured), [measured]);
  const size = describeTextSize(bytes);
  return (
    <Field id={id} label={label} hint={hint} error={error ?? (size.over ? size.text : undefined)}>
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
            meter={<EditorMeter html={measured} bytes={bytes} size={size} />}
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

interface EditorMeterProps {
  html: string;
  bytes: number;
  size: TextSize;
}

const numbers = new Intl.NumberFormat('en');

/**
 * Shows the number of words, the reading time, and, from half of the limit on, the size of the text. Screen readers
 * announce the size only when its level (`TextFullness`) changes.
 */
function EditorMeter({ html, bytes, size }: EditorMeterProps) {
  const words = useMemo(() => countWords(html), [html]);
  const minutes = Math.ceil(words / readingSpeed);
  const [announced, setAnnounced] = useState(size);
  if (announced.fullness !== size.fullness) setAnnounced(size);
  return (
    <div className={styles.meter}>
      {size.text && (
        <p className={styles.size} data-fullness={size.fullness}>
          <span className={styles.bar} aria-hidden="true">
            <span style={{ inlineSize: `${Math.min(100, (bytes / limits.richTextBytes) * 100)}%` }} />
          </span>
          {/* A text over the limit is not described here, because the field's error already shows its size. */}
          {!size.over && size.text}
        </p>
      )}
      <p>
        {words === 1 ? '1 word' : `${numbers.format(words)} words`}
        {minutes > 0 && ` · ${numbers.format(minutes)} min read`}
      </p>
      <VisuallyHidden role="status">{announced.text}</VisuallyHidden>
    </div>
  );
}

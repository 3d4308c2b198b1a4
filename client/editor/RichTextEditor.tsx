import { lazy, type ReactNode, type Ref, Suspense, useDeferredValue, useMemo, useState } from 'react';
import { limits } from '#shared/limits.ts';
import { Field } from '../ui/fields/Field.tsx';
import type { PictureTools } from '../ui/fields/picture-tools.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import styles from './RichTextEditor.module.css';
import { describeTextSize, richTextBytes, type TextSize } from './text-size.ts';

/** The length of a text in words and reading time. */
interface TextLength {
  words: number;
  /** Reading time in whole minutes; 0 for a text without words. */
  minutes: number;
}

/**
 * Words per minute when people read non-fiction silently (M. Brysbaert, "How many words do we read per minute?",
 * 2019).
 */
const readingSpeed = 238;

/** Tags that may occur inside a word. */
const inline = /^<\/?(?:strong|b|em|i|u|s|strike|del|sub|sup|a|span|code)[\s>]/i;

/** Scripts in which words are not separated by spaces. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Returns the number of words and the reading time of rich text. Like word processors, counts every part between
 * spaces that contains a letter or a digit, in Urdu as in English. In scripts without spaces, the browser's segmenter
 * finds the words.
 */
function measureText(html: string): TextLength {
  let words = 0;
  for (const token of plainText(html).split(/[\s\u2014]+/)) words += wordsOf(token);
  return { words, minutes: Math.ceil(words / readingSpeed) };
}

function wordsOf(token: string): number {
  if (!/[\p{L}\p{N}]/u.test(token)) return 0;
  return unspaced.test(token) ? cut(token) : 1;
}

let segmenter: Intl.Segmenter | undefined;

function cut(token: string): number {
  // Without a segmenter, every two characters of a text without spaces count as a word, about the average length of a
  // word.
  if (typeof Intl.Segmenter !== 'function') return Math.ceil([...token].length / 2);
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  let words = 0;
  for (const { isWordLike } of segmenter.segment(token)) if (isWordLike) words += 1;
  return words;
}

/**
 * Returns the text of the HTML. Goes over the HTML once and skips tags, so that megabytes of inline images take no
 * time.
 */
function plainText(html: string): string {
  const parts: string[] = [];
  let from = 0;
  while (from < html.length) {
    const open = html.indexOf('<', from);
    parts.push(html.slice(from, open === -1 ? undefined : open));
    const close = open === -1 ? -1 : html.indexOf('>', open);
    if (close === -1) break;
    if (!inline.test(html.slice(open, open + 10))) parts.push(' ');
    from = close + 1;
  }
  return parts
    .join('')
    .replace(/&(?:nbsp|#160|#xa0);/gi, ' ')
    .replace(/&(?:lt|gt|amp|quot|#39);/gi, '\u00b7');
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
  const { words, minutes } = useMemo(() => measureText(html), [html]);
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

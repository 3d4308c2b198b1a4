import { useMemo, useState } from 'react';
import { limits } from '#shared/limits.ts';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import styles from './EditorMeter.module.css';
import type { TextSize } from './text-size.ts';
import { measureText } from './word-count.ts';

interface EditorMeterProps {
  html: string;
  bytes: number;
  size: TextSize;
}

const numbers = new Intl.NumberFormat('en');

/**
 * Words and reading time, and from half of the limit on how full the text is. Screen readers are told when the next step is
 * reached, not at every key.
 */
export function EditorMeter({ html, bytes, size }: EditorMeterProps) {
  const { words, minutes } = useMemo(() => measureText(html), [html]);
  const [said, setSaid] = useState(size);
  if (said.fullness !== size.fullness) setSaid(size);
  return (
    <div className={styles.meter}>
      {size.text && (
        <p className={styles.size} data-fullness={size.fullness}>
          <span className={styles.bar} aria-hidden="true">
            <span style={{ inlineSize: `${Math.min(100, (bytes / limits.richTextBytes) * 100)}%` }} />
          </span>
          {/* Over the limit the field's error says it. */}
          {!size.over && size.text}
        </p>
      )}
      <p>
        {words === 1 ? '1 word' : `${numbers.format(words)} words`}
        {minutes > 0 && ` · ${numbers.format(minutes)} min read`}
      </p>
      <VisuallyHidden role="status">{said.text}</VisuallyHidden>
    </div>
  );
}

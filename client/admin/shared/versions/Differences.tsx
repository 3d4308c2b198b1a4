import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import type { Piece } from './compare-texts.ts';
import styles from './Versions.module.css';

interface DifferenceHead {
  title: string;
  /** Shown below the title: the time and the person. */
  note: string;
}

/** The heads of the two compared versions, the older one first. */
export function DifferenceHeads({ heads }: { heads: readonly DifferenceHead[] }) {
  return (
    <div className={styles.heads}>
      {heads.map(({ title, note }) => (
        <h3 key={title} className={styles.head}>
          {title}
          <span className={styles.when}>{note}</span>
        </h3>
      ))}
    </div>
  );
}

interface FieldDifferenceProps {
  label: string;
  before: string;
  after: string;
}

/** A field that differs between two versions, with both values. */
export function FieldDifference({ label, before, after }: FieldDifferenceProps) {
  return (
    <section className="stack2" aria-label={label}>
      <h4 className="note">{label}</h4>
      <div className={styles.row}>
        <Compared pieces={[{ text: before, kind: 'removed' }]} />
        <Compared pieces={[{ text: after, kind: 'added' }]} />
      </div>
    </section>
  );
}

/** A text in which the pieces that only one of the versions has are marked. */
export function Compared({ pieces }: { pieces: readonly Piece[] }) {
  return (
    <p className={styles.side} dir="auto">
      {pieces.map(({ text, kind }, at) => {
        if (!kind || text === '') return text;
        const Mark = kind === 'removed' ? 'del' : 'ins';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a comparison never changes
          <Mark key={at} className={styles[kind]}>
            <VisuallyHidden>{` ${kind}: `}</VisuallyHidden>
            {text}
          </Mark>
        );
      })}
      {pieces.every(({ text }) => text === '') && <span className="note">Empty</span>}
    </p>
  );
}

import { useMemo } from 'react';
import { drawPattern, type Palette } from '#shared/pattern/drawing.ts';
import { classNames } from '../class-names/class-names.ts';
import styles from './Pattern.module.css';

interface PatternProps {
  /** Decides the drawing: the id of a post, the name of a page. */
  seed: string;
  /** Tiles across and down; the drawing is cropped to fill its place. */
  columns?: number;
  rows?: number;
  /** One of the seed's own choosing unless told. */
  palette?: Palette;
  className?: string | undefined;
}

/** The studio's artwork, drawn by code: covers of posts without an image, heroes, empty places. Decoration only. */
export function Pattern({ seed, columns = 6, rows = 4, palette, className }: PatternProps) {
  const drawing = useMemo(() => drawPattern(seed, columns, rows), [seed, columns, rows]);
  return (
    <svg
      className={classNames(styles.pattern, styles[palette ?? drawing.palette], className)}
      viewBox={`0 0 ${drawing.width} ${drawing.height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <path className={styles.stars} d={drawing.stars} />
      <path className={styles.squares} d={drawing.squares} />
      <path className={styles.cores} d={drawing.cores} />
    </svg>
  );
}

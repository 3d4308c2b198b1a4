import { useMemo } from 'react';
import { patternFileName } from '#shared/pattern/address.ts';
import { drawPattern, type Palette, paletteOf, seedNumber } from '#shared/pattern/drawing.ts';
import { tileSize } from '#shared/pattern/geometry.ts';
import { useSiteInfo } from '../site-info.ts';
import { classNames } from './class-names.ts';
import styles from './Pattern.module.css';

interface PatternProps {
  /** Determines the drawing: the id of a post, the name of a page. */
  seed: string;
  /** Tiles across and down; the drawing is cropped to fill its place. */
  columns?: number;
  rows?: number;
  /** Chosen by the seed by default. */
  palette?: Palette;
  /** At the top of a page: a company with a picture as artwork shows the picture here. */
  hero?: boolean;
  /** Far below the top of its page: fetched when the visitor gets near it. */
  later?: boolean;
  /** Replaces a picture, in a place that is always shown: a plain background if the company has no pattern. */
  inPlace?: boolean;
  /** Drawn in the page, for use without a network. Otherwise it is a file, which is fetched once. */
  drawn?: boolean;
  className?: string | undefined;
}

/** True if the company's pages have artwork: a pattern everywhere, or its own picture at the top of pages. */
export function useHasArtwork(hero = false): boolean {
  const { artwork } = useSiteInfo().site.brand;
  return artwork === 'pattern' || (hero && artwork === 'picture');
}

/**
 * The company's artwork, as configured: a generated pattern, its own picture, or none. For heroes, covers of posts
 * without an image, and empty places. Decoration only.
 */
export function Pattern(props: PatternProps) {
  const { site, patterns } = useSiteInfo();
  const { artwork, picture } = site.brand;
  const { hero = false, drawn = false, inPlace = false, palette = 'accent', className } = props;
  if (artwork === 'pattern')
    return drawn || patterns === undefined ? <Drawing {...props} /> : <File {...props} folder={patterns} />;
  if (hero && picture) {
    const { src, width, height } = picture;
    return (
      <img
        className={classNames(styles.pattern, styles.picture, styles[palette], className)}
        src={src}
        width={width}
        height={height}
        alt=""
      />
    );
  }
  return inPlace ? <div className={classNames(styles.quiet, className)} /> : null;
}

function File({
  seed,
  columns = 6,
  rows = 4,
  palette,
  hero = false,
  later = !hero,
  className,
  folder,
}: FileProps) {
  const number = seedNumber(seed);
  const shown = palette ?? paletteOf(number);
  return (
    <img
      className={classNames(styles.pattern, styles.file, styles[shown], className)}
      // Reserves its space before it is loaded.
      style={{ aspectRatio: `${columns * tileSize} / ${rows * tileSize}` }}
      src={folder + patternFileName({ number, columns, rows, palette: shown })}
      loading={later ? 'lazy' : undefined}
      alt=""
      aria-hidden="true"
    />
  );
}

interface FileProps extends PatternProps {
  folder: string;
}

function Drawing({ seed, columns = 6, rows = 4, palette, className }: PatternProps) {
  const drawing = useMemo(() => drawPattern(seed, columns, rows), [seed, columns, rows]);
  return (
    <svg
      className={classNames(styles.pattern, styles[palette ?? drawing.palette], className)}
      viewBox={`0 0 ${drawing.width} ${drawing.height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <path className={styles.stars} d={drawing.stars} />
      <path className={styles.squares} d={drawing.squares} />
      <path className={styles.cores} d={drawing.cores} />
    </svg>
  );
}

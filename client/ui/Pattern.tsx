import { useEffect, useMemo } from 'react';
import {
  drawPattern,
  type Palette,
  type PatternName,
  paletteOf,
  patternFileName,
  seedNumber,
  tileSize,
} from '#shared/pattern.ts';
import { useSiteInfo } from '../site-info.ts';
import { classNames } from './class-names.ts';
import styles from './Pattern.module.css';

interface PatternProps {
  /** The drawing is computed from this text, e.g. the id of a post or the name of a page. */
  seed: string;
  /** Number of tiles in a row and in a column. The drawing is cropped to fill the element. */
  columns?: number;
  rows?: number;
  /** By default, chosen by the seed. */
  palette?: Palette;
  /** True at the top of a page. If the company's artwork is a picture, it is shown only there. */
  hero?: boolean;
  /** True far below the top of the page. The file is then fetched when a visitor scrolls near it. */
  later?: boolean;
  /**
   * True if the artwork replaces a picture. If the company has no pattern, a plain background is shown instead of
   * nothing.
   */
  inPlace?: boolean;
  /**
   * True if the pattern is drawn as markup in the page, so that it appears without a network. Otherwise it is a file
   * that is fetched.
   */
  drawn?: boolean;
  /** True if the artwork is uncovered when the page opens. Its container must be positioned and clip it. */
  opens?: boolean;
  className?: string;
}

/**
 * Returns true if the company's pages show artwork here: a pattern anywhere, or, at the top of a page (`hero`), its
 * own picture.
 */
export function useHasArtwork(hero = false) {
  const { artwork } = useSiteInfo().site.brand;
  return artwork === 'pattern' || (hero && artwork === 'picture');
}

/**
 * The company's artwork as configured: a generated pattern, a picture, or none. It is only decoration: for the top of
 * pages, for posts without an image, and for empty states.
 */
export function Pattern(props: PatternProps) {
  const { site, patterns } = useSiteInfo();
  const { artwork, pattern = 'star', picture } = site.brand;
  const {
    hero = false,
    drawn = false,
    inPlace = false,
    opens = false,
    palette = 'accent',
    className,
  } = props;
  useOpensOnce(opens);
  if (artwork === 'pattern')
    return (
      <>
        {drawn || patterns === undefined ? (
          <Drawing {...props} name={pattern} />
        ) : (
          <File {...props} folder={patterns} />
        )}
        {opens && <span className={classNames(styles.veil, styles[pattern], styles[palette])} />}
      </>
    );
  if (hero && picture) {
    const { src, width, height } = picture;
    return (
      <img
        className={classNames(
          styles.pattern,
          styles.picture,
          opens && styles.opening,
          styles[palette],
          className,
        )}
        src={src}
        width={width}
        height={height}
        alt=""
      />
    );
  }
  return inPlace ? <div className={classNames(styles.quiet, className)} /> : null;
}

/**
 * Artwork opens once: not again when a visitor comes back to the page, and not if the page was opened in the
 * background.
 */
function useOpensOnce(opens: boolean) {
  useEffect(() => {
    if (!opens) return;
    const markOpened = () => {
      document.documentElement.dataset.opened = '';
    };
    if (document.hidden) markOpened();
    return markOpened;
  }, [opens]);
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
  const file = (named: Palette) => folder + patternFileName({ number, columns, rows, palette: named });
  const image = (
    <img
      className={classNames(styles.pattern, styles.file, styles[shown], className)}
      // Reserves the space of the file before it is loaded.
      style={{ aspectRatio: `${columns * tileSize} / ${rows * tileSize}` }}
      src={file(shown)}
      loading={later ? 'lazy' : undefined}
      alt=""
      aria-hidden="true"
    />
  );
  if (shown !== 'paper') return image;
  // In the dark, paper would be a bright block.
  return (
    <picture className={styles.paperFile}>
      <source media="(prefers-color-scheme: dark)" srcSet={file('ink')} />
      {image}
    </picture>
  );
}

interface FileProps extends PatternProps {
  folder: string;
}

interface DrawingProps extends PatternProps {
  name: PatternName | undefined;
}

function Drawing({ seed, columns = 6, rows = 4, palette, className, name }: DrawingProps) {
  const drawing = useMemo(() => drawPattern(seed, columns, rows, name), [seed, columns, rows, name]);
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

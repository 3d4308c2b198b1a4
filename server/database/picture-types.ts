import type { ColumnType, Generated } from 'kysely';
import type { RowId } from './row-id.ts';

/** A picture of the library (docs/product.md §23): one row for each stored address of a picture field. */
export interface PicturesTable {
  id: Generated<RowId>;
  /** The address of the file, under /storage. */
  file: string;
  /** SHA-256 of the bytes, in hexadecimal digits. */
  hash: string;
  name: string;
  alt: Generated<string>;
  /** The focus point, in percent of the width and of the height (`focus_y`). */
  focus_x: Generated<number>;
  focus_y: Generated<number>;
  /** Pixels, in the orientation in which the picture is shown; 0 when the file cannot be read as a picture. */
  width: number;
  height: number;
  bytes: number;
  type: string;
  /** 1 if the picture stays in the library although nothing uses it. */
  kept: Generated<number>;
  /**
   * How many columns name the picture, in deleted rows too. Triggers update the count (migrations/triggers.ts), so code that
   * writes to those columns does not have to.
   */
  uses: Generated<number>;
  who: ColumnType<string | null, string | null | undefined>;
  created_at: string;
  updated_at: string;
}

/** The number of used (1) and unused (0) pictures. Maintained by triggers on `pictures`. */
export interface PictureCountsTable {
  used: number;
  total: number;
}

import type { ColumnType, Generated } from 'kysely';
import type { RowId } from './row-id.ts';

/** A picture of the library (docs/product.md §23): one row for each stored address of a picture field. */
export interface PicturesTable {
  id: Generated<RowId>;
  /** An address under /storage. */
  file: string;
  /** SHA-256 of the bytes, in hexadecimal digits. */
  hash: string;
  name: string;
  alt: Generated<string>;
  /** Percent of the width and the height. */
  focus_x: Generated<number>;
  focus_y: Generated<number>;
  /** Pixels, as it is shown; 0 when the file cannot be read as a picture. */
  width: number;
  height: number;
  bytes: number;
  type: string;
  /** 1: stays though nothing uses it. */
  kept: Generated<number>;
  /** In how many columns it stands, deleted rows included. Kept by triggers (migration 0029), whoever writes there. */
  uses: Generated<number>;
  who: ColumnType<string | null, string | null | undefined>;
  created_at: string;
  updated_at: string;
}

/** How many pictures are used (1) and unused (0). Kept by triggers on `pictures`. */
export interface PictureCountsTable {
  used: number;
  total: number;
}

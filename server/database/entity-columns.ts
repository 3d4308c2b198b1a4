import type { ColumnType } from 'kysely';
import type { z } from 'zod';
import type { Fields } from '#shared/entities/entity.ts';
import type { Field, FieldKind } from '#shared/entities/field.ts';
import type { RowId } from './row-id.ts';

/**
 * The type of a column by the kind of its field: dates are ISO texts, booleans are 0 and 1, files are addresses of
 * stored files.
 */
type Value<Named extends Field> = Named extends { words: readonly (infer Word)[] }
  ? Word
  : Named['kind'] extends 'reference'
    ? RowId
    : Named['kind'] extends 'flag' | 'number' | 'order' | 'amount'
      ? number
      : Named['kind'] extends 'file'
        ? z.infer<Extract<Named['answer'], z.ZodType>>
        : string;

type Column<Named extends Field> = Named extends { stored: 'nullable' }
  ? ColumnType<Value<Named> | null, Value<Named> | null | undefined, Value<Named> | null | undefined>
  : Value<Named>;

type Stored = Exclude<FieldKind, 'id' | 'pictures' | 'parts' | 'derived'>;

/**
 * The columns of an entity, by its descriptor, without the id and the columns that the engine derives from others.
 */
export type EntityColumns<Named extends Fields> = {
  -readonly [Name in keyof Named as Named[Name]['kind'] extends Stored ? Name : never]: Column<Named[Name]>;
};

import type { Entity } from '#shared/entities/entity.ts';
import type { Field } from '#shared/entities/field.ts';
import { listedPictures, ownerColumn } from '../../../server/content-api/row-records/listed-pictures.ts';
import { isoNow } from '../../../server/database/clock.ts';
import { shownId } from '../../../server/database/public-ids.ts';
import type { RowId } from '../../../server/database/row-id.ts';
import type { Db } from '../../../server/database/types.ts';
import type { MediaReference } from '../../archive/records.ts';
import { fileAt, type Place } from './row-values.ts';
import { type PartTable, partIds } from './rows-repository.ts';

type Listed = { id?: string | number | undefined; image: MediaReference };

/**
 * A list of pictures of an entity, with a table row for each picture. Pictures in the trash are not part of the list,
 * and stay in the trash.
 */
export interface PictureList {
  name: string;
  /** Maximum number of pictures in the list. */
  most: number;
  read(db: Db, ids: readonly RowId[]): Promise<(id: RowId) => Listed[]>;
  write(tx: Db, id: RowId, pictures: readonly Listed[], place: Place): Promise<void>;
}

/** Returns the lists of pictures in an entity's descriptor. */
export function pictureListsOf({ resource, fields }: Entity): PictureList[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'pictures' && field.parts ? [pictureList(name, resource, field.parts, field)] : [],
  );
}

function pictureList(
  name: string,
  resource: string,
  parts: NonNullable<Field['parts']>,
  { most = Number.POSITIVE_INFINITY }: Field,
): PictureList {
  const table = parts.table as 'project_images';
  const owner = ownerColumn(resource);
  return {
    name,
    most,
    async read(db, ids) {
      const rows = await listedPictures(db, table, resource, ids);
      const lists = Map.groupBy(rows, ({ project_id }) => project_id);
      return (id) => (lists.get(id) ?? []).map((row) => ({ id: shownId(row), image: fileAt(row.image) }));
    },
    async write(tx, id, pictures, place) {
      await tx.deleteFrom(table).where(owner, '=', id).where('deleted_at', 'is', null).execute();
      const ids = await partIds(tx, table as PartTable, pictures);
      for (const [position, { image }] of pictures.entries()) {
        const address = place(image);
        if (address === undefined) continue;
        const row = { [owner]: id, image: address, position, updated_at: isoNow() };
        await tx
          .insertInto(table)
          .values({ ...row, ...ids[position] })
          .execute();
      }
    },
  };
}

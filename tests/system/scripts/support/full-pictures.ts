import type { Db } from '../../../../server/database/types.ts';

type Said = { name: string; alt: string; created_at: string; updated_at: string };

/** Adds a picture that is used twice and an unused one to the library of a site. */
export async function fillPictures(db: Db, said: Said): Promise<void> {
  const picture = { hash: 'h', width: 4, height: 3, bytes: 2 ** 40, type: 'image/png', ...said };
  await db
    .insertInto('pictures')
    .values([
      { id: 3, file: '/storage/b.png', uses: 2, kept: 0, who: null, ...picture },
      { id: 5, file: '/storage/k.png', uses: 0, kept: 1, who: 'A', ...picture },
    ])
    .execute();
}

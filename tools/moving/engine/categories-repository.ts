import { categoryInputSchema } from '#shared/schemas/category.ts';
import { findNamesake } from '../../../server/content-api/categories/repository.ts';
import { shownId } from '../../../server/database/public-ids.ts';
import { titleKey } from '../../../server/database/title-key.ts';
import { brokenRule } from './form-rules.ts';
import { movedRows } from './moved-rows.ts';

export const movedCategories = movedRows('categories', {
  batch: 100,
  async problem(db, record, id) {
    const broken = brokenRule(categoryInputSchema, record);
    if (broken) return broken;
    const other = await findNamesake(db, record.title, id);
    return other && `title: category ${shownId(other)} already has it`;
  },
  made: ({ title }) => ({ title_key: titleKey(title) }),
  belonging: {
    async read(db, ids) {
      const former = await db
        .selectFrom('former_category_titles')
        .selectAll()
        .where('category_id', 'in', ids)
        .orderBy('title_key')
        .execute();
      const titles = Map.groupBy(former, ({ category_id }) => category_id);
      return (id) => ({ former_titles: (titles.get(id) ?? []).map(({ title_key }) => title_key) });
    },
    async write(tx, { former_titles = [] }, { id }) {
      for (const title of former_titles)
        await tx
          .insertInto('former_category_titles')
          .values({ title_key: titleKey(title), category_id: id })
          .onConflict((known) => known.column('title_key').doNothing())
          .execute();
    },
  },
});

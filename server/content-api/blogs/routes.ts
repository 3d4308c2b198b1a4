import { type SqlBool, sql } from 'kysely';
import type { post } from '#shared/entities/post.ts';
import { idField } from '#shared/schemas/id.ts';
import type { Db } from '../../database/types.ts';
import { AppError } from '../../errors.ts';
import type { Special } from '../content/handlers.ts';
import { posts } from '../content/tables.ts';

/** The rules of posts beyond the usual calls (docs/product.md §7). */
export function blogSpecial(db: Db): Special<typeof post> {
  return {
    conditions({ query }) {
      const { is_active, scheduled } = (query ?? {}) as { is_active?: string; scheduled?: string };
      return [
        // 0 is part of the SQL, as in the condition of the index.
        ...(is_active ? [sql<SqlBool>`is_active = ${sql.lit(Number(is_active))}`] : []),
        ...(scheduled
          ? [
              sql<SqlBool>`id in (select row_id from schedules where resource = 'blog' and next_at is not null)`,
            ]
          : []),
      ];
    },
    idField: { name: 'blog_id', rule: idField() },
    // A deleted post that visitors could read is gone.
    async absent(id) {
      const [row] = await posts.listed(db, [id]);
      if (row?.is_active === 1 && row.deleted_at !== null) throw new AppError('blog.gone', 410);
    },
  };
}

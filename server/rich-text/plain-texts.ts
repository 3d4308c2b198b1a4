import type { ContractRow } from '#shared/contract/index.ts';
import { namesWhere } from '#shared/entities/entity.ts';
import { entities } from '#shared/entities/index.ts';
import { isRecord } from '#shared/is-record.ts';
import { withPlainImages } from './inline-images.ts';

/** The names of all rich texts. */
const names = new Set(
  Object.values(entities).flatMap(({ fields }) => namesWhere(fields, ({ kind }) => kind === 'rich')),
);

/** As `withPlainImages`, for the rich texts in the body of a row, or in the draft that it sends. */
export async function withPlainTexts<Body>(
  { bodyLimit }: Pick<ContractRow, 'bodyLimit'>,
  body: Body,
): Promise<Body> {
  if (bodyLimit !== 'rich' || !isRecord(body)) return body;
  return isRecord(body.draft) ? { ...body, draft: await plain(body.draft) } : ((await plain(body)) as Body);
}

async function plain(record: Record<string, unknown>): Promise<Record<string, unknown>> {
  const texts: Record<string, string> = {};
  for (const name of names) {
    const text = record[name];
    if (typeof text === 'string') texts[name] = await withPlainImages(text);
  }
  return { ...record, ...texts };
}

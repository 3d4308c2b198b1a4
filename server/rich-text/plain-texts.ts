import type { ContractRow } from '#shared/contract/index.ts';
import { namesWhere } from '#shared/entities/entity.ts';
import { entities } from '#shared/entities/index.ts';
import { isRecord } from '#shared/is-record.ts';
import { withPlainImages } from './inline-images.ts';

/** The names of all fields whose texts may have inline images: rich texts, and the pictures of drafts. */
const names = new Set(
  Object.values(entities).flatMap(({ fields }) =>
    namesWhere(fields, ({ kind }) => kind === 'rich' || kind === 'picture' || kind === 'pictures'),
  ),
);

/** As `withPlainImages`, for the texts in the body of a row, or in the draft that it sends. */
export async function withPlainTexts<Body>(
  { bodyLimit }: Pick<ContractRow, 'bodyLimit'>,
  body: Body,
): Promise<Body> {
  if (bodyLimit !== 'rich' || !isRecord(body)) return body;
  return isRecord(body.draft) ? { ...body, draft: await plain(body.draft) } : ((await plain(body)) as Body);
}

async function plain(record: Record<string, unknown>): Promise<Record<string, unknown>> {
  const texts: Record<string, unknown> = {};
  for (const name of names) if (Object.hasOwn(record, name)) texts[name] = await plainOf(record[name]);
  return { ...record, ...texts };
}

async function plainOf(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(plainOf));
  return typeof value === 'string' ? withPlainImages(value) : value;
}

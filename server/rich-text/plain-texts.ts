import { namesWhere } from '#shared/entities/entity.ts';
import { entities } from '#shared/entities/index.ts';
import { isRecord } from '#shared/is-record.ts';
import { withPlainImages } from './inline-images.ts';

/** The names of all fields whose texts may have inline images. */
const names = new Set(
  Object.values(entities).flatMap(({ fields }) => namesWhere(fields, ({ kind }) => kind === 'rich')),
);

/** As `withPlainImages`, for the texts in a JSON body, or in the draft that it sends. `refusal` gets the field's name. */
export async function withPlainTexts<Body>(body: Body, refusal: (field: string) => Error): Promise<Body> {
  if (!isRecord(body)) return body;
  if (isRecord(body.draft)) return { ...body, draft: await withPlainTexts(body.draft, refusal) };
  const texts: Record<string, unknown> = {};
  for (const name of names)
    if (typeof body[name] === 'string') texts[name] = await withPlainImages(body[name], () => refusal(name));
  return { ...body, ...texts };
}

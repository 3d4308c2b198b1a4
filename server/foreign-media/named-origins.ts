import { type MediaOrigins, mediaOriginSchema } from '#shared/schemas/media-origin.ts';
import { StartError } from '../errors.ts';

/**
 * Origins as a command is told them (`--media-origin https://cdn.example.com`, several times): nobody sees their aliases. Throws
 * StartError with every address that is none.
 */
export function namedOrigins(
  addresses: readonly string[],
  { allowPrivate = false }: { allowPrivate?: boolean } = {},
): MediaOrigins {
  const judged = addresses.map((url) => ({
    url,
    ...mediaOriginSchema.safeParse({ url, allow_private: allowPrivate }),
  }));
  const bad = judged.filter(({ success }) => !success).map(({ url }) => `"${url.slice(0, 200)}"`);
  if (bad.length > 0)
    throw new StartError(
      `--media-origin: ${bad.join(', ')} must be an http:// or https:// address, with a plain path at most`,
    );
  return Object.fromEntries(
    judged.flatMap(({ data }, index) => (data ? [[`origin-${index + 1}`, data]] : [])),
  );
}

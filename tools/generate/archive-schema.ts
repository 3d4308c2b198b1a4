import { z } from 'zod';
import { manifestSchema } from '../archive/manifest.ts';
import { recordSchemas } from '../archive/records.ts';

/**
 * `npm run generate -- archive-schema`: derives the JSON Schema of archives (docs/archive.md) from the schemas with
 * which the product reads them. `#/$defs/manifest` is the schema of manifest.json, `#/$defs/posts` that of a line of
 * posts.jsonl, and so on.
 */
export function archiveSchema(): string {
  const { properties, $defs } = z.toJSONSchema(z.object({ manifest: manifestSchema, ...recordSchemas }), {
    io: 'input',
  });
  const whole = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'studio-archive, version 1',
    $defs: { ...properties, ...$defs },
  };
  return `${JSON.stringify(whole, undefined, 2)}\n`;
}

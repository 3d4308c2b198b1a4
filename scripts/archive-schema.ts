import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { entityNames, manifestSchema } from '../server/archive/manifest.ts';
import { recordSchemas } from '../server/archive/records.ts';

/**
 * `npm run archive-schema`: writes the JSON Schema of archives (docs/archive.md) from the schemas that read them. `#/$defs/manifest` is
 * that of manifest.json, `#/$defs/posts` that of a line of posts.jsonl, and so on.
 */
export function archiveSchema(): string {
  const schemas = { manifest: manifestSchema, ...recordSchemas };
  const defs = ['manifest', ...entityNames].map((name) => {
    const { $schema: _, ...schema } = z.toJSONSchema(schemas[name as keyof typeof schemas], { io: 'input' });
    return [name, schema];
  });
  const whole = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'studio-archive, version 1',
    $defs: Object.fromEntries(defs),
  };
  return `${JSON.stringify(whole, undefined, 2)}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const path = join(import.meta.dirname, '../docs/archive.schema.json');
  const before = await readFile(path, 'utf8').catch(() => '');
  if (archiveSchema() !== before) await writeFile(path, archiveSchema());
}

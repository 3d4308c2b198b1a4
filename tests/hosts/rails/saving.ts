import { extensionOf } from '../support/pictures.ts';
import type { ReceivedFile } from '../support/server.ts';
import {
  iso,
  parameterize,
  type RailsData,
  type Row,
  type TableName,
  uploadedAt,
  versionsOf,
} from './content.ts';
import { Halt, isFile, type Params } from './framework.ts';
import { boolean, type Errors, imagesOf, type Resource, resources } from './resources.ts';

const taken = ['jpg', 'jpeg', 'gif', 'png', 'webp'];

/** Returns why CarrierWave refuses a file. */
export function fileProblem({ name, bytes }: ReceivedFile): string | undefined {
  const extension = extensionOf(name);
  if (!taken.includes(extension))
    return `You are not allowed to upload "${extension}" files, allowed types: ${taken.join(', ')}`;
  return bytes.length > 5 * 1024 * 1024 ? 'File size should be less than 5 MB' : undefined;
}

/** Saves rows: cast, validated as a whole, with their file. */
export function save(
  table: TableName,
  data: RailsData,
  { given, row, fixed = {} }: { given: Params; row?: Row; fixed?: Params },
): Row {
  const resource = resources[table];
  const { fields, file } = resource;
  const next: Params = { ...(row ?? resource.defaults(data)), ...fixed };
  for (const [field, cast] of Object.entries(fields))
    if (field in given && (given[field] === null || typeof given[field] !== 'object'))
      next[field] = cast(given[field], field);
  const errors: Record<string, string[]> = {};
  const add: Errors = (field, message) => {
    errors[field] = [...(errors[field] ?? []), message];
  };
  resource.validate(next, given, add, data);
  const sent = file && isFile(given[file.mount]) ? (given[file.mount] as ReceivedFile) : undefined;
  const why = sent && fileProblem(sent);
  if (file && why) add(file.mount, why);
  if (Object.keys(errors).length > 0) throw new Halt(422, { errors });
  resource.beforeSave?.(next);
  const rows = data.tables[table];
  const now = iso(Date.now());
  if (!row && resource.slug) {
    const slug = parameterize(String(next[resource.slug]));
    next.slug = rows.some((each) => each.slug === slug) ? `${slug}-${crypto.randomUUID()}` : slug;
  }
  const id = Math.max(0, ...rows.map((each) => each.id)) + 1;
  const saved: Row = row ?? { id, created_at: now, updated_at: now };
  Object.assign(saved, next, { id: saved.id, created_at: saved.created_at, updated_at: now });
  if (!row) rows.push(saved);
  if (!file) return saved;
  const isRemoved = boolean(given[`remove_${file.mount}`], file.mount) === true;
  if (sent || isRemoved) removeFile(resource, saved, data);
  if (sent) {
    const name = sent.name.replace(/[^\p{L}\p{N}_.\-+]/gu, '_');
    saved[file.mount] = name;
    for (const version of versionsOf[file.model] ?? [])
      data.files.set(uploadedAt(file.model, file.mount, saved.id, `${version}${name}`), sent.bytes);
  }
  return saved;
}

function removeFile({ file }: Resource, row: Row, { files }: RailsData): void {
  if (!file || !row[file.mount]) return;
  for (const version of versionsOf[file.model] ?? [])
    files.delete(uploadedAt(file.model, file.mount, row.id, `${version}${row[file.mount]}`));
  row[file.mount] = null;
}

export function destroy(table: TableName, row: Row, data: RailsData): void {
  const why = resources[table].keeps?.(row, data);
  if (why) throw new Halt(422, { errors: { base: [why] } });
  removeFile(resources[table], row, data);
  if (table === 'projects') for (const each of imagesOf(row, data)) destroy('images', each, data);
  const rows = data.tables[table];
  rows.splice(rows.indexOf(row), 1);
}

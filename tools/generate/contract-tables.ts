import { type ContractRow, rows } from '#shared/contract/index.ts';
import { entityFields, entityShapes } from '../../hosts/host-file/entities.ts';
import { fallbacks, type HostKind, hostKinds } from '../../server/bff/reads/host-kinds.ts';

/**
 * `npm run generate -- contract-tables`: generates the lists of docs/calls.md from the contract, so that no path is
 * written by hand.
 */
const origins: Record<string, ContractRow['origin']> = {
  known: 'spec',
  extensions: 'extension',
  bff: 'session',
};

const marks = /(<!-- contract:(\w+) -->\n)[\s\S]*?(<!-- \/contract -->)/g;

/** Returns docs/calls.md with new lists. Throws if the marker of a list is missing or unknown. */
export function renewTables(book: string) {
  const found = [...book.matchAll(marks)].map((mark) => mark[2]);
  for (const name of [...Object.keys(origins), 'fields']) {
    if (!found.includes(name)) throw new Error(`docs/calls.md has no mark <!-- contract:${name} -->.`);
  }
  return book.replace(marks, (_all, open: string, name: string, close: string) => {
    const origin = origins[name];
    if (name === 'fields') return `${open}\n${fieldLines()}\n\n${close}`;
    if (!origin) throw new Error(`<!-- contract:${name} --> names no list.`);
    return `${open}\n${contractTable(rows.filter((row) => row.origin === origin))}\n\n${close}`;
  });
}

/** Returns the calls as lines of a Markdown list. */
export function contractTable(listed: readonly ContractRow[]) {
  return listed
    .map((row) => {
      const query = Object.keys((row.query as { shape?: object } | undefined)?.shape ?? {});
      const address = `${row.path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
      const access = row.access === 'public' ? ' (public)' : '';
      const name = row.path.split('/')[2] === row.name ? '' : `, \`${row.name}\``;
      return `- \`${row.method} ${address}\`${name}${access}: ${row.summary}${formFields(row)}`;
    })
    .join('\n');
}

/** Returns the fields that host.json may map, by the kind of record: a star marks those that a record needs. */
function fieldLines() {
  // Of an applicant the site derives what is missing.
  const isNeeded = (kind: HostKind, name: string) =>
    !(kind === 'applicant' && name === 'reference') &&
    !(name in fallbacks[kind]) &&
    entityShapes[kind][name]?.safeParse(undefined).success === false;
  return hostKinds
    .map((kind) => {
      const fields = entityFields[kind].map((name) => (isNeeded(kind, name) ? `${name}*` : name));
      return `- ${kind}: \`${fields.join(',')}\``;
    })
    .join('\n');
}

/** Returns the fields of a form as one word, `title,image*`: a star marks a file. */
function formFields({ upload }: ContractRow) {
  if (!upload) return '';
  const texts = upload.texts.map((field) => field.name);
  const files = upload.files.map((field) => `${fieldName(field.pattern)}*`);
  return `. Form: \`${[...texts, ...files].join(',')}\``;
}

/** Returns the name of the form field that a pattern accepts, written as in docs/product.md §7: images[{index}]. */
function fieldName(pattern: RegExp) {
  return pattern.source
    .replace(/^\^|\$$/g, '')
    .replace(/\\d(\{[\d,]+\}|\+)?/g, '{index}')
    .replaceAll('\\', '');
}

import { type ContractRow, rows } from '#shared/contract/index.ts';

/**
 * `npm run generate -- contract-tables`: generates the tables of docs/calls.md from the contract, so that no path is
 * written by hand.
 */
const origins: Record<string, ContractRow['origin']> = {
  known: 'spec',
  extensions: 'extension',
  bff: 'session',
};

const marks = /(<!-- contract:(\w+) -->\n)[\s\S]*?(<!-- \/contract -->)/g;

/** Returns docs/calls.md with new tables. Throws if the marker of a table is missing or unknown. */
export function renewTables(book: string): string {
  const found = [...book.matchAll(marks)].map((mark) => mark[2]);
  for (const name of Object.keys(origins)) {
    if (!found.includes(name)) throw new Error(`docs/calls.md has no mark <!-- contract:${name} -->.`);
  }
  return book.replace(marks, (_all, open: string, name: string, close: string) => {
    const origin = origins[name];
    if (!origin) throw new Error(`<!-- contract:${name} --> names no table.`);
    return `${open}\n${contractTable(rows.filter((row) => row.origin === origin))}\n\n${close}`;
  });
}

/** Returns a Markdown table of calls. */
export function contractTable(listed: readonly ContractRow[]): string {
  const lines = listed.map((row) => {
    const query = Object.keys((row.query as { shape?: object } | undefined)?.shape ?? {});
    const address = `${row.path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
    return `| \`${row.method} ${address}\` | ${row.access} | ${row.summary} | ${formFields(row)} |`;
  });
  return ['| call | access | what it does | form fields |', '| --- | --- | --- | --- |', ...lines].join('\n');
}

function formFields({ upload }: ContractRow): string {
  if (!upload) return '';
  const texts = upload.texts.map((field) => `\`${field.name}\``);
  const files = upload.files.map((field) => `\`${fieldName(field.pattern)}\` (${field.kind})`);
  return [...texts, ...files].join(', ');
}

/** Returns the name of the form field that a pattern accepts, written as in docs/product.md §7: images[{index}]. */
function fieldName(pattern: RegExp): string {
  return pattern.source
    .replace(/^\^|\$$/g, '')
    .replace(/\\d(\{[\d,]+\}|\+)?/g, '{index}')
    .replaceAll('\\', '');
}

import { type FileStorage, isStoredAddress, typeOfAddress } from '../../server/content-api/media/storage.ts';
import type { Tables } from './database.ts';
import { addressesOf, isMade, type Noun, nouns, type Values } from './nouns.ts';
import type { ContentSource } from './source.ts';

/** Columns of pictures that people have set. */
const told = ['file', 'name', 'alt', 'focus_x', 'focus_y'];

/**
 * Makes the content of the embedded engine a source for an archive, as of one moment. The trash, accounts, versions and
 * mails are not part of it.
 */
export function engineSource(
  tables: Tables,
  storage: Pick<FileStorage, 'open'>,
  about: Pick<ContentSource, 'madeBy' | 'address'>,
): ContentSource {
  async function* living(table: string) {
    if ((await tables.names()).includes(table))
      for await (const row of tables.rows(table)) if (row.deleted_at == null) yield row;
  }
  const used = new Set<string>();
  /** Makes a row of a table one of an archive, and notes the files that it names. */
  function outgoing(table: string, given: Values) {
    for (const { address } of addressesOf(table, given)) used.add(address);
    return {
      table,
      row: Object.fromEntries(
        Object.entries(given)
          .filter(([column]) => !isMade(table, column))
          .sort(),
      ),
    };
  }

  async function* rowsOfNoun({ table, parts }: Noun) {
    const ids = new Set<unknown>();
    for await (const row of living(table)) {
      ids.add(row.id);
      yield outgoing(table, row);
    }
    for (const [part, owner] of Object.entries(parts))
      for await (const row of living(part)) if (ids.has(row[owner])) yield outgoing(part, row);
  }

  async function* rows() {
    for (const noun of nouns) yield* rowsOfNoun(noun);
    const pictures: Values[] = [];
    for await (const row of living('pictures'))
      if (used.has(String(row.file)))
        pictures.push(Object.fromEntries(told.map((column) => [column, row[column]])));
    // Their order is that of their arrival here, which says nothing.
    pictures.sort((one, other) => (String(one.file) < String(other.file) ? -1 : 1));
    for (const row of pictures) yield { table: 'pictures', row };
    for await (const { from_path, to_path } of living('redirects'))
      yield { table: 'redirects', row: { from_path, to_path } };
  }

  return {
    ...about,
    rows,
    async file(address) {
      if (!isStoredAddress(address)) return { refused: 'is not the address of a stored file' };
      const body = await storage.open(address);
      return body ? { type: typeOfAddress(address), bytes: body } : { refused: 'the file is missing' };
    },
  };
}

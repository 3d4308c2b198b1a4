import { type FileStorage, isStoredAddress, typeOfAddress } from '../../server/content-api/media/storage.ts';
import type { Tables } from './database.ts';
import { addressesOf, isMade, type Noun, nouns, type Values } from './nouns.ts';

/** The bytes of a file of a source. The type is detected from the first bytes, never from the file name. */
export interface FileContent {
  type: string;
  bytes: AsyncIterable<Uint8Array>;
}

/** The reason for which a file cannot be read, in words. The rows then have only its address. */
export interface FileRefusal {
  refused: string;
  /** True if that is intended, so that nothing is reported. */
  later?: true;
}

/** A row on its way into an archive: columns of the table that are missing get the values of a new row. */
export interface SourceRow {
  table: string;
  row: Values;
}

/**
 * Source of content: the embedded engine, an API host, or export files of another product. Rows name files by their
 * addresses; texts and focal points of pictures are rows of `pictures` by `file`.
 */
export interface ContentSource {
  /** Name and version of the source's product, for the manifest. */
  readonly madeBy: string;
  /** Address of the source's site; null if it has none. */
  readonly address: string | null;
  /** Sentences on what is missing from the archive or differs in it, and further information; complete after `rows`. */
  readonly remarks?: readonly string[];
  readonly notes?: readonly string[];
  /** Returns the numbers of records by kind of content, if that needs not all rows. */
  counts?(only: readonly string[] | undefined): Promise<Record<string, number>>;
  /** Yields rows after those to which they refer. */
  rows(): AsyncIterable<SourceRow> | Iterable<SourceRow>;
  /** Returns the bytes of a file. Called once for each address. Rejects only if nothing more can be read. */
  file(address: string): Promise<FileContent | FileRefusal>;
}

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
      if (!isStoredAddress(address)) return { refused: 'is on another site, and only named here' };
      const body = await storage.open(address);
      return body ? { type: typeOfAddress(address), bytes: body } : { refused: 'the file is missing' };
    },
  };
}

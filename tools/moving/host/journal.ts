import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type Id, isId } from '#shared/id.ts';
import { lockDataDir } from '../../../server/data-dir.ts';
import { linesOfJournal } from '../../archive/folder.ts';
import type { HostEntity } from './records-of.ts';

const id = z.union([z.int().positive(), z.string().refine(isId)]);

/** A line of the journal: a row that is about to be sent, or the result for a row, or a picture. */
const lineSchema = z.union([
  z.strictObject({
    row: z.string(),
    begun: z.string(),
    /** Hash of the record as the archive has it. */
    hash: z.string(),
    /**
     * Ids of the records with the same name that the host had before the call. After an interruption, a record of
     * this name with another id is the one that the call has added.
     */
    others: z.array(id),
  }),
  z.strictObject({
    row: z.string(),
    hash: z.string(),
    id,
    differences: z.array(z.string()),
    /** Hashes of the host's values in the fields that differ. */
    there: z.record(z.string(), z.string()).optional(),
  }),
  z.strictObject({ row: z.string(), refused: z.string() }),
  /** A picture in a text: the SHA-256 of its bytes, and its URL at the host. */
  z.strictObject({ picture: z.string(), address: z.string() }),
]);
type Line = z.infer<typeof lineSchema>;
type Begun = Extract<Line, { begun: string }>;
export type Done = Extract<Line, { differences: string[] }>;

/**
 * Journal of the rows that were sent from one archive to one host. Each call has a line before and after it, both
 * flushed to disk before the push continues. After a kill, each row is known to be at the host, to be missing, or to
 * be uncertain.
 */
export interface Journal {
  begun(entity: HostEntity, id: Id): Begun | undefined;
  done(entity: HostEntity, id: Id): Done | undefined;
  /**
   * Returns all rows that are at the host. The key is the id in the archive; the value contains the id at the host.
   */
  all(entity: HostEntity): ReadonlyMap<string, Done>;
  /** True if this record of the host already belongs to a row of the archive. */
  isTaken(entity: HostEntity, id: Id): boolean;
  /**
   * Returns the URL that a picture of a text has at the host; undefined if it was not sent. `hash` is the SHA-256 of
   * its bytes.
   */
  picture(hash: string): string | undefined;
  readonly isNew: boolean;
  begin(entity: HostEntity, id: Id, said: { hash: string; others: Id[] }): Promise<void>;
  end(
    entity: HostEntity,
    id: Id,
    said: Pick<Done, 'hash' | 'id' | 'differences' | 'there'> | { refused: string },
  ): Promise<void>;
  /**
   * Records that a picture is at the host, so that neither this push nor a later one sends it again for another text.
   */
  addPicture(hash: string, address: string): Promise<void>;
  close(): Promise<void>;
}

const nameOf = (entity: HostEntity, key: Id) => `${entity} ${key}`;

/**
 * Opens the journal in `folder`. Rejects with `DataDirError` while another process pushes the same archive to the
 * same host. With `readOnly`, creates no folder and takes no lock; such a journal must not be written.
 */
export async function openJournal(
  folder: string,
  { readOnly = false }: { readOnly?: boolean } = {},
): Promise<Journal> {
  if (!readOnly) await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = readOnly ? undefined : await lockDataDir(folder);
  const path = join(folder, 'journal.jsonl');
  const text = await readFile(path, 'utf8').catch(() => '');
  /** Opened when the first line is written. */
  let file: Promise<FileHandle> | undefined;
  const begun = new Map<string, Begun>();
  const done = new Map<string, Done>();
  const taken = new Set<string>();
  const pictures = new Map<string, string>();
  for (const line of linesOfJournal(text)) {
    const { data: said } = lineSchema.safeParse(line);
    if (said) take(said);
  }

  function take(said: Line): void {
    if ('picture' in said) return void pictures.set(said.picture, said.address);
    begun.delete(said.row);
    if ('begun' in said) begun.set(said.row, said);
    else if ('id' in said) {
      done.set(said.row, said);
      taken.add(`${said.row.split(' ', 1)[0]} ${said.id}`);
    }
  }

  async function openFile(): Promise<FileHandle> {
    const opened = await open(path, 'a', 0o600);
    // If the last line is incomplete, a line end is written, so that the next line does not continue it.
    if (text !== '' && !text.endsWith('\n')) await opened.write('\n');
    return opened;
  }

  async function write(line: Line): Promise<void> {
    if (readOnly) throw new Error('The journal is open for reading only.');
    file ??= openFile();
    const opened = await file;
    await opened.write(`${JSON.stringify(line)}\n`);
    await opened.datasync();
    take(line);
  }

  const ofEntity = (entity: HostEntity) =>
    new Map(
      [...done]
        .filter(([row]) => row.startsWith(`${entity} `))
        .map(([row, line]) => [row.slice(entity.length + 1), line] as const),
    );

  return {
    begun: (entity, key) => begun.get(nameOf(entity, key)),
    done: (entity, key) => done.get(nameOf(entity, key)),
    all: ofEntity,
    isTaken: (entity, there) => taken.has(nameOf(entity, there)),
    picture: (hash) => pictures.get(hash),
    isNew: done.size === 0 && begun.size === 0,
    begin: (entity, key, said) =>
      write({ row: nameOf(entity, key), begun: new Date().toISOString(), ...said }),
    end: (entity, key, said) => write({ row: nameOf(entity, key), ...said }),
    addPicture: (hash, address) => write({ picture: hash, address }),
    async close() {
      await (await file)?.close();
      await lock?.release();
    },
  };
}

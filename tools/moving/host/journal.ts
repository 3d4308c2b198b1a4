import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type Id, isId } from '#shared/id.ts';
import { lockDataDir } from '../../../server/data-dir.ts';
import { linesOfJournal } from '../../archive/folder.ts';
import type { HostEntity } from './records-of.ts';

const id = z.union([z.int().positive(), z.string().refine(isId)]);

/** Line of the journal: a row that is about to be sent, or the result for a row. */
const lineSchema = z.union([
  z.strictObject({
    row: z.string(),
    begun: z.string(),
    /** Hash of the record in the archive. */
    hash: z.string(),
    /** Records of the same name that the host had before. A further one is this record. */
    others: z.array(id),
  }),
  z.strictObject({
    row: z.string(),
    hash: z.string(),
    id,
    differences: z.array(z.string()),
    /** For fields that differ: a hash of the host's value for each. */
    there: z.record(z.string(), z.string()).optional(),
  }),
  z.strictObject({ row: z.string(), refused: z.string() }),
  /** Picture that texts name: the SHA-256 of its bytes, and its address at the host. */
  z.strictObject({ picture: z.string(), address: z.string() }),
]);
type Listener = z.infer<typeof lineSchema>;
type Begun = Extract<Listener, { begun: string }>;
export type Done = Extract<Listener, { differences: string[] }>;

/**
 * Journal of the rows that were sent from one archive to one host. Each call has a line before and after it, both
 * flushed to disk before the push continues. After a kill, each row is known to be at the host, to be missing, or to
 * be uncertain.
 */
export interface Journal {
  begun(entity: HostEntity, id: Id): Begun | undefined;
  done(entity: HostEntity, id: Id): Done | undefined;
  /** Returns every row at the host: its id in the archive, and its id at the host. */
  all(entity: HostEntity): ReadonlyMap<string, Done>;
  /** True if a record of the host already belongs to a row. */
  isTaken(entity: HostEntity, id: Id): boolean;
  /** Returns the address at the host of a picture that texts name, by the SHA-256 of its bytes. */
  picture(hash: string): string | undefined;
  readonly isNew: boolean;
  begin(entity: HostEntity, id: Id, said: { hash: string; others: Id[] }): Promise<void>;
  end(
    entity: HostEntity,
    id: Id,
    said: Pick<Done, 'hash' | 'id' | 'differences' | 'there'> | { refused: string },
  ): Promise<void>;
  /** Records that a picture is at the host, so that no other text sends it again in this push or a later one. */
  addPicture(hash: string, address: string): Promise<void>;
  close(): Promise<void>;
}

const nameOf = (entity: HostEntity, key: Id) => `${entity} ${key}`;

/** Rejects with `DataDirError` while another process moves content between the same archive and host. */
export async function openJournal(folder: string): Promise<Journal> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = await lockDataDir(folder);
  const path = join(folder, 'journal.jsonl');
  const text = await readFile(path, 'utf8').catch(() => '');
  /** Opened when the first line is written, so that a dry run creates no file. */
  let file: Promise<FileHandle> | undefined;
  const begun = new Map<string, Begun>();
  const done = new Map<string, Done>();
  const taken = new Set<string>();
  const pictures = new Map<string, string>();
  for (const line of linesOfJournal(text)) {
    const { data: said } = lineSchema.safeParse(line);
    if (said) take(said);
  }

  function take(said: Listener): void {
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
    // An incomplete line is ended before a new line is written.
    if (text !== '' && !text.endsWith('\n')) await opened.write('\n');
    return opened;
  }

  async function write(line: Listener): Promise<void> {
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
      await lock.release();
    },
  };
}

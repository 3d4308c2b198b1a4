import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type Id, isId } from '#shared/id.ts';
import { lockDataDir } from '../../../server/data-dir.ts';
import { linesOfJournal } from '../../archive/folder.ts';
import type { HostEntity } from './records-of.ts';

const id = z.union([z.int().positive(), z.string().refine(isId)]);

/** A line of the journal: what is about to be sent, and what became of it. */
const lineSchema = z.union([
  z.strictObject({
    row: z.string(),
    begun: z.string(),
    /** Of the thing as the archive has it. */
    hash: z.string(),
    /** Things of the same name that the host had before: what comes beside them is this one. */
    others: z.array(id),
  }),
  z.strictObject({
    row: z.string(),
    hash: z.string(),
    id,
    differences: z.array(z.string()),
    /** Of fields that are otherwise there, what the host had in them: a hash each. */
    there: z.record(z.string(), z.string()).optional(),
  }),
  z.strictObject({ row: z.string(), refused: z.string() }),
  /** A picture that texts name: the SHA-256 of its bytes, and its address at the host. */
  z.strictObject({ picture: z.string(), address: z.string() }),
]);
type Line = z.infer<typeof lineSchema>;
type Begun = Extract<Line, { begun: string }>;
export type Done = Extract<Line, { differences: string[] }>;

/**
 * What was sent to one host of one archive. Each call has a line before it and one behind it, both on the disk when the call goes on: after a
 * kill it is known of every row whether it is there, is not, or may be.
 */
export interface Journal {
  begun(entity: HostEntity, id: Id): Begun | undefined;
  done(entity: HostEntity, id: Id): Done | undefined;
  /** Every row that is at the host: its id in the archive, and there. */
  all(entity: HostEntity): ReadonlyMap<string, Done>;
  /** True for a thing of the host that is a row already. */
  isTaken(entity: HostEntity, id: Id): boolean;
  /** The address at the host of a picture that texts name, by the SHA-256 of its bytes. */
  picture(hash: string): string | undefined;
  readonly isNew: boolean;
  begin(entity: HostEntity, id: Id, said: { hash: string; others: Id[] }): Promise<void>;
  end(
    entity: HostEntity,
    id: Id,
    said: Pick<Done, 'hash' | 'id' | 'differences' | 'there'> | { refused: string },
  ): Promise<void>;
  /** A picture is at the host now: no other text sends it again, in this push or in a later one. */
  addPicture(hash: string, address: string): Promise<void>;
  close(): Promise<void>;
}

const nameOf = (entity: HostEntity, key: Id) => `${entity} ${key}`;

/** Rejects with `DataDirError` while another process moves between the same two. */
export async function openJournal(folder: string): Promise<Journal> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = await lockDataDir(folder);
  const path = join(folder, 'journal.jsonl');
  const text = await readFile(path, 'utf8').catch(() => '');
  /** Opened by the first line: a dry run writes none. */
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
    // A new line begins after one that was cut off.
    if (text !== '' && !text.endsWith('\n')) await opened.write('\n');
    return opened;
  }

  async function write(line: Line): Promise<void> {
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

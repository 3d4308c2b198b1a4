import { readFile } from 'node:fs/promises';
import { matchContract } from '#shared/contract/match.ts';
import type { Task } from '../../database/tasks.ts';
import { StartError } from '../../errors.ts';
import type { Part } from '../../forms/read-form.ts';
import type { Sealer } from '../../process/sealed.ts';
import type { Problem } from './outcome.ts';
import type { IntakeStore } from './store.ts';
import { fileOf, formKinds, isJson, type VisitorForm } from './visitor-form.ts';

type StoredPart =
  | { kind: 'text'; name: string; text: string }
  | { kind: 'file'; name: string; fileName: string; type: string; size: number };

/**
 * A stored form, without the bytes of its file. The bytes of its texts are in base64, so that they stay unchanged. What
 * the seal opens is what this site has stored, so nothing of it is checked again.
 */
interface Head {
  path: string;
  headers: Record<string, string>;
  json?: string;
  parts?: StoredPart[];
}

/**
 * The contexts with which values are sealed. Each value has its own context, so that the file of one form cannot be
 * opened as that of another form.
 */
export const contextOf = {
  head: (key: string) => `head ${key}`,
  problem: (key: string) => `problem ${key}`,
  file: (key: string) => `file ${key}`,
};

export function sealHead(sealer: Sealer, key: string, { path, headers, content }: VisitorForm): Buffer {
  const head: Head = isJson(content)
    ? { path, headers, json: content.bytes.toString('base64') }
    : { path, headers, parts: content.map(describePart) };
  return sealer.seal(Buffer.from(JSON.stringify(head)), contextOf.head(key));
}

function describePart(part: Part): StoredPart {
  if (part.kind === 'text') {
    if (typeof part.source === 'string') throw new Error('a visitor form has no text part on disk');
    return { kind: 'text', name: part.name, text: part.source.toString('base64') };
  }
  const { name, fileName, type, size } = part;
  return { kind: 'file', name, fileName, type, size };
}

/** Reads the file of a form, if it has one, and seals it. */
export async function sealFile(
  sealer: Sealer,
  key: string,
  content: VisitorForm['content'],
): Promise<Buffer | null> {
  const file = fileOf(content);
  return file ? sealer.seal(await readFile(file.source), contextOf.file(key)) : null;
}

/** Rejects with StartError if there is a stored form that none of the sealer's secrets opens. */
export async function assertOpens(store: IntakeStore, sealer: Sealer, isShared: boolean): Promise<void> {
  const closed = (await store.all()).filter(
    (item) => item.state !== 'delivered' && !openItem(sealer, item, async () => null),
  ).length;
  if (closed > 0) throw notOpened(closed, isShared);
}

/** Returns the error of a start with stored forms that no secret opens. */
export function notOpened(closed: number, isShared: boolean): StartError {
  const [where, giveUp] = isShared
    ? ['the database', 'delete them from its table intake_tasks']
    : ['DATA_DIR/intake.sqlite', 'move the file away'];
  return new StartError(
    `SESSION_SECRET: ${closed} ${closed === 1 ? 'form waits' : 'forms wait'} in ${where} for the API host, and no configured secret ` +
      'decrypts them. Add the former secret after the new one (SESSION_SECRET=new…,former…), or back into DATA_DIR/session-secret, ' +
      `until they are delivered. To discard them instead, ${giveUp}.`,
  );
}

/**
 * Returns the form of a stored item, ready to be sent; undefined when no secret opens it.
 * `sealedFile` is called only when the file is read.
 */
export function openItem(
  sealer: Sealer,
  item: Pick<Task, 'key' | 'kind' | 'payload'>,
  sealedFile: () => Promise<Uint8Array | null>,
): VisitorForm | undefined {
  const kind = formKinds[item.kind];
  const plain = sealer.open(item.payload, contextOf.head(item.key));
  if (!plain || !kind) return undefined;
  const { path, headers, json, parts = [] } = JSON.parse(plain.toString()) as Head;
  const { params } = matchContract(kind.row.method, path.split('?', 1)[0] ?? '');
  const call = { kind, path, params, headers };
  if (json !== undefined) {
    const bytes = Buffer.from(json, 'base64');
    return { ...call, content: { bytes, value: JSON.parse(bytes.toString()) } };
  }
  const content = parts.map((part): Part => {
    if (part.kind === 'file') return { ...part, source: 'in the intake' };
    const source = Buffer.from(part.text, 'base64');
    return { kind: 'text', name: part.name, source, size: source.length };
  });
  async function* readSealed(): AsyncGenerator<Buffer> {
    const sealed = await sealedFile();
    const bytes = sealed && sealer.open(sealed, contextOf.file(item.key));
    if (!bytes) throw new Error('the file of a waiting form cannot be decrypted');
    yield bytes;
  }
  return { ...call, content, ...(fileOf(content) && { readFile: readSealed }) };
}

export function sealProblem(sealer: Sealer, key: string, problem: Problem): Buffer {
  return sealer.seal(Buffer.from(JSON.stringify(problem)), contextOf.problem(key));
}

export function openProblem(sealer: Sealer, { key, problem }: Pick<Task, 'key' | 'problem'>): Problem | null {
  const plain = problem && sealer.open(problem, contextOf.problem(key));
  return plain ? (JSON.parse(plain.toString()) as Problem) : null;
}

import { z } from 'zod';
import { matchContract } from '#shared/contract/match.ts';
import type { TextCode } from '#shared/desk-messages.ts';
import { StartError } from '../../errors.ts';
import type { Part } from '../../forms/read-form.ts';
import type { Sealer } from '../../sealed.ts';
import type { Problem } from './outcome.ts';
import type { IntakeStore } from './store.ts';
import type { StoredItem } from './stored-item.ts';
import { fileOf, formKinds, isJson, readFileOf, type VisitorForm } from './visitor-form.ts';

/**
 * A stored form, without the bytes of its file. The bytes of its texts are in base64, so that they stay unchanged.
 */
const headSchema = z.object({
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  json: z.string().optional(),
  parts: z
    .array(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('text'), name: z.string(), text: z.string() }),
        z.object({
          kind: z.literal('file'),
          name: z.string(),
          fileName: z.string(),
          type: z.string(),
          size: z.number(),
        }),
      ]),
    )
    .optional(),
});

const problemSchema = z.object({
  code: z.string(),
  status: z.number().nullable(),
  message: z.string().nullable(),
});

/**
 * The contexts with which values are sealed. Each value has its own context, so that a piece of one form cannot be
 * opened as part of another form.
 */
const contextOf = {
  head: (key: string) => `head ${key}`,
  problem: (key: string) => `problem ${key}`,
  piece: (key: string, number: number) => `piece ${key} ${number}`,
};

export function sealHead(sealer: Sealer, key: string, { path, headers, content }: VisitorForm): Buffer {
  const head: z.input<typeof headSchema> = isJson(content)
    ? { path, headers, json: content.bytes.toString('base64') }
    : { path, headers, parts: content.map(describePart) };
  return sealer.seal(Buffer.from(JSON.stringify(head)), contextOf.head(key));
}

function describePart(part: Part) {
  if (part.kind === 'text') {
    if (typeof part.source === 'string') throw new Error('a visitor form has no text part on disk');
    return { kind: 'text' as const, name: part.name, text: part.source.toString('base64') };
  }
  const { name, fileName, type, size } = part;
  return { kind: 'file' as const, name, fileName, type, size };
}

/** Yields the file of a form, sealed piece by piece while it is read from the disk. */
export async function* sealFile(
  sealer: Sealer,
  key: string,
  content: VisitorForm['content'],
): AsyncIterable<Buffer> {
  let number = 0;
  for await (const bytes of readFileOf(content)) {
    yield sealer.seal(bytes, contextOf.piece(key, number));
    number += 1;
  }
}

/** Rejects with StartError if there is a stored form that none of the sealer's secrets opens. */
export async function assertOpens(
  store: Pick<IntakeStore, 'sealedItems' | 'piecesOf'>,
  sealer: Sealer,
  isShared: boolean,
): Promise<void> {
  let closed = 0;
  for await (const item of store.sealedItems()) {
    if (!openItem(sealer, item, () => store.piecesOf(item.id))) closed += 1;
  }
  if (closed === 0) return;
  const [where, giveUp] = isShared
    ? ['the database', 'delete them from its table intake_items']
    : ['DATA_DIR/intake.sqlite', 'move the file away'];
  throw new StartError(
    `SESSION_SECRET: ${closed} ${closed === 1 ? 'form waits' : 'forms wait'} in ${where} for the API host, and no configured secret ` +
      'decrypts them. Add the former secret after the new one (SESSION_SECRET=new…,former…), or back into DATA_DIR/session-secret, ' +
      `until they are delivered. To discard them instead, ${giveUp}.`,
  );
}

/**
 * Returns the form of a stored item, ready to be sent; undefined when no secret opens it or its contents are invalid.
 * `pieces` is called only when the file is read.
 */
export function openItem(
  sealer: Sealer,
  item: Pick<StoredItem, 'key' | 'call' | 'head'>,
  pieces: () => AsyncIterable<Uint8Array>,
): VisitorForm | undefined {
  const kind = formKinds[item.call];
  const plain = sealer.open(item.head, contextOf.head(item.key));
  if (!plain || !kind) return undefined;
  const head = headSchema.safeParse(JSON.parse(plain.toString()));
  if (!head.success) return undefined;
  const { path, headers, json, parts = [] } = head.data;
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
  async function* readFile(): AsyncGenerator<Buffer> {
    let number = 0;
    for await (const piece of pieces()) {
      const bytes = sealer.open(piece, contextOf.piece(item.key, number));
      if (!bytes) throw new Error('a part of a waiting form cannot be decrypted');
      yield bytes;
      number += 1;
    }
  }
  return { ...call, content, ...(fileOf(content) && { readFile }) };
}

export function sealProblem(sealer: Sealer, key: string, problem: Problem): Buffer {
  return sealer.seal(Buffer.from(JSON.stringify(problem)), contextOf.problem(key));
}

export function openProblem(
  sealer: Sealer,
  { key, problem }: Pick<StoredItem, 'key' | 'problem'>,
): Problem | null {
  const plain = problem && sealer.open(problem, contextOf.problem(key));
  if (!plain) return null;
  const { data } = problemSchema.safeParse(JSON.parse(plain.toString()));
  return data ? { ...data, code: data.code as TextCode } : null;
}

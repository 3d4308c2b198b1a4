import { createReadStream } from 'node:fs';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import { limits } from '#shared/limits.ts';
import type { ErrorCode } from '#shared/messages.ts';
import { applicationSchema } from '#shared/schemas/applicant.ts';
import { accountDeletionSchema, contactSchema } from '#shared/schemas/message.ts';
import { AppError } from '../../errors.ts';
import type { FilePart, Part } from '../../forms/read-form.ts';
import type { Params } from '../upstream/upstream.ts';

/** The rules of one of the public forms. */
export interface FormKind {
  row: ContractRow;
  /** Held to it before it is kept: a host that is down cannot say what is wrong. */
  schema: typeof applicationSchema | typeof contactSchema | typeof accountDeletionSchema;
  /** Required with the texts. */
  file?: 'cv';
  /** Forms of one group count together for the limit of an address. */
  group: 'application' | 'message';
  received: ErrorCode;
  /** Days until it has to be done with, from the moment at which it was received. */
  dueDays?: number;
}

const application = {
  schema: applicationSchema,
  file: 'cv',
  group: 'application',
  received: 'applicant.received',
} as const;

/** The forms of visitors, by the names of their rows. */
export const formKinds: Readonly<Record<string, FormKind | undefined>> = {
  applyJob: { row: contract.applyJob, ...application },
  applyJobFor: { row: contract.applyJobFor, ...application },
  contactUs: {
    row: contract.contactUs,
    schema: contactSchema,
    group: 'message',
    received: 'message.received',
  },
  requestAccountDeletion: {
    row: contract.requestAccountDeletion,
    schema: accountDeletionSchema,
    group: 'message',
    received: 'message.deletionReceived',
    dueDays: limits.accountDeletionDays,
  },
};

/** A form of a visitor, as it goes to the host. */
export interface VisitorForm {
  kind: FormKind;
  /** Raw path of the call, and what stands in it at the `{…}` of its row. */
  path: string;
  params?: Params;
  /** The parts of a form with a file, or the bytes of a JSON body. */
  content: readonly Part[] | Buffer;
  /** All that the host learns of the browser: no host, nothing about the body. */
  headers: Record<string, string>;
  /** Gives the file where that is not at the path of its part: of a form that has waited. */
  readFile?: () => AsyncIterable<Buffer>;
}

/** The texts of a form, by field. */
export function textsOf(content: VisitorForm['content']): Record<string, string> {
  const texts: Record<string, string> = {};
  if (Buffer.isBuffer(content)) {
    for (const [name, value] of Object.entries(objectOf(content) ?? {})) {
      if (typeof value === 'string') texts[name] = value;
    }
    return texts;
  }
  for (const part of content as readonly Part[]) {
    if (part.kind === 'text' && typeof part.source !== 'string') texts[part.name] ??= part.source.toString();
  }
  return texts;
}

export function fileOf(content: VisitorForm['content']): FilePart | undefined {
  return Buffer.isBuffer(content)
    ? undefined
    : (content as readonly Part[]).find((part): part is FilePart => part.kind === 'file');
}

/** The value of the field that nobody sees, of whatever type: a robot need not send a text. */
export function trapOf(content: VisitorForm['content']): unknown {
  return Buffer.isBuffer(content) ? objectOf(content)?.website : textsOf(content).website;
}

/**
 * A JSON body without what is no field of the form (`names`), and without what only machines send unless it is a text: what waits is
 * no place for anything else, and what is nested without end cannot be written anew.
 */
export function onlyFields(
  content: VisitorForm['content'],
  names: readonly string[],
): VisitorForm['content'] {
  if (!Buffer.isBuffer(content)) return content;
  const entries = Object.entries(objectOf(content) ?? {});
  const kept = entries.filter(([name, value]) => names.includes(name) && typeof value !== 'object');
  return kept.length === entries.length ? content : Buffer.from(JSON.stringify(Object.fromEntries(kept)));
}

/** Throws 422 by the rules of the site's own forms, as a host would; gives the names of the fields that there are. */
export function assertFields({ kind, content }: VisitorForm): string[] {
  const fields: Record<string, string[]> = {};
  const isText = Buffer.isBuffer(content);
  const value: unknown = isText ? JSON.parse(content.toString()) : textsOf(content);
  const parsed = kind.schema.safeParse(value);
  for (const { path, message } of parsed.error?.issues ?? []) {
    fields[String(path[0] ?? 'body')] ??= [message];
  }
  if (kind.file && !fileOf(content)) fields[kind.file] = [new AppError('applicant.cvRequired', 422).message];
  if (Object.keys(fields).length > 0) throw new AppError('fields.invalid', 422, { fields });
  return Object.keys(parsed.data ?? {});
}

/** The same form with another text in a field that it has; unchanged when it has none. */
export function withText(
  content: VisitorForm['content'],
  name: string,
  text: string,
): VisitorForm['content'] {
  if (Buffer.isBuffer(content)) {
    const value = objectOf(content);
    if (!value || !Object.hasOwn(value, name)) return content;
    try {
      return Buffer.from(JSON.stringify({ ...value, [name]: text }));
    } catch {
      // Nested too deeply to be written: whoever sends that has no use for another text.
      return content;
    }
  }
  const source = Buffer.from(text);
  return (content as readonly Part[]).map((part) =>
    part.kind === 'text' && part.name === name ? { ...part, source, size: source.length } : part,
  );
}

/** The file of a form, in pieces of 64 KiB. */
export function readFileOf(content: VisitorForm['content']): AsyncIterable<Buffer> | [] {
  const file = fileOf(content);
  return file ? (createReadStream(file.source) as AsyncIterable<Buffer>) : [];
}

function objectOf(json: Buffer): Record<string, unknown> | undefined {
  const value: unknown = JSON.parse(json.toString());
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

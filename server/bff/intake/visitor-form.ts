import { createReadStream } from 'node:fs';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import { limits } from '#shared/limits.ts';
import type { ErrorCode } from '#shared/messages.ts';
import { applicationSchema } from '#shared/schemas/applicant.ts';
import { accountDeletionSchema, contactSchema } from '#shared/schemas/message.ts';
import { AppError } from '../../errors.ts';
import type { FilePart, Part } from '../../forms/read-form.ts';
import type { Params } from '../upstream/upstream.ts';

/** The rules of one kind of public form. */
export interface FormKind {
  row: ContractRow;
  /**
   * The schema by which fields are checked before the form is stored, because a host that is down cannot report
   * invalid fields.
   */
  schema: typeof applicationSchema | typeof contactSchema | typeof accountDeletionSchema;
  /** Name of a file that is required in addition to the texts; absent for a form without a file. */
  file?: 'cv';
  /** Kinds in the same group are counted together against the limit of an IP address. */
  group: 'application' | 'message';
  received: ErrorCode;
  /** Days from receipt until the form has to be answered. */
  dueDays?: number;
}

const application = {
  schema: applicationSchema,
  file: 'cv',
  group: 'application',
  received: 'applicant.received',
} as const;

/** The kinds of visitors' forms, by the names of their rows. */
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

/** A visitor's form, as it is sent to the host. */
export interface VisitorForm {
  kind: FormKind;
  /** Raw path of the call, and the values for the `{…}` parts of the contract row's path. */
  path: string;
  params?: Params;
  /** The parts of a multipart form with a file, or the bytes of a JSON body. */
  content: readonly Part[] | Buffer;
  /** The browser's headers that are sent to the host; neither Host nor any header about the body is among them. */
  headers: Record<string, string>;
  /** Reads the file of a form that was stored. Absent if a part in `content` contains the path of the file. */
  readFile?: () => AsyncIterable<Buffer>;
}

/** Returns the texts of a form, keyed by field name. */
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

/** Returns the value of the hidden field `website`. The type is unknown, because a robot need not send a text. */
export function trapOf(content: VisitorForm['content']): unknown {
  return Buffer.isBuffer(content) ? objectOf(content)?.website : textsOf(content).website;
}

/**
 * Returns a JSON body reduced to the form's own fields (`names`) whose values are not objects. All else is left out,
 * because values that are nested too deeply could not be serialised for storing.
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

/**
 * Checks a form by the rules of the site's own forms, as a host would, and returns the names of the fields that are
 * present. Throws 422 for invalid fields.
 */
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

/** Returns the form with a new text in the field `name`; unchanged if the form does not have that field. */
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
      // The body is nested too deeply to be serialised. No page of this site sends such a body, so it is returned
      // unchanged.
      return content;
    }
  }
  const source = Buffer.from(text);
  return (content as readonly Part[]).map((part) =>
    part.kind === 'text' && part.name === name ? { ...part, source, size: source.length } : part,
  );
}

/** Reads the file of a form, in pieces of 64 KiB. */
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

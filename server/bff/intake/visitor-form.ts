import { type ContractRow, contract } from '#shared/contract/index.ts';
import { isRecord } from '#shared/json.ts';
import { limits } from '#shared/limits.ts';
import type { ErrorCode } from '#shared/messages.ts';
import { applicationSchema } from '#shared/schemas/applicant.ts';
import { accountDeletionSchema, contactSchema } from '#shared/schemas/message.ts';
import { AppError } from '../../errors.ts';
import type { FilePart, Part } from '../../forms/read-form.ts';
import type { Capabilities } from '../capabilities.ts';
import { type JsonBody, jsonBody, type Params } from '../upstream/upstream.ts';

/** The rules of one kind of public form. */
export interface FormKind {
  row: ContractRow;
  /**
   * The schema by which fields are checked before the form is stored, because a host that is down cannot report
   * invalid fields.
   */
  schema: typeof applicationSchema | typeof contactSchema | typeof accountDeletionSchema;
  /** Name of a file that is required in addition to the texts, if the host takes it; absent for a form without one. */
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

/** Returns the fields of visitors' forms that host.json has no place for, by call, the consent first. */
export function unreceivedFields({ byFile }: Pick<Capabilities, 'byFile'>) {
  const fields = Object.entries(formKinds).flatMap(([call, kind]) => {
    const accepted = byFile?.accepted?.[call];
    if (!kind || !accepted) return [];
    const names = new Set(['consent', ...Object.keys(kind.schema.shape), kind.file ?? '']);
    // These two are for this site, which detects robots by them.
    for (const own of ['website', 'form_token']) names.delete(own);
    const unreceived = [...names].filter((name) => accepted[name]?.length === 0);
    return unreceived.length > 0 ? [[call, unreceived] as const] : [];
  });
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}

/** The parts of a multipart form with a file, or a JSON body. */
type FormContent = readonly Part[] | JsonBody;

/** A visitor's form, as it is sent to the host. */
export interface VisitorForm {
  kind: FormKind;
  /** Raw path of the call, and the values for the `{…}` parts of the contract row's path. */
  path: string;
  params?: Params;
  content: FormContent;
  /** The browser's headers that are sent to the host; neither Host nor any header about the body is among them. */
  headers: Record<string, string>;
  /** Reads the file of a form that was stored. Absent if a part in `content` contains the path of the file. */
  readFile?: () => AsyncIterable<Buffer>;
}

/** True for a form without a file: its content is a JSON body. */
export function isJsonForm(content: FormContent): content is JsonBody {
  return 'value' in content;
}

/** Returns the texts of a form, keyed by field name. */
export function textsOf(content: FormContent): Record<string, string> {
  const texts: Record<string, string> = {};
  if (isJsonForm(content)) {
    for (const [name, value] of Object.entries(fieldsOf(content))) {
      if (typeof value === 'string') texts[name] = value;
    }
    return texts;
  }
  for (const part of content) {
    if (part.kind === 'text' && typeof part.source !== 'string') texts[part.name] ??= part.source.toString();
  }
  return texts;
}

export function fileOf(content: FormContent) {
  return isJsonForm(content) ? undefined : content.find((part): part is FilePart => part.kind === 'file');
}

/** Returns the value of the hidden field `website`. The type is unknown, because a robot need not send a text. */
export function trapOf(content: FormContent): unknown {
  return isJsonForm(content) ? fieldsOf(content).website : textsOf(content).website;
}

/** Returns the fields whose values are no objects, which are all that is stored of a JSON body. */
export function plainFields(content: FormContent): FormContent {
  if (!isJsonForm(content)) return content;
  const fields = Object.entries(fieldsOf(content)).filter(([, value]) => typeof value !== 'object');
  return jsonBody(Object.fromEntries(fields));
}

/**
 * Checks a form by the rules of the site's own forms, as a host would. `requiredFile` is the name of the file that it
 * must have. Throws 422 for invalid fields.
 */
export function assertFields({ kind, content }: VisitorForm, requiredFile: string | undefined) {
  const fields: Record<string, string[]> = {};
  const { error } = kind.schema.safeParse(isJsonForm(content) ? content.value : textsOf(content));
  for (const { path, message } of error?.issues ?? []) {
    fields[String(path[0] ?? 'body')] ??= [message];
  }
  if (requiredFile && !fileOf(content))
    fields[requiredFile] = [new AppError('applicant.cvRequired', 422).message];
  if (Object.keys(fields).length > 0) throw new AppError('fields.invalid', 422, { fields });
}

/** Returns the form with a new text in the field `name`; unchanged if the form does not have that field. */
export function withText(content: FormContent, name: string, text: string) {
  if (isJsonForm(content)) {
    const fields = fieldsOf(content);
    return Object.hasOwn(fields, name) ? jsonBody({ ...fields, [name]: text }) : content;
  }
  const source = Buffer.from(text);
  return content.map((part) =>
    part.kind === 'text' && part.name === name ? { ...part, source, size: source.length } : part,
  );
}

function fieldsOf({ value }: JsonBody) {
  return isRecord(value) ? value : {};
}

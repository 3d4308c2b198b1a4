import { isRecord } from '#shared/json.ts';
import { AppError } from '../../errors.ts';
import type { FilePart, Part } from '../../forms/read-form.ts';
import type { FormKind } from '../form-kinds.ts';
import { invalidFields } from '../uploads/bodies.ts';
import { type JsonBody, jsonBody, type Params } from '../upstream/upstream.ts';

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
export function textsOf(content: FormContent) {
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
export function trapOf(content: FormContent) {
  return isJsonForm(content) ? fieldsOf(content).website : textsOf(content).website;
}

/** Returns the fields whose values are no objects, which are all that is stored of a JSON body. */
export function plainFields(content: FormContent) {
  if (!isJsonForm(content)) return content;
  const fields = Object.entries(fieldsOf(content)).filter(([, value]) => typeof value !== 'object');
  return jsonBody(Object.fromEntries(fields));
}

/**
 * Checks a form by the rules of the site's own forms, as a host would. `requiredFile` is the name of the file that it
 * must have. Throws 422 for invalid fields.
 */
export function assertFields({ kind, content }: VisitorForm, requiredFile: string | undefined) {
  const { error } = kind.schema.safeParse(isJsonForm(content) ? content.value : textsOf(content));
  const fields = invalidFields(error, ['body']);
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

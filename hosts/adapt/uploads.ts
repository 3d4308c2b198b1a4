import type { Logger } from 'pino';
import { isJson, jsonAnswer, readJson } from '../../server/bff/upstream/json-answer.ts';
import { dumpAnswer } from '../../server/bff/upstream/refusals.ts';
import type { UpstreamAnswer, UpstreamRequest } from '../../server/bff/upstream/upstream.ts';
import { AppError } from '../../server/errors.ts';
import type { SentPart } from '../../server/forms/read-form.ts';
import { parsePath, readAt } from '../host-file/map-path.ts';
import { refusalOf, refusalStatus } from './answers.ts';
import type { FieldsAtHost } from './forms.ts';
import type { HostMap, MappedCall } from './host-map.ts';
import type { Requests } from './requests.ts';

type File = Extract<SentPart, { kind: 'file' }>;

/**
 * A call whose files have been uploaded to the host: the request without these files, and the values that replace
 * them.
 */
interface Uploaded {
  wanted: UpstreamRequest;
  values: FieldsAtHost['values'];
}

export interface Uploads {
  /**
   * Uploads the files that host.json names in `uploads` of a call, one after the other, each in its own request. If
   * the host refuses a file, returns the refusal as `refused`, which is then the answer to the whole call. Rejects
   * with AppError 422 for several files where the host accepts one, and 502 if the host's answer lacks the value for
   * the file.
   */
  send(mapped: MappedCall, wanted: UpstreamRequest): Promise<Uploaded | { refused: UpstreamAnswer }>;
}

/**
 * HTTP statuses of an upload that concern the whole call and not only the file: missing rights, or too many calls.
 */
const ofTheCall = new Set([401, 403, 429]);

export function createUploads(
  { file: { media } }: HostMap,
  requests: Requests,
  send: (request: UpstreamRequest) => Promise<UpstreamAnswer>,
  log: Pick<Logger, 'warn'> | undefined,
): Uploads {
  /** Uploads one file, and returns the value by which the next call refers to it. */
  async function sendOne(
    mapped: MappedCall,
    wanted: UpstreamRequest,
    file: File,
  ): Promise<{ value: unknown } | { refused: UpstreamAnswer }> {
    const answer = await send(requests.upload(mapped, wanted, file));
    const json = isJson(answer) ? await readJson(answer) : undefined;
    const refused = refusalOfCall(mapped, answer, json) ?? refusalOfFile(mapped, answer, json, file);
    if (refused) return { refused };
    const value = valueIn(json, media.upload?.value ?? '');
    if (value !== undefined) return { value };
    const cause = new Error(
      'the answer to an upload has no value at the place that media.upload in host.json names',
    );
    log?.warn({ call: mapped.row.name }, cause.message);
    throw new AppError('upstream.badAnswer', 502, { cause });
  }

  return {
    async send(mapped, wanted) {
      const parts = wanted.form?.parts ?? [];
      const byName = filesByName(mapped, parts);
      const surplus = [...byName].find(([name, files]) => files.length > 1 && !name.endsWith('[]'));
      if (surplus) throw takesOneFile(surplus[1][1]?.name ?? '');
      const values: FieldsAtHost['values'] = [];
      for (const [name, files] of byName) {
        const all: unknown[] = [];
        for (const file of files) {
          const one = await sendOne(mapped, wanted, file);
          if ('refused' in one) return one;
          all.push(one.value);
        }
        values.push(name.endsWith('[]') ? [name.slice(0, -2), all] : [name, all[0]]);
      }
      const sent = new Set<SentPart>([...byName.values()].flat());
      const form = { ...wanted.form, parts: parts.filter((part) => !sent.has(part)) };
      return { wanted: sent.size > 0 ? { ...wanted, form } : wanted, values };
    },
  };
}

/** Returns the files that host.json names in `uploads` of a call, grouped by the host's names. */
function filesByName({ row, call }: MappedCall, parts: readonly SentPart[]): Map<string, File[]> {
  const byName = new Map<string, File[]>();
  for (const part of parts) {
    const field = row.upload?.files.find(({ pattern }) => pattern.test(part.name));
    const theirs = part.kind === 'file' && field && call.uploads?.[field.name];
    if (theirs) byName.set(theirs, [...(byName.get(theirs) ?? []), part]);
  }
  return byName;
}

/** Returns a refusal that concerns the whole call and not only the file. */
function refusalOfCall(
  mapped: MappedCall,
  answer: UpstreamAnswer,
  json: unknown,
): UpstreamAnswer | undefined {
  const { status, headers } = answer;
  if (status < 500 && !ofTheCall.has(status)) return undefined;
  if (json === undefined) return answer;
  return jsonAnswer(status, status >= 500 ? json : refusalOf(mapped, status, json), headers);
}

function refusalOfFile(
  mapped: MappedCall,
  answer: UpstreamAnswer,
  json: unknown,
  file: File,
): UpstreamAnswer | undefined {
  if (json === undefined) dumpAnswer(answer);
  if (answer.status < 300 && refusalStatus(mapped, answer.status, json) === undefined) return undefined;
  const { message } = json === undefined ? {} : refusalOf(mapped, 422, json);
  const words = message || new AppError('host.fileNotTaken', 422).message;
  return jsonAnswer(422, { status: 0, message: words, errors: { [file.name]: [words] } });
}

type ValuePlaces = NonNullable<HostMap['file']['media']['upload']>['value'];

/** Returns the value that identifies the file in the next call; an object if host.json names several places. */
function valueIn(json: unknown, places: ValuePlaces | ''): unknown {
  const said = (place: string) => {
    const found = readAt(json, parsePath(place));
    return typeof found === 'number' || (typeof found === 'string' && found !== '') ? found : undefined;
  };
  if (typeof places === 'string') return said(places);
  const entries = Object.entries(places).map(([name, place]) => [name, said(place)] as const);
  return entries.every(([, each]) => each !== undefined) ? Object.fromEntries(entries) : undefined;
}

function takesOneFile(name: string): AppError {
  const { message } = new AppError('host.takesOneFile', 422);
  return new AppError('host.takesOneFile', 422, { fields: { [name]: [message] } });
}

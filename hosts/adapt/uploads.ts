import {
  dumpAnswer,
  formCallRefusals,
  isJson,
  jsonAnswer,
  readJson,
} from '../../server/bff/upstream/answers.ts';
import type { UpstreamAnswer, UpstreamRequest } from '../../server/bff/upstream/upstream.ts';
import { AppError } from '../../server/errors.ts';
import type { SentPart } from '../../server/forms/read-form.ts';
import { readAt } from '../host-file/pieces.ts';
import { refusalOf } from './answers.ts';
import { refusalAt } from './field-codecs.ts';
import { badAnswer, type HostMap, type MappedCall, refusalStatus, type Warns } from './host-map.ts';
import { assertTaken, type FieldsAtHost, type FileOfForm, fieldOf, type Requests } from './requests.ts';

/**
 * HTTP statuses of an upload that concern the whole call and not only the file: missing rights, or too many calls.
 */
const ofTheCall = new Set([401, 403, 429]);
/** Those of the upload before a visitor's form: no other file would be taken either where there is nothing. */
const ofTheForm = new Set([...formCallRefusals, 429]);

/**
 * Returns a function that uploads the files that host.json names in `uploads` of a call, one after the other, each in
 * its own request. It returns the call without these files (`wanted`), and the values that replace them. If the host
 * refuses a file, returns the refusal as `refused`, which is then the answer to the whole call. Rejects with AppError
 * 422 for several files where the host accepts one, and 502 if the host's answer lacks the value for the file.
 */
export function createUploads(
  { file: { media } }: HostMap,
  requests: Requests,
  send: (request: UpstreamRequest) => Promise<UpstreamAnswer>,
  log?: Warns,
) {
  /** Uploads one file, and returns the value by which the next call refers to it. */
  async function sendOne(mapped: MappedCall, wanted: UpstreamRequest, file: FileOfForm) {
    const answer = await send(requests.upload(mapped, wanted, file));
    const json = isJson(answer) ? await readJson(answer) : undefined;
    const refused = refusalOfUpload(mapped, answer, json, file);
    if (refused) {
      log?.warn(
        { call: mapped.row.name, status: answer.status },
        'the API host refused an upload (media.upload in host.json)',
      );
      return { refused };
    }
    const value = valueIn(json, media.upload?.value ?? '');
    if (value !== undefined) return { value };
    const problem = 'the answer to an upload has no value at the place that media.upload in host.json names';
    throw badAnswer(problem, log, mapped.row.name);
  }

  return async (mapped: MappedCall, wanted: UpstreamRequest) => {
    const parts = wanted.form?.parts ?? [];
    // A file that the call would refuse must leave none of the others at the host.
    assertTaken(mapped, parts);
    const byName = filesByName(mapped, parts);
    const values: FieldsAtHost['values'] = [];
    for (const [name, [, second]] of byName)
      if (second && !name.includes('[]')) throw refusalAt('host.takesOneFile', second.name);
    for (const [name, files] of byName) {
      const all: unknown[] = [];
      for (const file of files) {
        const { value, refused } = await sendOne(mapped, wanted, file);
        if (refused) return { wanted, values, refused };
        all.push(value);
      }
      values.push([name, name.includes('[]') ? all : all[0]]);
    }
    const sent = new Set<SentPart>([...byName.values()].flat());
    const form = wanted.form && { ...wanted.form, parts: parts.filter((part) => !sent.has(part)) };
    return { wanted: { ...wanted, form }, values };
  };
}

/** Returns the files that host.json names in `uploads` of a call, grouped by the host's names. */
function filesByName(mapped: MappedCall, parts: readonly SentPart[]) {
  const files = parts.filter((part) => part.kind === 'file');
  const theirs = (file: FileOfForm) => mapped.call.uploads?.[fieldOf(mapped, file)?.name ?? ''];
  return Map.groupBy(files.filter(theirs), (file) => theirs(file) ?? '');
}

/** Returns the answer to the whole call if the host refused a file; undefined if it accepted the file. */
function refusalOfUpload(mapped: MappedCall, answer: UpstreamAnswer, json: unknown, file: FileOfForm) {
  const { status, headers } = answer;
  const isOfCall = (mapped.row.access === 'public' ? ofTheForm : ofTheCall).has(status);
  if (status >= 500 || isOfCall) {
    if (json === undefined) return answer;
    return jsonAnswer(status, status >= 500 ? json : refusalOf(mapped, status, json), headers);
  }
  if (json === undefined) dumpAnswer(answer);
  if (status < 300 && refusalStatus(mapped, status, json) === undefined) return undefined;
  const said = json === undefined ? undefined : refusalOf(mapped, 422, json).message;
  const message = said || new AppError('host.fileNotTaken', 422).message;
  return jsonAnswer(422, { status: 0, message, errors: { [file.name]: [message] } });
}

/** Returns the value that identifies the file in the next call; an object if host.json names several places. */
function valueIn(json: unknown, places: string | Record<string, string>) {
  const said = (place: string) => {
    const found = readAt(json, place);
    return typeof found === 'number' || (typeof found === 'string' && found !== '') ? found : undefined;
  };
  if (typeof places === 'string') return said(places);
  const entries = Object.entries(places).map(([name, place]) => [name, said(place)] as const);
  return entries.every(([, each]) => each !== undefined) ? Object.fromEntries(entries) : undefined;
}

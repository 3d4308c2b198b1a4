import { type ContractRow, contract } from '#shared/contract/index.ts';
import { entityOf } from '../../server/bff/reads/host-kinds.ts';
import type { DerivedCall, HostCall } from './call.ts';
import { fieldsOfCall, isList, mappedRows, parameterNames, queryNames, sentNames } from './entities.ts';

type Report = (path: string[], message: string) => void;

/**
 * Checks `calls` of host.json. Reports unknown names of calls, and the problems of each call.
 */
export function judgeCalls(
  calls: Record<string, 'absent' | 'as_contract' | HostCall | DerivedCall>,
  hasUpload: boolean,
  report: Report,
) {
  for (const [name, call] of Object.entries(calls)) {
    const row = mappedRows.get(name);
    if (!row) report([name], 'there is no such call of an API host: docs/calls.md names them');
    else if (call === undefined || typeof call === 'string') continue;
    else if ('in' in call) judgeDerived(row, call, calls[call.in], report);
    else {
      judgeNames(row, call, report);
      if (call.method === 'GET' && row.method !== 'GET')
        report([name, 'method'], 'must not be GET: the call changes something');
      judgeUploads(row, call, hasUpload, report);
    }
    const { fields, keep }: Pick<HostCall, 'fields' | 'keep'> = row && typeof call === 'object' ? call : {};
    judge('field', row ? fieldsOfCall(row) : [], { fields, keep }, (at, text) => report([name, ...at], text));
  }
}

/** Reports the names in parts of a call that are not known. */
function judge(
  what: string,
  known: readonly string[],
  parts: Record<string, object | undefined>,
  report: Report,
) {
  const has =
    known.length === 0
      ? `this call has no ${what}`
      : `this call has no such ${what}; it has ${known.join(', ')}`;
  for (const [part, names] of Object.entries(parts))
    for (const each of Object.keys(names ?? {})) if (!known.includes(each)) report([part, each], has);
}

/** Checks the contract's names that a call uses in its query, body and path. */
function judgeNames(row: ContractRow, { query, body, path, keep }: HostCall, report: Report) {
  const marks = parameterNames(row);
  const ofCv = row.name === contract.downloadCv.name ? ['cv_key'] : [];
  const inPath = [...new Set([...marks, ...sentNames(row), ...ofCv])];
  // A record that is restored may keep its date, and a form that waited has a reference.
  const others = [row.does === 'add' ? 'created_at' : [], row.access === 'public' ? 'reference' : []].flat();
  const at: Report = (place, text) => report([row.name, ...place], text);
  judge('query parameter', [...queryNames(row), ...marks], { query }, at);
  judge('field', [...sentNames(row), ...marks, ...others], { body }, at);
  for (const [, mark = ''] of path.matchAll(/\{(\w+)\}/g))
    if (!inPath.includes(mark))
      at(['path'], `{${mark}} is not a parameter of this call; it has ${inPath.join(', ') || 'none'}`);
  if (keep && !isList(row)) at(['keep'], 'is for calls that give a list');
}

function judgeUploads(row: ContractRow, call: HostCall, hasUpload: boolean, report: Report) {
  const files = row.upload?.files.map(({ name }) => name) ?? [];
  judge('file', files, { uploads: call.uploads }, (at, text) => report([row.name, ...at], text));
  if (call.uploads && !hasUpload)
    report([row.name, 'uploads'], 'needs media.upload: the call that takes the file');
}

function judgeDerived(row: ContractRow, call: DerivedCall, source: unknown, report: Report) {
  const from = mappedRows.get(call.in);
  const at = [row.name, 'in'];
  if (row.method !== 'GET' || row.download) report([row.name], 'only a read can be answered from a list');
  else if (!from || !isList(from)) report(at, 'must be the name of a call that gives a list');
  else if (entityOf(from) !== entityOf(row)) report(at, 'must be a list of the same kind of record');
  else if (typeof source !== 'object' || source === null || 'in' in source)
    report(at, `${call.in} must be a call of this file with a path`);
}

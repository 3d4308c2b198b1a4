import { type ContractRow, contract } from '#shared/contract/index.ts';
import { entityOf } from '../../server/bff/reads/host-kinds.ts';
import type { DerivedCall, HostCall } from './call.ts';
import { entityFields, isList, mappedRows, parameterNames, queryNames, sentNames } from './entities.ts';

type Report = (path: string[], message: string) => void;

/**
 * Checks `calls` of host.json. Reports unknown names of calls, with the most similar known name, and the problems of
 * each call.
 */
export function judgeCalls(
  calls: Record<string, 'absent' | 'as_contract' | HostCall | DerivedCall>,
  hasUpload: boolean,
  report: Report,
): void {
  for (const [name, call] of Object.entries(calls)) {
    const row = mappedRows.get(name);
    if (!row) report([name], `there is no such call of an API host${nearest(name)}`);
    else if (call === undefined || typeof call === 'string') continue;
    else if ('in' in call) judgeDerived(name, call, calls, report);
    else {
      judgeCall(name, call, report);
      judgeUploads(row, call, hasUpload, report);
    }
  }
}

function judgeCall(name: string, call: HostCall, report: Report): void {
  const row = mappedRows.get(name);
  if (!row) return;
  judgeNames(row, call, report);
  judgeFields(name, call, report);
  judgeMethod(row, call, report);
}

/** Checks the contract's names that a call uses in its query, body and path. */
function judgeNames(row: ContractRow, call: HostCall, report: Report): void {
  const marks = parameterNames(row);
  const sent = sentNames(row);
  const inQuery = [...queryNames(row), ...marks];
  const inBody = [...sent, ...marks];
  const inPath = [...marks, ...sent];
  for (const each of Object.keys(call.query ?? {}))
    if (!inQuery.includes(each)) report([row.name, 'query', each], notThere('query parameter', inQuery));
  for (const each of Object.keys(call.body ?? {}))
    if (!inBody.includes(each)) report([row.name, 'body', each], notThere('field', inBody));
  for (const [, mark = ''] of call.path.matchAll(/\{(\w+)\}/g))
    if (!inPath.includes(mark))
      report([row.name, 'path'], `{${mark}} is not a parameter of this call; it has ${listOf(inPath)}`);
}

function judgeMethod(row: ContractRow, call: HostCall, report: Report): void {
  const method = call.method ?? row.method;
  const sendsAs = call.send ?? (row.upload ? 'multipart' : 'json');
  if (call.json_part !== undefined && sendsAs !== 'multipart')
    report([row.name, 'json_part'], 'is for calls that are sent as multipart');
  if (method === 'GET' && row.method !== 'GET')
    report([row.name, 'method'], 'must not be GET: the call changes something');
  if (row.name === contract.login.name && (call.method ?? 'POST') === 'GET')
    report([row.name, 'method'], 'must not be GET: a password must not be in an address');
}

function judgeUploads(row: ContractRow, call: HostCall, hasUpload: boolean, report: Report): void {
  const files = row.upload?.files.map(({ name }) => name) ?? [];
  for (const each of Object.keys(call.uploads ?? {})) {
    const at = [row.name, 'uploads', each];
    if (!files.includes(each)) report(at, notThere('file', files));
    else if (!hasUpload) report(at, 'needs media.upload: the call that takes the file');
    else if (call.body?.[each]) report(at, 'must not be in body as well');
  }
}

function judgeFields(name: string, call: Pick<HostCall, 'fields' | 'keep'>, report: Report): void {
  const row = mappedRows.get(name);
  const entity = row && entityOf(row);
  const known: readonly string[] = entity ? entityFields[entity] : [];
  for (const [part, map] of [['fields', call.fields] as const, ['keep', call.keep] as const]) {
    for (const each of Object.keys(map ?? {})) {
      if (!known.includes(each)) report([name, part, each], notThere('field', known));
    }
  }
  if (call.keep && row && !isList(row)) report([name, 'keep'], 'is for calls that give a list');
}

function judgeDerived(
  name: string,
  call: DerivedCall,
  calls: Parameters<typeof judgeCalls>[0],
  report: Report,
): void {
  const from = mappedRows.get(call.in);
  const row = mappedRows.get(name);
  const source = calls[call.in];
  if (row?.method !== 'GET' || row.download) report([name], 'only a read can be answered from a list');
  else if (!from || !isList(from)) report([name, 'in'], 'must be the name of a call that gives a list');
  else if (entityOf(from) !== entityOf(row))
    report([name, 'in'], 'must be a list of the same kind of record');
  else if (typeof source !== 'object' || 'in' in source)
    report([name, 'in'], `${call.in} must be a call of this file with a path`);
  for (const each of Object.keys(call.keep ?? {})) {
    const entity = row && entityOf(row);
    const known: readonly string[] = entity ? entityFields[entity] : [];
    if (!known.includes(each)) report([name, 'keep', each], notThere('field', known));
  }
}

function notThere(what: string, known: readonly string[]): string {
  return known.length === 0
    ? `this call has no ${what}`
    : `this call has no such ${what}; it has ${listOf(known)}`;
}

function listOf(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}

/** Returns the known call name that is most similar: equal except for case, or different in a few letters. */
function nearest(name: string): string {
  const plain = name.toLowerCase();
  const like = [...mappedRows.keys()].filter((known) => {
    const other = known.toLowerCase();
    return other.includes(plain) || (plain.length > 3 && plain.includes(other));
  });
  const difference = (known: string) => Math.abs(known.length - name.length);
  const [found] = like.sort((one, other) => difference(one) - difference(other));
  return found ? `; did you mean ${found}?` : '';
}

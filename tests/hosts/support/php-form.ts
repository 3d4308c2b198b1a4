import type { HostRequest, ReceivedFile } from './server.ts';

/** A body as PHP parses it: texts and files by name, with `a[]`, `a[0]` and `a[key]` as arrays. */
export interface PhpInput {
  fields: Record<string, unknown>;
  files: Record<string, ReceivedFile[]>;
}

/**
 * Returns $_POST and $_FILES: PHP reads a form only for POST, so that PUT with a multipart body arrives empty. A
 * framework reads JSON itself, for every method.
 */
export function phpInput(request: HostRequest): PhpInput {
  const input: PhpInput = { fields: {}, files: {} };
  if (request.kind === 'json') {
    if (typeof request.json === 'object' && request.json) input.fields = { ...request.json };
    return input;
  }
  // Frameworks parse the urlencoded body of a PUT themselves, but cannot parse a multipart body.
  if (request.method !== 'POST' && request.kind === 'multipart') return input;
  for (const [name, value] of request.texts) put(input.fields, name, value);
  for (const file of request.files) {
    const name = file.field.replace(/\[.*$/, '');
    input.files[name] = [...(input.files[name] ?? []), file];
  }
  return input;
}

function put(into: Record<string, unknown>, name: string, value: unknown): void {
  const [, first = name, rest = ''] = /^([^[]+)((?:\[[^\]]*\])*)$/.exec(name) ?? [];
  const keys = [first, ...[...rest.matchAll(/\[([^\]]*)\]/g)].map(([, key = '']) => key)];
  let place = into;
  for (const [index, key] of keys.entries()) {
    const named = key || String(Object.keys(place).length);
    if (index === keys.length - 1) place[named] = value;
    else {
      const inner = place[named];
      place[named] = typeof inner === 'object' && inner ? inner : {};
      place = place[named] as Record<string, unknown>;
    }
  }
}

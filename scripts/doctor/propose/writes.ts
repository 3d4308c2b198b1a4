import { type CallName, type ContractRow, contract } from '#shared/contract/index.ts';
import { sentNames } from '../../../server/bff/hosts/host-file/entities.ts';
import { kinds, type Make } from './known-hosts.ts';
import { bareOf, type Listed, lastOf } from './survey.ts';

/** Puts a call into the proposed file, at a path from the origin. */
export type AddCall = (
  name: CallName,
  path: string,
  because: string,
  more?: Record<string, unknown>,
  tried?: boolean,
) => void;

/** The writes of one kind of thing, as its make documents them or OPTIONS allows them. */
export function addWrites(
  found: Listed,
  { wrap, takesNoFiles, upload, name: by }: Make,
  { edit, removes }: { edit: string; removes: boolean },
  addCall: AddCall,
): void {
  const names = kinds[found.kind];
  const because = found.allowed
    ? 'OPTIONS allows it, under the names of its answers'
    : `${by} hosts document it`;
  const list = bareOf(found.path);
  const item = (mark: string) => `${list.replace(/\/$/, '')}/{${mark}}${list.endsWith('/') ? '/' : ''}`;
  for (const name of [names.add, names.edit]) {
    const row: ContractRow = contract[name];
    const isEdit = name === names.edit;
    const isForm = row.upload !== undefined && !takesNoFiles;
    const id = name === 'editBlog' ? 'blog_id' : 'id';
    // Laravel reads a form of POST alone, which says the method itself.
    const isSpoofed = isEdit && isForm && wrap === 'method';
    const body: Record<string, string> = {};
    const uploads: Record<string, string> = {};
    for (const [ours, file] of namesOf(row)) {
      const isOne = file?.maxCount === 1;
      // An upload into a list would take the place of what is in it.
      if (file && upload && found.fields.has(ours) && (isOne || !isEdit)) uploads[ours] = upload.field;
      const theirs =
        file && !isForm ? undefined : nameIn(found, ours, { wrap, isForm, isFile: file && true });
      const whole = file && !isOne && wrap !== 'data' ? `${theirs}[]` : theirs;
      if (theirs && whole && !Object.values(body).includes(whole)) body[ours] = whole;
    }
    if (wrap === 'json_api' && isEdit) body[id] = 'data.id';
    const more = {
      ...(isEdit && !isSpoofed && edit !== 'POST' && { method: edit }),
      ...(wrap === 'json_api' ? { send: 'json_api' } : row.upload && !isForm && { send: 'json' }),
      ...(isForm && wrap === 'data' && { json_part: 'data' }),
      body,
      ...(Object.keys(uploads).length > 0 && { uploads }),
      ...(isSpoofed && { add_body: { _method: edit } }),
      ...(wrap === 'json_api' && { add_body: { 'data.type': lastOf(list) } }),
    };
    addCall(name, isEdit ? item(id) : list, because, more, false);
  }
  // WordPress keeps deleted posts in its own trash, and has none for terms.
  const forced = by === 'wordpress' && found.kind === 'categories' && { add_query: { force: 'true' } };
  if (removes) addCall(names.remove, item('id'), because, { method: 'DELETE', ...forced }, false);
}

function namesOf(row: ContractRow) {
  const files = new Map(row.upload?.files.map((file) => [file.name, file]));
  return sentNames(row)
    .filter((name) => name !== 'updated_at')
    .map((name) => [name, files.get(name)] as const);
}

/** The host's name for what a call of ours sends; undefined where the host has no such field. */
function nameIn(
  { fields, envelope, path }: Listed,
  ours: string,
  { wrap, isForm, isFile }: { wrap: Make['wrap']; isForm: boolean; isFile: boolean | undefined },
): string | undefined {
  const { place, says } = fields.get(ours === 'tech_image' ? 'tech_img' : ours) ?? {};
  // A draft that is known by having no date is made at the host.
  if (!place || (typeof says === 'object' && says.values?.[0] === null)) return undefined;
  // service.id of an answer is sent as service_id, title.rendered as title, links.linkedin as linkedin, cover_url as cover.
  const [first = '', ...inner] = place.split('.');
  const isPart = inner.length > 0 && !/^(rendered|raw|html|text|value|0|data|id|uuid)$/.test(inner[0] ?? '');
  const isId = /^(id|uuid)$/.test(inner.at(-1) ?? '') && wrap !== 'data';
  const own = isPart ? (wrap === 'data' ? place : (inner.at(-1) ?? '')) : first;
  const name = isFile ? first.replace(/(?<=.)[_-]?(url|path|src)$/i, '') : isId ? `${first}_id` : own;
  if (wrap === 'json_api') return first === 'relationships' ? `data.${place}` : `data.attributes.${name}`;
  if (wrap === 'kind') return `${(envelope.one || lastOf(path).replace(/s$/, '')).split('.')[0]}.${name}`;
  if (wrap !== 'data') return name;
  return isForm ? (isFile ? `files.${name}` : name) : `data.${name}`;
}

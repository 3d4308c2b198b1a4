import { type CallName, type ContractRow, contract } from '#shared/contract/index.ts';
import { sentNames } from '../../../server/bff/hosts/host-file/entities.ts';
import type { callsOf } from './known-hosts.ts';
import { bareOf, type Listed, lastOf, type Surveyed } from './survey.ts';

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
  names: ReturnType<typeof callsOf>,
  make: Surveyed['make'],
  removes: boolean,
  addCall: AddCall,
): void {
  const { edit, wrap, takesNoFiles, name: by } = make;
  const because = found.allowed
    ? 'OPTIONS allows it; the names are those of its answers'
    : `${by} hosts document it`;
  const list = bareOf(found.path);
  const type = lastOf(list);
  // WordPress keeps deleted posts in its own trash, and has none for terms.
  const forced = by === 'wordpress' && found.kind === 'category';
  const item = `${list.replace(/\/$/, '')}/{id}${list.endsWith('/') ? '/' : ''}`;
  for (const name of [names.add, names.edit]) {
    const row: ContractRow = contract[name];
    const isForm = row.upload !== undefined && !takesNoFiles;
    const isEdit = name === names.edit;
    // Laravel reads a form of POST alone, which says the method itself.
    const isSpoofed = isEdit && isForm && wrap === 'method';
    const added = { ...(isSpoofed && { _method: edit }), ...(wrap === 'json_api' && { 'data.type': type }) };
    const body = bodyOf(row, found, { wrap, isForm });
    if (wrap === 'json_api' && isEdit) body[name === 'editBlog' ? 'blog_id' : 'id'] = 'data.id';
    const more = {
      ...(isEdit && !isSpoofed && edit !== 'POST' && { method: edit }),
      ...(wrap === 'json_api' ? { send: 'json_api' } : row.upload && !isForm && { send: 'json' }),
      ...(isForm && wrap === 'data' && { json_part: 'data' }),
      body,
      ...(Object.keys(added).length > 0 && { add_body: added }),
    };
    addCall(
      name,
      isEdit ? item.replace('{id}', name === 'editBlog' ? '{blog_id}' : '{id}') : list,
      because,
      more,
      false,
    );
  }
  if (!removes) return;
  addCall(
    names.remove,
    item,
    because,
    { method: 'DELETE', ...(forced && { add_query: { force: 'true' } }) },
    false,
  );
}

/** The host's names for what a call of ours sends, as far as the host has such a field. */
function bodyOf(
  row: ContractRow,
  { fields, envelope, path }: Listed,
  { wrap, isForm }: { wrap: Surveyed['make']['wrap']; isForm: boolean },
) {
  const body: Record<string, string> = {};
  const [kind = ''] = (envelope.one || lastOf(path).replace(/s$/, '')).split('.');
  for (const ours of sentNames(row)) {
    const file = row.upload?.files.find(({ name }) => name === ours);
    const field = fields.get(ours === 'tech_image' ? 'tech_img' : ours);
    if (!field?.place || (file && !isForm) || ours === 'updated_at') continue;
    const says = typeof field.says === 'object' ? field.says : {};
    // A draft that is known by having no date is made at the host.
    if (says.values?.[0] === null) continue;
    // service.id of an answer is sent as service_id, title.rendered as title, links.linkedin as linkedin, cover_url as cover.
    const [first = '', ...inner] = field.place.split('.');
    const isPart =
      inner.length > 0 && !/^(rendered|raw|html|text|value|0|data|id|uuid)$/.test(inner[0] ?? '');
    const own = isPart ? (wrap === 'data' ? field.place : (inner.at(-1) ?? '')) : first;
    const isId = /^(id|uuid)$/.test(inner.at(-1) ?? '') && wrap !== 'data';
    const name = file ? first.replace(/(?<=.)[_-]?(url|path|src)$/i, '') : isId ? `${first}_id` : own;
    const wrapped = {
      kind: `${kind}.${name}`,
      data: isForm ? (file ? `files.${name}` : name) : `data.${name}`,
      json_api: first === 'relationships' ? `data.${field.place}` : `data.attributes.${name}`,
      method: name,
    };
    const whole = (wrap ? wrapped[wrap] : name) + (file && file.maxCount > 1 && wrap !== 'data' ? '[]' : '');
    if (!Object.values(body).includes(whole)) body[ours] = whole;
  }
  return body;
}

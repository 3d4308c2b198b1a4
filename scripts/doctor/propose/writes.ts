import { type ContractRow, contract } from '#shared/contract/index.ts';
import { entityOf, sentNames } from '../../../server/bff/hosts/host-file/entities.ts';
import type { Operation } from './api-book.ts';
import { fieldWords, wordsIn } from './field-words.ts';
import type { FoundFields } from './fields.ts';
import { plain } from './json-places.ts';
import { formFor, isDeaf, isRails as isOnRails, methodsIn } from './resources.ts';
import { isStrapi as isOnStrapi, nameAtStrapi, namesForStrapi } from './strapi.ts';
import type { KnownResource, Surveyed } from './survey.ts';
import { bareOf, type Kind } from './words.ts';

/** A call that changes something: nobody has tried it. */
export interface ProposedWrite {
  name: keyof typeof contract;
  says: Record<string, unknown>;
  because: string;
  /** Files cannot be sent with it. */
  takesNoFiles?: boolean;
  /** Fields that a call which replaces the whole thing takes, and that nothing of ours is put into. */
  unsent?: readonly string[];
}

const writesOf: Partial<
  Record<Kind, { add: keyof typeof contract; edit: keyof typeof contract; remove: keyof typeof contract }>
> = {
  post: { add: 'saveBlog', edit: 'editBlog', remove: 'deleteBlog' },
  category: { add: 'addProjectCategory', edit: 'updateProjectCategory', remove: 'deleteProjectCategory' },
  project: { add: 'addProject', edit: 'updateProject', remove: 'deleteProject' },
  job: { add: 'addJob', edit: 'updateJob', remove: 'deleteJob' },
  member: { add: 'addTeamMember', edit: 'updateTeamMember', remove: 'deleteTeamMember' },
};

/** How a host likes its writes, as far as its answers tell. */
export interface Habits {
  /** PHP reads a form of POST alone, and true and false as 1 and 0. */
  isPhp: boolean;
  /** What `_method` means to Laravel and Symfony. */
  isLaravel: boolean;
  /** Rails reads what is written from below the name of its kind. */
  isRails: boolean;
  /** Strapi reads it from `data`: in JSON below that name, in a form as JSON in the part of that name, with files beside it. */
  isStrapi: boolean;
}

export function habitsOf(done: Surveyed, preset: string): Habits {
  const { refusals, resources, envelope } = done;
  const seen = [...refusals, ...Object.values(resources).map((each) => each.seen)];
  const texts = refusals.map(({ text }) => text).join('\n');
  const isLaravel =
    (preset.startsWith('laravel') && envelope.page !== undefined) ||
    /could not be found\.|No query results for model|Symfony\\\\/.test(texts);
  const cookies = seen.flatMap(({ headers }) => [headers['set-cookie'] ?? []].flat()).join('\n');
  return {
    isRails: isOnRails(done),
    isStrapi: isOnStrapi(done.nowhere),
    isLaravel: isLaravel || /laravel_session|XSRF-TOKEN/.test(cookies),
    isPhp:
      isLaravel ||
      /PHPSESSID/.test(cookies) ||
      seen.some(({ headers }) => /php/i.test(String(headers['x-powered-by'] ?? ''))),
  };
}

/** The writes of one kind of thing: as the host's document says, as OPTIONS says, else as such hosts usually have it. */
export async function proposeWrites(
  done: Surveyed,
  resource: KnownResource,
  habits: Habits,
): Promise<ProposedWrite[]> {
  const names = writesOf[resource.kind];
  if (!names) return [];
  const { prober, book } = done;
  const list = bareOf(resource.path);
  const single = resource.single?.path;
  const others = Object.values(done.resources).flatMap((each) => (each.single ? [each.single.path] : []));
  const isByQuery = /\?.*\{id\}/.test(single ?? others[0] ?? '');
  const item =
    single && !isByQuery ? bareOf(single) : `${list.replace(/\/$/, '')}/{id}${list.endsWith('/') ? '/' : ''}`;
  const documented = (method: string, path: string) =>
    book?.operations.find((each) => each.method === method && each.path.replace(/\{\w+\}/g, '{id}') === path);
  const found: ProposedWrite[] = [];

  if (isByQuery && !book) {
    const because =
      'a host that asks for one thing by ?id= usually saves and deletes by such paths; nothing at the host tells';
    const save = formFor('{list}/save', list);
    const idName = resource.idField;
    found.push({
      name: names.add,
      says: { path: save, body: bodyOf(names.add, resource, habits, undefined) },
      because,
    });
    const idOfOurs = names.edit === 'editBlog' ? 'blog_id' : 'id';
    found.push({
      name: names.edit,
      says: { path: save, body: { [idOfOurs]: idName, ...bodyOf(names.edit, resource, habits, undefined) } },
      because,
    });
    found.push({
      name: names.remove,
      says: { path: formFor('{list}/delete', list), send: 'urlencoded', body: { id: idName } },
      because,
    });
    return found;
  }

  const [row] = resource.list.rows;
  const id = row?.[resource.idField];
  const isSilent = book !== undefined || isDeaf(done.nowhere.options);
  const listAllows = isSilent ? undefined : methodsIn(await prober.ask('OPTIONS', list));
  const itemAllows =
    isSilent || id === undefined
      ? undefined
      : methodsIn(await prober.ask('OPTIONS', item.replace('{id}', encodeURIComponent(String(id)))));
  const nothing = methodsIn(done.nowhere.options)?.join();
  const tells = (allows: string[] | undefined) => allows !== undefined && allows.join() !== nothing;
  const convention = 'the usual call of such hosts; nothing at the host tells';

  const add = documented('POST', list);
  if (add || (!book && (!tells(listAllows) || listAllows?.includes('POST'))))
    found.push({
      name: names.add,
      says: { path: list, ...written(names.add, resource, habits, add) },
      because:
        add && book
          ? `${book.call} describes it`
          : tells(listAllows)
            ? `OPTIONS ${list} allows POST`
            : convention,
      ...takesNoFiles(names.add, add),
    });
  const edit = ['PATCH', 'PUT', 'POST'].map((method) => documented(method, item)).find(Boolean);
  const method =
    edit?.method ??
    (tells(itemAllows)
      ? ['PATCH', 'PUT', 'POST'].find((each) => itemAllows?.includes(each))
      : book
        ? undefined
        : 'PUT');
  if (method) {
    const sendsForm =
      contractRow(names.edit).upload !== undefined && !(edit?.body && !edit.body.kinds.includes('multipart'));
    const isSpoofed = method !== 'POST' && habits.isLaravel && sendsForm;
    const path = names.edit === 'editBlog' ? item.replace('{id}', '{blog_id}') : item;
    const said = written(names.edit, resource, habits, edit);
    found.push({
      name: names.edit,
      says: {
        ...(method !== 'POST' && !isSpoofed && { method }),
        path,
        ...said,
        ...(isSpoofed && { add_body: { _method: method } }),
      },
      because:
        edit && book
          ? `${book.call} describes it`
          : `${tells(itemAllows) ? `OPTIONS of one allows ${method}` : convention}${isSpoofed ? '; Laravel reads a form with a file of POST alone, which says _method' : ''}`,
      ...takesNoFiles(names.edit, edit),
      ...(method === 'PUT' && edit?.body && { unsent: unsentOf(edit.body.names, Object.values(said.body)) }),
    });
  }
  const remove = documented('DELETE', item);
  if (remove || (!book && (!tells(itemAllows) || itemAllows?.includes('DELETE'))))
    found.push({
      name: names.remove,
      says: { method: 'DELETE', path: item },
      because:
        remove && book
          ? `${book.call} describes it`
          : tells(itemAllows)
            ? 'OPTIONS of one allows DELETE'
            : convention,
    });
  return found;
}

function contractRow(name: keyof typeof contract): ContractRow {
  return contract[name];
}

function takesNoFiles(
  name: keyof typeof contract,
  operation: Operation | undefined,
): Pick<ProposedWrite, 'takesNoFiles'> {
  const needs = contractRow(name).upload !== undefined;
  return needs && operation?.body && !operation.body.kinds.includes('multipart')
    ? { takesNoFiles: true }
    : {};
}

/** What a body may have besides what is sent; a word that says what to take away is no field. */
function unsentOf(names: readonly string[], sent: readonly string[]): string[] {
  return names.filter((name) => !sent.includes(name) && !/^(remove|delete|clear|_)|^id$/i.test(name));
}

/** The body of a write under the host's names, and how it is sent. */
function written(
  name: keyof typeof contract,
  resource: KnownResource,
  habits: Habits,
  operation: Operation | undefined,
): { body: Record<string, string>; send?: string; json_part?: string } {
  const isForm = contractRow(name).upload !== undefined;
  const kinds = operation?.body?.kinds;
  const send =
    kinds === undefined
      ? undefined
      : isForm
        ? kinds.includes('multipart')
          ? undefined
          : kinds[0]
        : kinds.includes('json')
          ? undefined
          : kinds[0];
  return {
    ...(send && { send }),
    ...(isForm && habits.isStrapi && !operation && { json_part: 'data' }),
    body: bodyOf(name, resource, habits, operation),
  };
}

function bodyOf(
  name: keyof typeof contract,
  resource: KnownResource,
  { isPhp, isRails, isStrapi }: Habits,
  operation: Operation | undefined,
): Record<string, string> {
  const row = contractRow(name);
  const files = new Map((row.upload?.files ?? []).map((file) => [file.name, file.maxCount > 1]));
  const body: Record<string, string> = {};
  const isCamel = Object.keys(resource.rows[0] ?? {}).some((each) => /[a-z][A-Z]/.test(each));
  const ofOurs = sentNames(row).filter(
    (each) => !/^(updated_at|blog_id|remove_.*|website|form_token)$/.test(each),
  );
  for (const ours of ofOurs) {
    const field = resource.fields.get(ours === 'tech_image' ? 'tech_img' : ours);
    const isFile = files.has(ours);
    // The address of a page of YouTube or Vimeo is no file, and nothing of ours can be put there.
    if (isFile && /youtu\.?be|vimeo/i.test(String(field?.sample ?? ''))) continue;
    const documented = operation?.body && namedIn(operation.body, ours, row, resource.fields, isFile);
    const theirs =
      documented ??
      (operation?.body
        ? undefined
        : field &&
          (isFile
            ? fileName(field.place)
            : isStrapi
              ? nameAtStrapi(field.place)
              : writtenName(field.place, isCamel)));
    if (theirs === undefined || Object.values(body).includes(theirs)) continue;
    // Node's readers of forms take a name again and again, PHP's keep the last one without the brackets.
    body[ours] = isFile && files.get(ours) && isPhp ? `${theirs}[]` : theirs;
  }
  if (isStrapi && !operation) return namesForStrapi(body, row);
  const kind = resource.envelope.one;
  if (!isRails || operation || !kind || kind.includes('.')) return body;
  return Object.fromEntries(Object.entries(body).map(([ours, theirs]) => [ours, `${kind}.${theirs}`]));
}

/** The name of a field in a body that the host's document describes. */
function namedIn(
  body: NonNullable<Operation['body']>,
  ours: string,
  row: ContractRow,
  fields: FoundFields,
  isFile: boolean,
): string | undefined {
  const names = isFile ? body.files : body.names;
  const place = fields.get(ours === 'tech_image' ? 'tech_img' : ours)?.place;
  const likely = place ? [place, isFile ? fileName(place) : writtenName(place, false)] : [];
  const own = likely.flatMap((each) => names.filter((name) => plain(name) === plain(each)));
  if (own.length > 0) return own.find((name) => likely.includes(name)) ?? own[0];
  const entity = entityOf(row);
  const words = entity && fieldWords[entity]?.[ours === 'tech_image' ? 'tech_img' : ours]?.names;
  for (const word of wordsIn(words)) {
    const found = names.find((each) => plain(each) === word);
    if (found) return found;
  }
  // The one file of a project is rather a picture.
  return isFile && ours !== 'video' && names.length === 1 && row.upload?.files[0]?.name === ours
    ? names[0]
    : undefined;
}

/** What a place in an answer is usually called where it is sent: service.id is service_id there, and links.linkedin linkedin. */
function writtenName(place: string, isCamel: boolean): string {
  const [first = '', second] = place.split('.');
  if (second === undefined) return first;
  const last = place.split('.').at(-1) ?? '';
  if (/^(id|uuid)$/.test(last)) return isCamel ? `${first}Id` : `${first}_${last}`;
  return /^(rendered|raw|html|text|value)$/.test(last) ? first : last;
}

/** The name of a file, where the answer has its address: cover of coverImageUrl. */
function fileName(place: string): string {
  const [first = ''] = place.split('.');
  const bare = first.replace(/[_-]?(url|path|src|uri)$/i, '');
  return bare === first ? first : bare.replace(/(?<=.)[_-]?image$/i, '') || first;
}

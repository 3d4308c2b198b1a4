import type { contract } from '#shared/contract/index.ts';
import { applyingIn } from './applicant-calls.ts';
import { messageWords } from './field-words.ts';
import { plain } from './json-places.ts';
import { takes } from './resources.ts';
import type { Surveyed } from './survey.ts';
import { contactNames, lastOf } from './words.ts';

/** A call beside the lists: a form of visitors, or one that takes a picture away. */
interface LesserCall {
  name: keyof typeof contract;
  /** From the origin. */
  path: string;
  more: Record<string, unknown>;
  because: string;
  question?: string;
}

export async function lesserCalls(done: Surveyed): Promise<LesserCall[]> {
  const { book } = done;
  const applying = book && applyingIn(book);
  return [
    ...(await contact(done)),
    ...(await removals(done)),
    ...(applying ? [{ ...applying, because: `${book.call} describes it` }] : []),
  ];
}

/** Where messages go: by the host's document, which names the fields too, or by OPTIONS, which does not. */
async function contact(done: Surveyed): Promise<LesserCall[]> {
  const { book, root } = done;
  if (book) {
    const found = book.operations.find(
      ({ method, path, body }) =>
        method === 'POST' && contactNames.includes(lastOf(path)) && body !== undefined,
    );
    if (!found?.body) return [];
    const { names, kinds } = found.body;
    const body: Record<string, string> = {};
    for (const [ours, words] of Object.entries(messageWords)) {
      const theirs = words
        .map((word) => names.find((name) => plain(name) === word))
        .find((name) => name && !Object.values(body).includes(name));
      if (theirs) body[ours] = theirs;
    }
    const more = { body, ...(!kinds.includes('json') && { send: kinds[0] }) };
    return [{ name: 'contactUs', path: found.path, more, because: `${book.call} describes it` }];
  }
  for (const name of contactNames) {
    const path = `${root}/${name}`;
    const has = await takes(done, 'POST', path);
    if (has === undefined) break;
    if (!has) continue;
    const names = Object.fromEntries(Object.keys(messageWords).map((each) => [each, each]));
    return [
      {
        name: 'contactUs',
        path: has,
        more: { body: names },
        because: `OPTIONS ${has} allows POST; what its fields are called, nothing tells`,
        question: `calls.contactUs.body: ask what POST ${path} calls the name, address, telephone number, subject and text of a message`,
      },
    ];
  }
  return [];
}

/** Pictures that can be taken away one by one, by what their lists are called. */
async function removals(done: Surveyed): Promise<LesserCall[]> {
  const { resources, book, root } = done;
  const found: LesserCall[] = [];
  const lists = [
    {
      name: 'deleteTechImage',
      place: resources.category?.fields.get('tech_img')?.place,
      entity: resources.category?.inside.logo,
    },
    {
      name: 'deleteProjectImage',
      place: resources.project?.fields.get('images')?.place,
      entity: resources.project?.inside.project_image,
    },
  ] as const;
  for (const { name, place, entity } of lists) {
    const sample = entity?.get('id')?.sample;
    const last = place?.split('.').at(-1);
    if (!last || sample === undefined) continue;
    const documented = book?.operations.find(
      ({ method, path }) =>
        method === 'DELETE' &&
        new RegExp(`/${last}/\\{\\w+\\}/?$`).test(path) &&
        path.split('{').length === 2,
    );
    const one = `${root}/${last}/${encodeURIComponent(String(sample))}`;
    const has = documented || book ? undefined : await takes(done, 'DELETE', one);
    if (!documented && !has) continue;
    const path =
      documented?.path.replace(/\{\w+\}/, '{id}') ??
      `${root}/${last}/{id}${has ? has.slice(one.length) : ''}`;
    found.push({
      name,
      path,
      more: {},
      because: documented && book ? `${book.call} describes it` : `OPTIONS of one allows DELETE`,
    });
  }
  return found;
}

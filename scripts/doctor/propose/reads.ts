import { isDeepStrictEqual as isEqual } from 'node:util';
import type { FieldPlace } from '../../../server/bff/hosts/host-file/call.ts';
import type { Envelope } from '../../../server/bff/hosts/host-file/envelope.ts';
import { differing } from './envelope.ts';
import { at } from './json-places.ts';
import type { Session } from './session.ts';
import { entityOfKind, type KnownResource, type Surveyed } from './survey.ts';
import type { Kind } from './words.ts';

/** Puts a call into the proposal, at a path from the origin. */
export type AddCall = (
  name: string,
  path: string,
  because: string,
  more?: Record<string, unknown>,
  tried?: boolean,
) => void;

/** A path of the host as a call says it: below the root, or from the origin; what stands in its query apart. */
export function addressOf(path: string, root: string): Record<string, unknown> {
  const [plainPath = '', search = ''] = path.split('?', 2);
  const isBelow = root === '' || plainPath.startsWith(`${root}/`);
  const query: Record<string, string> = {};
  const always: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(search)) {
    if (value === '{id}') query.id = name;
    else always[name] = value;
  }
  return {
    path: isBelow ? plainPath.slice(root.length) : plainPath,
    ...(!isBelow && { from: 'origin' }),
    ...(Object.keys(query).length > 0 && { query }),
    ...(Object.keys(always).length > 0 && { add_query: always }),
  };
}

/** Fields without which a thing cannot be shown. */
const essential: Partial<Record<Kind, readonly string[]>> = {
  post: ['blog_title', 'description'],
  category: ['title'],
  project: ['title', 'description'],
  job: ['title'],
  member: ['name'],
};

/** What nothing in the host's things looks like. */
function askForFields({ resources }: Surveyed, questions: string[]): void {
  for (const { kind, fields, rows, seen } of Object.values(resources)) {
    for (const name of rows.length > 0 ? (essential[kind] ?? []) : []) {
      if (!fields.has(name))
        questions.push(
          `fields.${entityOfKind[kind]}.${name}: no field of ${seen.call} looks like it (${Object.keys(
            rows[0] ?? {},
          )
            .slice(0, 20)
            .join(', ')}): say which one it is`,
        );
    }
  }
}

/** The calls that read: their lists, and one of each. */
export function addReads(
  { done, session }: { done: Surveyed; session?: Session },
  held: Envelope,
  addCall: AddCall,
  calls: Record<string, Record<string, unknown>>,
  questions: string[],
): void {
  askForFields(done, questions);
  const { post, category, project, job, member } = done.resources;
  const listEnvelope = ({ envelope }: KnownResource) => {
    const { one: _one, ...ofList } = envelope;
    const differs = differing(ofList, held);
    // A list that is shorter than a page tells nothing of how long a page is.
    if (isEqual(differs.paging, withoutSize(held.paging))) delete differs.paging;
    return Object.keys(differs).length > 0 ? { envelope: differs } : {};
  };
  const oneEnvelope = ({ envelope }: KnownResource) =>
    envelope.one !== undefined && envelope.one !== (held.one ?? '')
      ? { envelope: { one: envelope.one } }
      : {};
  const addList = (name: string, resource: KnownResource, more: Record<string, unknown> = {}) => {
    addCall(name, resource.path, `${resource.because}; ${resource.pages.because}`, {
      ...listEnvelope(resource),
      ...more,
    });
    if (resource.pages.isByCursor)
      questions.push(
        `calls.${name}: its pages are by cursor, which the site cannot ask for: ask for page numbers, an offset, or a way to get all rows at once`,
      );
    if (resource.list.rows.length === 0)
      questions.push(
        `calls.${name}: the list is empty, so that its fields are not known: run the doctor again when there is something in it`,
      );
  };
  const addOne = (name: string, list: string, resource: KnownResource) => {
    if (resource.single)
      addCall(
        name,
        resource.single.path,
        `${resource.single.seen.call} answered the thing with this id`,
        oneEnvelope(resource),
      );
    else if (resource.list.rows.length > 0) {
      calls[name] = { in: list };
      questions.push(
        `calls.${name}: no call was found that gives one by its id, and it is looked up in the list: ask for one if the list leaves something out`,
      );
    }
  };

  if (post) {
    const shown = post.fields.get('is_active');
    const showsHidden = shown && post.rows.some((row) => isHidden(at(row, shown.place), shown.says));
    addList('activeBlogs', post, showsHidden ? { keep: { is_active: 1 } } : {});
    addOne('singlePost', 'activeBlogs', post);
    const all = session?.allPosts ?? (session ? undefined : post.guarded[0]);
    if (all) addCall('blogs', all.path, all.because, listEnvelope(post), session?.allPosts !== undefined);
    else {
      addCall('blogs', post.path, 'no list was found that has drafts as well', listEnvelope(post));
      if (!showsHidden)
        questions.push(
          'calls.blogs: no list was found that shows drafts to whoever is signed in: ask for one, or drafts cannot be edited once they are saved',
        );
    }
  }
  if (category) {
    addList('getProjectCategory', category);
    addOne('getSingleCategory', 'getProjectCategory', category);
  }
  if (project) {
    const { byCategory } = done;
    const place = project.fields.get('category_id');
    if (byCategory) addList('getProjects', project, { query: { id: byCategory.name } });
    else if (place) {
      addList('getProjects', project, { keep: { category_id: '{id}' } });
      questions.push(
        'calls.getProjects: no parameter was found that asks for the projects of one category, so that all pages of the list are read for each: ask for one',
      );
    } else
      questions.push(
        'fields.project.category_id: nothing in a project says which category it is of: ask for it',
      );
    addOne('getSingleProject', 'getProjects', project);
  }
  if (job) {
    addList('jobs', job);
    addOne('singleJob', 'jobs', job);
    const [all] = job.guarded;
    if (all) addCall('getJobs', all.path, all.because, listEnvelope(job));
  }
  if (member) {
    addList('team', member);
    const [all] = member.guarded;
    if (all) addCall('getTeam', all.path, all.because, listEnvelope(member));
  }
}

/** Whoever may change jobs or the team here needs a list of them: without one of their own that of visitors. */
export function addListsToWorkIn(
  addCall: AddCall,
  calls: Record<string, Record<string, unknown>>,
  questions: string[],
  { resources: { job, member } }: Surveyed,
): void {
  const lists = [
    {
      name: 'getJobs',
      of: 'jobs',
      resource: job,
      writes: ['addJob', 'updateJob'],
      hides: 'drafts and closed jobs',
    },
    {
      name: 'getTeam',
      of: 'team',
      resource: member,
      writes: ['addTeamMember', 'updateTeamMember'],
      hides: 'who is hidden',
    },
  ];
  for (const { name, of, resource, writes, hides } of lists) {
    const { keep: _, ...shown } = calls[of] ?? {};
    if (!resource || calls[name] || !calls[of] || !writes.some((each) => calls[each])) continue;
    addCall(name, resource.path, `no list was found that has ${hides} as well`, shown);
    questions.push(
      `calls.${name}: no list was found that shows ${hides} to whoever is signed in: ask for one, or they cannot be edited`,
    );
  }
}

function withoutSize(paging: Envelope['paging']): unknown {
  if (paging === undefined || paging === 'none' || !('page' in paging)) return paging;
  const { size: _, ...others } = paging;
  return others;
}

function isHidden(value: unknown, says: FieldPlace): boolean {
  const off = typeof says === 'object' ? says.values?.[0] : undefined;
  return off !== undefined
    ? value === off
    : value === false || value === 0 || value === '0' || value === 'false';
}

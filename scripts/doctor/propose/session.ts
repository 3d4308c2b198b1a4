import type { ApiBook } from './api-book.ts';
import { listIn } from './envelope.ts';
import type { Seen } from './prober.ts';
import { draftForms, formFor } from './resources.ts';
import type { KnownResource, Surveyed } from './survey.ts';
import { type SignedIn, type WayIn, waysToSend } from './way-in.ts';

type Send = 'bearer' | { header: string; prefix?: string } | { cookie: string };

/** What the token that a sign-in brought has shown. */
export interface Session {
  token: string;
  send: Send;
  /** Why the token is sent so; what could not be seen says so. */
  because: string;
  isTried: boolean;
  /** Where all posts are, those that visitors do not get among them. */
  allPosts?: { path: string; because: string };
  /** Rows of that list. */
  seen?: Seen;
}

/** Reads that hosts keep for whoever is signed in, where no list is. */
const ownReads = [
  'user',
  'me',
  'auth/me',
  'profile',
  'users/me',
  'account',
  'auth/user',
  'auth/profile',
  'messages',
  'contact-messages',
  'users',
];

/** Forms of a public list that may show more to whoever is signed in. */
const moreForms = [
  '{list}',
  '{list}?drafts=true',
  '{list}?status=all',
  '{list}?all=true',
  '{list}?all=1',
  '{list}?include_drafts=true',
  '{list}?publicationState=preview',
];

function tokenOf({ seen, from }: SignedIn): string {
  const found =
    'body' in from
      ? from.body
          .split('.')
          .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], seen.json)
      : 'header' in from
        ? seen.headers[from.header.toLowerCase()]
        : cookieOf(seen, from.cookie);
  return String(found ?? '').replace(/^bearer\s+/i, '');
}

function cookieOf({ headers }: Seen, name: string): string | undefined {
  const line = [headers['set-cookie'] ?? []].flat().find((each) => each.split('=', 1)[0]?.trim() === name);
  return line?.slice(line.indexOf('=') + 1).split(';', 1)[0];
}

export function headersOf(send: Send, token: string): Record<string, string> {
  if (send === 'bearer') return { authorization: `Bearer ${token}` };
  if ('cookie' in send) return { cookie: `${send.cookie}=${token}` };
  return { [send.header.toLowerCase()]: `${send.prefix ?? ''}${token}` };
}

/** Finds how the token is to be sent by a read that needs it, and where all posts are. */
export async function tryToken(done: Surveyed, signedIn: SignedIn): Promise<Session> {
  const { prober, root, book, resources } = done;
  const token = tokenOf(signedIn);
  const ways = waysToSend(signedIn, book);
  const usual: Session = {
    token,
    send: ways[0] ?? 'bearer',
    because: 'the usual way; no read was found that needs the token',
    isTried: false,
  };

  const guarded = Object.values(resources).flatMap((resource) => resource.guarded.map(({ path }) => path));
  const besideSignIn = signedIn.way.path.replace(/[^/]+\/?$/, 'me');
  const reads = [...guarded, besideSignIn, ...ownReads.map((name) => `${root}/${name}`)];
  let found: Session | undefined;
  for (const likely of reads) {
    const open = await prober.ask('GET', likely);
    const { path } = open;
    if (open.status !== 401 && open.status !== 403) continue;
    for (const send of ways) {
      const seen = await prober.ask('GET', path, headersOf(send, token));
      if (seen.status === 401 || seen.status === 403) continue;
      if (seen.status !== 200) break;
      const because = `GET ${path} answered ${open.status} without it and 200 with it`;
      found = { token, send, because, isTried: true };
      break;
    }
    if (found) break;
  }
  const session = found ?? usual;
  const post = resources.post;
  return post ? { ...session, ...(await findAllPosts(done, post, session)) } : session;
}

async function findAllPosts(
  { prober, book }: Surveyed,
  post: KnownResource,
  session: Session,
): Promise<Pick<Session, 'allPosts' | 'seen'>> {
  const headers = headersOf(session.send, session.token);
  for (const { path } of post.guarded) {
    const seen = await prober.ask('GET', path, headers);
    if (seen.status === 200 && listIn(seen.json))
      return {
        allPosts: { path, because: `${seen.call} answered 200 with the token, and refused without` },
        seen,
      };
  }
  for (const form of new Set([...draftForms(book, post.path), ...moreForms])) {
    const path = formFor(form, post.path);
    const seen = await prober.ask('GET', path, headers);
    if (seen.status !== 200 || !listIn(seen.json) || !hasMore(post, seen)) continue;
    const because = `${seen.call} answered more with the token than without`;
    return { allPosts: { path: seen.path, because }, seen };
  }
  return {};
}

/** True when an answer tells of more rows than visitors get. */
function hasMore(post: KnownResource, seen: Seen): boolean {
  const place = post.envelope.total;
  const total = (answer: Seen) =>
    place?.startsWith('header:')
      ? Number(answer.headers[place.slice('header:'.length)])
      : Number(
          place
            ?.split('.')
            .reduce<unknown>(
              (inner, name) => (inner as Record<string, unknown> | undefined)?.[name],
              answer.json,
            ),
        );
  if (place !== undefined && Number.isFinite(total(seen))) return total(seen) > total(post.seen);
  return (listIn(seen.json)?.rows.length ?? 0) > post.list.rows.length;
}

/** How a sign-out is asked for, by what the sign-in is called. */
export function findWayOut(way: WayIn, book: ApiBook | undefined): WayIn['logout'] {
  const { path } = way;
  const documented = book?.operations.find(
    ({ method, path: each }) => /POST|DELETE/.test(method) && /(log-?out|sign-?out)\/?$/i.test(each),
  );
  if (book && documented)
    return { path: documented.path, method: documented.method, because: `${book.call} describes it` };
  // A document that lists the host's calls is believed: what it does not have is not guessed.
  if (book && book.operations.length > 3) return undefined;
  if (/sessions?\/?$/.test(path))
    return { path, method: 'DELETE', because: 'the usual counterpart; not tried yet' };
  if (/oauth2?\/token$/.test(path)) return undefined;
  const named = path
    .replace(/log-?in(\/?)$/i, 'logout$1')
    .replace(/sign([-_]?)in(\/?)$/i, 'sign$1out$2')
    .replace(/(token|authenticate|auth)(\/?)$/i, 'logout$2');
  return named === path
    ? undefined
    : {
        path: named,
        // Where the password stands below `user` (Rails with Devise), a session is ended as a thing is deleted.
        method: way.passwordField.includes('.') ? 'DELETE' : 'POST',
        because: 'the usual counterpart; not tried yet',
      };
}

import { createServer, type IncomingMessage } from 'node:http';
import { closeServer, listening } from '../support/free-port.ts';
import { type Content, contentFor, type HostData, type HostRow, resources } from './content.ts';
import { type HostRequest, Refused, type ShapeName, shapes } from './shapes.ts';

type Account = 'admin' | 'customer';

/** Answer of the host: status, body, and for a file its type. */
type HostAnswer = readonly [status: number, body?: object | Buffer, type?: string];

export type ExampleHost = Awaited<ReturnType<typeof openHost>>;

/**
 * Starts the API host for which hosts/examples/<shape>.json is written: one store (content.ts), answered in the habits
 * of one make (shapes.ts). Customers have accounts there as well. Tests may read and change `data`.
 */
export async function openHost(name: ShapeName, wanted: Partial<Content> = {}) {
  const shape = shapes[name];
  const requests: HostRequest[] = [];
  const tokens = new Map<string, Account>();
  const accounts = {
    admin: { name: 'Jana Admin', email: 'jana@studio.example', password: 'correct horse', role: 'manager' },
    customer: { name: 'Kai', email: 'kai@customer.example', password: 'battery staple', role: 'customer' },
  };
  const server = createServer((req, res) => {
    answered(req)
      .then(([status, body, type = shape.type]) => {
        const bytes = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
        res.writeHead(status, bytes && { 'content-type': type, 'content-length': bytes.length }).end(bytes);
      })
      .catch((error: Error) => res.destroy(error));
  });
  const url = await listening(server);
  const data: HostData = await contentFor(url, shape.id, { posts: 14, projects: 4, ...wanted });

  async function answered(req: IncomingMessage): Promise<HostAnswer> {
    const { pathname, searchParams: query } = new URL(req.url ?? '/', url);
    const chunks: Buffer[] = [];
    for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
    const { method = 'GET', headers } = req;
    const asked = { method, path: pathname, query, headers, bytes: Buffer.concat(chunks) };
    requests.push(asked);
    const file = data.files.get(pathname.replace('/storage/', ''));
    if (file) return [200, file, 'image/png'];
    try {
      return await answerOf(asked);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return [error.status, shape.refusal(error)];
    }
  }

  async function answerOf(asked: HostRequest): Promise<HostAnswer> {
    const path = asked.path.startsWith(shape.base) ? asked.path.slice(shape.base.length) : '';
    if (path === shape.signIn && asked.method === 'POST') return signIn(asked);
    const token = shape.tokenIn(asked);
    const who = tokens.get(token ?? '');
    if (token && !who) throw new Refused(401, 'Unauthenticated.');
    if (path === shape.signOut && who) {
      tokens.delete(token ?? '');
      return [204];
    }
    if (path === '/user')
      return who ? [200, shape.one({ ...accounts[who] })] : refuse(401, 'Unauthenticated.');
    if (path === '/media' && asked.method === 'POST') return [201, shape.one(upload(asked, who))];
    return resourceAnswer(asked, path, who);
  }

  function signIn(asked: HostRequest): HostAnswer {
    const [login, password] = shape.credentialsIn(asked);
    const found = Object.entries(accounts).find(
      ([, each]) => each.email === login && each.password === password,
    );
    if (!found) throw new Refused(shape.badSignIn, 'These credentials do not match our records.');
    const token = `token-${crypto.randomUUID()}`;
    tokens.set(token, found[0] as Account);
    const { password: _secret, ...user } = found[1];
    return [200, shape.signedIn(token, user)];
  }

  function upload({ bytes }: HostRequest, who: Account | undefined): object {
    if (who !== 'admin') throw new Refused(401, 'Unauthenticated.');
    const key = data.keep(bytes);
    return shape.row('media', { id: key, url: key }, data, url);
  }

  async function resourceAnswer(
    asked: HostRequest,
    path: string,
    who: Account | undefined,
  ): Promise<HostAnswer> {
    const [, desk, name = '', id, inside] = /^(\/admin)?\/(\w+)(?:\/([^/]+)(?:\/(\w+))?)?$/.exec(path) ?? [];
    const form = asked.method === 'GET' ? {} : await shape.readBody(asked, name, id);
    const method = String(form._method ?? asked.method);
    const resource = resources[inside && method === 'POST' ? inside : name];
    if (!resource) throw new Refused(404, 'Not found.');
    const isOpen = method === 'GET' ? !desk && !resource.visitorsSend : resource.visitorsSend;
    if (!isOpen && who !== 'admin')
      throw new Refused(who ? 403 : 401, who ? 'Forbidden.' : 'Unauthenticated.');
    const rows = data.rows[inside && method === 'POST' ? inside : name] ?? [];
    const row = id === undefined ? undefined : rows.find((each) => String(each.id) === id);
    const isShown = (each: HostRow) => !resource.shown || each[resource.shown] === true;
    if (id !== undefined && !inside && (!row || !(who === 'admin' || isShown(row))))
      throw new Refused(404, 'No such record.');
    const present = (each: HostRow) => shape.one(shape.row(name, each, data, url));
    if (method === 'GET' && row && inside)
      return [200, data.files.get(String(row[inside])) ?? refuse(404, 'No file.'), 'application/pdf'];
    if (method === 'GET' && row) return [200, present(row)];
    if (method === 'GET') return [200, list(asked, name, desk ? rows : rows.filter(isShown))];
    if (method === 'DELETE' && row) {
      if (data.rows.projects?.some(({ service }) => name === 'services' && service === row.id))
        throw new Refused(409, 'This service still has projects.');
      rows.splice(rows.indexOf(row), 1);
      return [204];
    }
    const values = inside ? { ...form, [resource.within ?? '']: id } : form;
    return [row ? 200 : 201, present(write(inside ?? name, values, row))];
  }

  function list({ query }: HostRequest, name: string, all: readonly HostRow[]): object {
    const wantedService = query.get(shape.filter);
    const rows = all.filter((row) => !wantedService || String(row.service) === wantedService);
    const sorted = shape.sorted(name, query, rows);
    const page = Number(query.get(shape.page) ?? 1);
    const shown = sorted.slice((page - 1) * shape.size, page * shape.size);
    const pages = Math.max(1, Math.ceil(rows.length / shape.size));
    const counts = { page, pages, size: shape.size, total: rows.length };
    return shape.list(
      shown.map((row) => shape.row(name, row, data, url)),
      counts,
    );
  }

  function write(name: string, form: Record<string, unknown>, existing?: HostRow): HostRow {
    const resource = resources[name] ?? { fields: {} };
    const isBlank = (value: unknown) => value === undefined || value === '' || value === null;
    const missing = (resource.needs ?? []).filter((field) =>
      existing ? form[field] !== undefined && isBlank(form[field]) : isBlank(form[field]),
    );
    if (missing.length > 0) throw new Refused(422, 'The given data was invalid.', missing);
    const now = Date.now();
    const row = existing ?? data.add(name, { created_at: now });
    for (const [field, kind] of Object.entries(resource.fields)) {
      const value = form[field];
      if (value === undefined) continue;
      if (kind === 'file') row[field] = data.keep(value);
      else if (kind === 'files')
        row[field] = [
          ...((row[field] ?? []) as object[]),
          ...[value].flat().map((each) => ({ id: data.next(), key: data.keep(each) })),
        ];
      else if (kind === 'flag') row[field] = value === true || value === '1' || value === 1;
      else if (kind === 'number') row[field] = Number(value);
      else row[field] = kind === 'one' ? shape.idIn(String(value)) : value;
    }
    if (name === 'posts' && row.is_published) row.published_at ??= now;
    row.updated_at = now;
    return row;
  }

  const { password, email } = accounts.admin;
  const { posts = [], projects = [], services = [] } = data.rows;
  const bytesOf = (key: unknown) => data.files.get(String(key));
  return {
    name,
    url,
    requests,
    data,
    admin: { email, password },
    customer: { email: accounts.customer.email, password: accounts.customer.password },
    /** The posts in order of creation, in names that tests of both shapes share. */
    posts: () =>
      posts.map(({ id, title, body: text, is_published: isActive, cover }) => ({
        id: String(id),
        title: String(title),
        text: String(text),
        isActive,
        picture: bytesOf(cover),
      })),
    projects: () =>
      projects.map(({ id, name: title, description: text, service, images = [] }) => ({
        id: String(id),
        title: String(title),
        text,
        categoryId: String(service),
        pictures: (images as { key: string }[]).map(({ key }) => bytesOf(key)),
      })),
    categories: () => services.map(({ id, name: title }) => ({ id: String(id), title: String(title) })),
    /** The tokens that are valid. */
    tokens: () => [...tokens.keys()],
    endTokens: () => tokens.clear(),
    stop: () => closeServer(server),
  };
}

function refuse(status: number, message: string): never {
  throw new Refused(status, message);
}

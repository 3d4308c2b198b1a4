import { randomUUID } from 'node:crypto';
import { mediaType } from '../support/pictures.ts';
import { type HostAnswer, type HostRequest, openServer, type RunningHost } from '../support/server.ts';
import { owner, type RailsData, type Row, seed, type TableName, tableNames } from './content.ts';
import {
  authenticated,
  type Context,
  Halt,
  isFile,
  isHash,
  type Params,
  paginated,
  paramsOf,
  publicException,
  render,
  required,
  tokenOf,
} from './framework.ts';
import { resources } from './resources.ts';
import { destroy, fileProblem, save } from './saving.ts';

interface Settings {
  port?: number;
  /** Number of posts; every seventh is a draft. */
  posts?: number;
  projects?: number;
}

interface RailsHost extends RunningHost<RailsData> {
  admin: { email: string; password: string };
}

const base = '/api/v1';
/** Actions by verb, and by whether the path contains an id. */
const actions: Record<string, string> = {
  'GET ': 'index',
  'POST ': 'create',
  'GET id': 'show',
  'PATCH id': 'update',
  'PUT id': 'update',
  'DELETE id': 'destroy',
};

/**
 * A Rails API of 2021 with Devise: bodies and answers have a root key; the token is in a header of the answer to a
 * sign-in, and the state of a post is a word. Lists of posts contain no text. It has no rate limit and answers no
 * OPTIONS.
 */
export async function start({ port = 0, posts = 33, projects = 12 }: Settings = {}): Promise<RailsHost> {
  const data = await seed({ posts, projects });
  const server = await openServer(port, (request) => uploaded(request) ?? handle(request));
  return { ...server, data, admin: owner };

  /** Files are served by nginx, before Rails. */
  function uploaded({ method, path }: HostRequest): HostAnswer | undefined {
    if (!path.startsWith('/uploads/') || !['GET', 'HEAD'].includes(method)) return undefined;
    const body = data.files.get(path);
    if (!body)
      return { status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>404 Not Found</h1>' };
    return {
      status: 200,
      headers: { 'content-type': mediaType(path), 'cache-control': 'max-age=604800' },
      body,
    };
  }

  function handle(request: HostRequest): HostAnswer {
    try {
      const context: Context = {
        query: request.query,
        body: paramsOf(request),
        isJson: request.kind === 'json',
        origin: `http://${request.headers.host}`,
        ...authenticated(request, data.users),
      };
      return route(request, context) ?? publicException(request, 404);
    } catch (error) {
      if (error instanceof Halt && error.body !== undefined) return render(error.status, error.body);
      return publicException(request, error instanceof Halt ? error.status : 500);
    }
  }

  function route({ method, path }: HostRequest, context: Context): HostAnswer | undefined {
    if (!path.startsWith(`${base}/`)) return undefined;
    const steps = path
      .slice(base.length)
      .replace(/\.json$/, '')
      .split('/')
      .filter(Boolean);
    const verb = method === 'HEAD' ? 'GET' : method;
    const [name = '', id, part, partId] = steps;
    const own = account(`${verb} ${steps.join('/')}`, context);
    if (own) return own;
    const table = tableNames.find((each) => each === name && each !== 'images');
    if (!table || steps.length > 4) return undefined;
    if (part === undefined) {
      const action = actions[`${verb} ${id === undefined ? '' : 'id'}`];
      return action ? resourceful(table, action, context, { id, at: `${base}/${name}` }) : undefined;
    }
    const action = actions[`${verb} ${partId === undefined ? '' : 'id'}`];
    if (table === 'categories' && part === 'projects' && action === 'index') {
      const category = find(table, id, () => true);
      const scope = (row: Row) => row.category_id === category.id;
      return resourceful('projects', action, context, { id: undefined, at: '', scope });
    }
    if (table !== 'projects' || part !== 'images' || !action || action === 'show') return undefined;
    const project = find(table, id, () => true);
    const images = data.tables.images.filter(({ project_id }) => project_id === project.id);
    const position = Math.max(0, ...images.map((each) => Number(each.position))) + 1;
    return resourceful('images', action, context, {
      id: partId,
      at: `${base}/projects/${project.id}/images`,
      scope: ({ project_id }) => project_id === project.id,
      ...(action === 'create' && { fixed: { project_id: project.id, position } }),
    });
  }

  /** Devise, and the routes outside the resources. */
  function account(at: string, context: Context): HostAnswer | undefined {
    const { user, failure, body } = context;
    if (at === 'POST login') {
      const given = isHash(body.user) ? body.user : undefined;
      if (!given?.password)
        throw new Halt(401, { error: 'You need to sign in or sign up before continuing.' });
      const found = data.users.find(({ email }) => email === String(given.email).trim().toLowerCase());
      if (!found?.password || found.password !== given.password)
        throw new Halt(401, { error: 'Invalid Email or password.' });
      return render(200, { user: shown(found) }, { authorization: `Bearer ${tokenOf(found)}` });
    }
    if (at === 'DELETE logout') {
      if (user) user.jti = randomUUID();
      return render(204);
    }
    if (!['GET me', 'GET users', 'POST uploads'].includes(at)) return undefined;
    if (!user) throw new Halt(401, { error: failure });
    if (at === 'GET me') return render(200, { user: shown(user) });
    if (at === 'GET users') return render(200, { users: data.users.map(shown) });
    const { file } = required(context, 'upload', ['file']);
    const why = isFile(file) ? fileProblem(file) : "can't be blank";
    if (why || !isFile(file)) throw new Halt(422, { errors: { file: [why] } });
    const url = `/uploads/upload/file/${data.files.size}/${file.name}`;
    data.files.set(url, file.bytes);
    return render(201, { upload: { id: data.files.size, file: { url } } });
  }

  interface Wanted {
    id: string | undefined;
    /** Start of its address. */
    at: string;
    scope?: (row: Row) => boolean;
    fixed?: Params;
  }

  function resourceful(
    table: TableName,
    action: string,
    context: Context,
    wanted: Wanted,
  ): HostAnswer | undefined {
    const resource = resources[table];
    const { key, file, fields, virtual = [] } = resource;
    const { user, failure, query } = context;
    const reads = action === 'index' || action === 'show';
    if (action === 'update' && resource.isReadAndDeletedOnly) return undefined;
    const mustSignIn = reads ? resource.isPrivate : !(action === 'create' && resource.takesAnyones);
    if (mustSignIn && !user) throw new Halt(401, { error: failure });
    const scope = (row: Row) =>
      (wanted.scope?.(row) ?? true) && (user !== undefined || (resource.visible?.(row) ?? true));
    const show = (row: Row) => ({ [key]: (resource.show ?? resource.list)(row, data) });
    if (action === 'index') {
      const rows = data.tables[table]
        .filter((row) => scope(row) && (resource.filter?.(row, query, user !== undefined) ?? true))
        .sort(resource.order);
      const listed = resource.paged ? paginated(rows, query) : { rows, meta: undefined };
      return render(200, { [table]: listed.rows.map((row) => resource.list(row, data)), meta: listed.meta });
    }
    const names = [...Object.keys(fields), ...virtual, ...(file ? [file.mount, `remove_${file.mount}`] : [])];
    if (action === 'create') {
      const given = required(context, key, names);
      const row = save(table, data, { given, ...(wanted.fixed && { fixed: wanted.fixed }) });
      return render(201, show(row), { location: `${context.origin}${wanted.at}/${row.id}` });
    }
    const row = find(table, wanted.id, scope);
    if (action === 'show') return render(200, show(row));
    if (action === 'update')
      return render(200, show(save(table, data, { given: required(context, key, names), row })));
    destroy(table, row, data);
    return render(204);
  }

  /** Finds a row by its number, or by its slug (friendly_id). */
  function find(table: TableName, id = '', scope: (row: Row) => boolean): Row {
    const { name, slug } = resources[table];
    const isSlug = slug !== undefined && !/^\d+$/.test(id);
    const row = data.tables[table].find(
      (each) => scope(each) && (isSlug ? each.slug === id : each.id === Number.parseInt(id, 10)),
    );
    if (row) return row;
    const error = isSlug
      ? `can't find record with friendly id: "${id}"`
      : `Couldn't find ${name} with 'id'=${id}`;
    throw new Halt(404, { error });
  }
}

function shown({ id, email, name, role }: RailsData['users'][number]) {
  return { id, email, name, role };
}

import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type autocannon from 'autocannon';
import { request } from 'undici';
import { type ContractRow, contract, rows } from '#shared/contract/index.ts';
import { callPath, jsonBodyBytes } from '#shared/contract/row.ts';
import { limits } from '#shared/limits.ts';
import { signIn } from '../support/sign-in.ts';
import { sitemapOf } from '../support/sitemap.ts';
import { type Contender, compare, load, whileOthersAsk } from './compare.ts';
import { type Amounts, fill } from './fill.ts';
import {
  cpuOf,
  forgetPeak,
  memoryOf,
  meterCpu,
  type Server,
  startAnchor,
  startProduct,
  temporaryFolder,
} from './servers.ts';

const account = { email: 'bench@studio.example', password: 'a password of the bench' };
const asAccount = { ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password };
const brotli = { 'accept-encoding': 'br' };

/** The loads by name. */
export const loads: Record<string, () => Promise<void>> = {
  cached,
  session,
  upload,
  anew,
  growth,
  memory,
  bodies,
};

/** Answers that are in memory, beside the same bytes from programs that do nothing else. */
async function cached() {
  const product = await startProduct();
  const paths = await pathsOfSitemap(product);
  const assets = join(import.meta.dirname, '../../dist/client/assets');
  const [script] = readdirSync(assets)
    .filter((name) => /^index-[\w-]+\.js$/.test(name))
    .toSorted((a, b) => statSync(join(assets, b)).size - statSync(join(assets, a)).size);
  const kinds: Record<string, string[]> = {
    'pages, br': paths,
    'JSON, br': ['/api/getProjectCategory', '/api/activeBlogs', '/api/jobs', '/api/team'],
    'script of the build, br': [`/assets/${script}`],
  };
  for (const [title, asked] of Object.entries(kinds)) {
    const { file, etags } = await answersOf(product, asked);
    const others = {
      'bare node': await startAnchor('bare node', file),
      Express: await startAnchor('Express', file),
    };
    const servers = Object.entries({ product, ...others });
    const requests = asked.map((path) => ({ path, headers: brotli }));
    await compare(
      title,
      servers.map(([name, server]) => load(name, server, requests)),
      [{ figure: 'requests/CPU s', atLeast: 0.4, of: 'bare node' }],
    );
    const known = etags.map(([path, etag]) => ({ path, headers: { ...brotli, 'if-none-match': etag } }));
    if (known.length > 0)
      await compare(
        `${title}, 304`,
        servers.slice(0, 2).map(([name, server]) => load(name, server, known, { status: 304 })),
      );
  }
}

/** Reads that go to the host each time, beside proxies that only forward. */
async function session() {
  const { product, cookie, host: _host, ...proxies } = await besideProxies();
  const reads: [title: string, path: string, atMost: number][] = [
    ['2 kB JSON with a session', '/api/getJobs?page=1', 0.9],
    ['2 kB JSON of an unlisted path', '/api/somethingElse', 1.2],
    ['200 kB JSON with a session', '/api/getProjectCategory?page=100000', 1.5],
    ['200 kB JSON of an unlisted path', '/api/somethingElse?page=100000', 1.2],
    ['60 kB of rich text', '/api/singlePost/2', 3],
  ];
  for (const [title, path, atMost] of reads)
    await compare(
      title,
      Object.entries({ product, ...proxies }).map(([name, server]) =>
        load(name, server, [{ path, headers: { cookie, 'x-csrf': '1' } }]),
      ),
      [{ figure: 'µs of CPU', atMost, of: 'http-proxy-middleware' }],
    );
}

/** Forms with videos of 20 MB to a host that reads and keeps nothing. */
async function upload() {
  const { product, cookie, host, ...proxies } = await besideProxies();
  const spooled = await startAnchor('through a file', host.url);
  const boundary = 'the-bench-4f1c9d0a';
  const part = (name: string, text: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
  const body = Buffer.concat([
    Buffer.from(
      part('title', 'A project') +
        part('category_id', '1') +
        part('description', '<p>Words.</p>') +
        part('v_order', '1'),
    ),
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="video"; filename="a.mp4"\r\nContent-Type: video/mp4\r\n\r\n`,
    ),
    Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1'),
    Buffer.alloc(20e6, 7),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const headers = { cookie, 'x-csrf': '1', 'content-type': `multipart/form-data; boundary=${boundary}` };
  for (const connections of [1, 8]) {
    const contender = (name: string, server: Server): Contender => ({
      name,
      round: async () => {
        forgetPeak(server);
        const before = memoryOf(server);
        const sent = { method: 'POST', path: '/api/addProject', headers, body } as autocannon.Request;
        const figures = await load(name, server, [sent], { connections, amount: 8 }).round();
        return { ...figures, 'MiB added': Math.max(0, memoryOf(server, 'VmHWM') - before) };
      },
    });
    await compare(
      `20 MB, ${connections} at once`,
      Object.entries({ product, 'through a file': spooled, ...proxies }).map(([name, server]) =>
        contender(name, server),
      ),
      [
        { figure: 'µs of CPU', atMost: 1.25, of: 'through a file' },
        { figure: 'MiB added', atMost: 60 },
      ],
      3,
    );
  }
}

/** Pages that are rendered anew: an admin writes before each. */
async function anew() {
  const product = await startProduct(asAccount);
  const { cookie } = await signIn(product, account);
  for (const path of ['/', '/publishing', '/view-blog/1', '/careers/apply/1'])
    await compare(
      `${path}, made anew`,
      [afterWrites('product', product, cookie, path)],
      [{ figure: 'CPU ms', atMost: 12 }],
    );
}

function afterWrites(name: string, server: Server, cookie: string, path: string, count = 12): Contender {
  return {
    name,
    round: async () => {
      let total = 0;
      for (let left = count; left > 0; left -= 1) {
        const jobs = JSON.parse(await textOf(server, callPath(contract.getJobs), cookie)).data.data as {
          id: number;
        }[];
        await fetch(server.url + callPath(contract.reorderJobs), {
          method: 'POST',
          headers: { cookie, 'content-type': 'application/json', 'x-csrf': '1' },
          body: JSON.stringify({ ids: jobs.slice(0, 1).map(({ id }) => id) }),
        });
        const cpu = meterCpu(server);
        await textOf(server, path, path.startsWith('/api') ? cookie : undefined);
        total += cpu();
      }
      return { 'CPU ms': total / count };
    },
  };
}

const few: Amounts = { posts: 50, projects: 50, jobs: 20, messages: 200, applicants: 500, log: 1_000 };
const many: Amounts = {
  posts: 5_000,
  projects: 5_000,
  jobs: 2_000,
  messages: 20_000,
  applicants: 50_000,
  log: 100_000,
};

/** Lists, searches, pages and whole files must not grow with the content: beside a hundredth of it. */
async function growth() {
  const [full, small] = [await filled(many), await filled(few)];
  const lists = rows.filter(
    ({ method, name, data }) =>
      method === 'GET' &&
      name !== 'getVersions' &&
      'current_page' in ((data as { shape?: object }).shape ?? {}),
  );
  const reads = lists.flatMap((row) => {
    const path = callPath(row, { categoryId: 1, id: 1 });
    const searchable = 'search' in ((row.query as { shape?: object } | undefined)?.shape ?? {});
    return [path, ...(searchable ? [`${path}?search=e`, `${path}?search=qqqqqq`] : [])];
  });
  const each = (path: string, round: (name: string, server: Filled) => Contender) =>
    compare(
      path,
      [round('full', full), round('a hundredth', small)],
      [{ figure: 'CPU ms', atMost: 2, of: 'a hundredth' }],
      3,
    );
  for (const path of [
    ...reads,
    callPath(contract.getActivity),
    `${callPath(contract.getActivity)}?action=addCategory`,
  ])
    await each(path, (name, server) => ({
      name,
      round: async () => {
        const cpu = meterCpu(server);
        for (let left = 40; left > 0; left -= 1) await textOf(server, path, server.cookie);
        return { 'CPU ms': cpu() / 40 };
      },
    }));
  for (const path of [
    '/',
    '/portfolio',
    '/publishing',
    '/publishing?page=2',
    '/view-blog/1',
    '/careers',
    '/team',
  ])
    await each(path, (name, server) => afterWrites(name, server, server.cookie, path, 6));
  for (const path of ['/sitemap.xml', '/feed.xml', '/jobs.xml', callPath(contract.exportApplicants)])
    await compare(
      path,
      [{ name: 'full', round: () => whileOthersAsk(full, () => textOf(full, path, full.cookie)) }],
      [{ figure: 'longest wait ms', atMost: 50 }],
      1,
      1,
    );
}

interface Filled extends Server {
  cookie: string;
}

async function filled(amounts: Amounts): Promise<Filled> {
  const environment = { ...asAccount, DATA_DIR: temporaryFolder() };
  await (await startProduct(environment)).stop();
  fill(environment.DATA_DIR, amounts);
  const product = await startProduct(environment);
  const { cookie } = await signIn(product, account);
  // The first search folds every new text, which takes longer than an answer may.
  const search = `${product.url}${callPath(contract.findAnything)}?search=post`;
  while (!(await fetch(search, { headers: { cookie, 'x-csrf': '1' } })).ok) await sleep(1_000);
  return { ...product, cookie };
}

/** Processor time until the first page, memory at rest and after ten seconds of everything. */
async function memory() {
  const folder = temporaryFolder();
  const start = (name: string, begin: () => Promise<Server>): Contender => ({
    name,
    round: async () => {
      const server = await begin();
      await textOf(server, '/');
      const cpuToFirstPage = cpuOf(server);
      await sleep(3_000);
      const atRest = memoryOf(server);
      await server.stop();
      return { 'CPU ms to the first page': cpuToFirstPage, 'MiB at rest': atRest };
    },
  });
  await compare(
    'start',
    [
      start('product', () => startProduct({ DATA_DIR: folder })),
      start('Express', () => startAnchor('Express')),
    ],
    [{ figure: 'MiB at rest', atMost: 140 }],
    3,
  );
  const product = await startProduct({ DATA_DIR: folder });
  const requests = (await pathsOfSitemap(product)).map((path) => ({ path, headers: brotli }));
  const round = async () => {
    const figures = await load('product', product, requests, { connections: 32, amount: 50_000 }).round();
    return { ...figures, MiB: memoryOf(product) };
  };
  await compare('32 visitors at once', [{ name: 'product', round }], [{ figure: 'MiB', atMost: 320 }], 1);
}

/** The largest JSON body of every call, of names that it does not know and of one long text, may not hold up others. */
async function bodies() {
  const product = await startProduct(asAccount);
  const { cookie } = await signIn(product, account);
  const withBody = rows.filter(({ body, pageOnly }) => body && !pageOnly);
  const send = async (row: ContractRow, body: object) => {
    const headers = {
      cookie: row.access === 'public' ? '' : cookie,
      'content-type': 'application/json',
      'x-csrf': '1',
    };
    const answer = await fetch(product.url + callPath(row, { id: 1 }), {
      method: row.method,
      headers,
      body: JSON.stringify(body),
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  const contender = (row: ContractRow, isLong: boolean): Contender => {
    const names = Object.keys((row.body as { shape?: object }).shape ?? {});
    const own = (...wanted: string[]) => wanted.find((name) => names.includes(name));
    const record = own('draft', 'site');
    const field =
      own('description', 'csv', 'data', 'message', 'note', 'body', 'text') ??
      (record ? 'description' : (names[0] ?? 'x'));
    const bytes = jsonBodyBytes(row) - 100;
    const count = Math.min(limits.jsonValues - 10, Math.floor(bytes / 12));
    const short = 'x'.repeat(Math.max(0, Math.floor(bytes / count) - 14));
    const filled = isLong
      ? { [field]: '<p>words</p>'.repeat(Math.floor(bytes / 12)) }
      : Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, short]));
    return {
      name: row.name,
      round: async () => {
        await send(row, {});
        const cpu = meterCpu(product);
        // Four in a row, since a full collection of garbage, 60 ms for all calls together, often falls on the same one.
        let status = 0;
        for (let time = 0; time < 4; time += 1)
          status = await send(row, record ? { resource: 'blog', [record]: filled } : filled);
        return { 'CPU ms': cpu() / 4, status };
      },
    };
  };
  for (const isLong of [false, true])
    await compare(
      `calls, ${isLong ? 'one text' : 'unknown names'}`,
      withBody.map((row) => contender(row, isLong)),
      [{ figure: 'CPU ms', atMost: 100, all: true }],
      3,
      1,
    );
}

async function besideProxies() {
  const host = await startAnchor('host');
  const product = await startProduct({ UPSTREAM_URL: host.url });
  const { cookie } = await signIn(product, account);
  return {
    host,
    product,
    cookie,
    'http-proxy-middleware': await startAnchor('http-proxy-middleware', host.url),
    'bare node proxy': await startAnchor('bare node proxy', host.url),
  };
}

async function textOf({ url }: Server, path: string, cookie?: string) {
  const answer = await fetch(url + path, { headers: { 'x-csrf': '1', ...(cookie && { cookie }) } });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}`);
  return text;
}

async function pathsOfSitemap(server: Server) {
  return (await sitemapOf(server)).map(({ pathname, search }) => pathname + search);
}

/** Writes the product's answers to a file, from which the anchors answer with the same bytes; and the ETags that lead to 304. */
async function answersOf(server: Server, paths: string[]) {
  const answers: Record<string, object> = {};
  const etags: [path: string, etag: string][] = [];
  for (const path of paths) {
    const answer = await request(server.url + path, { headers: brotli });
    const body = Buffer.from(await answer.body.arrayBuffer());
    const {
      date,
      connection,
      'keep-alive': _kept,
      'transfer-encoding': _framing,
      ...headers
    } = answer.headers;
    answers[path] = {
      headers: { ...headers, 'content-length': String(body.byteLength) },
      body: body.toString('base64'),
    };
    // A page with a form is another one each time that it is made anew.
    const isSame = !(await textOf(server, path)).includes('form_token');
    if (headers.etag && isSame) etags.push([path, String(headers.etag)]);
  }
  const file = join(temporaryFolder(), 'answers.json');
  writeFileSync(file, JSON.stringify(answers));
  return { file, etags };
}

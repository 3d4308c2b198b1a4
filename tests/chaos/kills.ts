import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { type Child, startNode } from '../support/child.ts';
import { engineProblems } from '../support/engine/engine-data.ts';
import { admin, makeProduct, type Product } from '../support/product.ts';
import { openWriters, pictures } from './writers.ts';

// `npm run lab -- chaos`: kills the product in the middle of writes, on its own engine and in front of another as its
// API host, and compares what was acknowledged with what is stored. DATABASE_URL adds two processes on PostgreSQL.

interface Plan {
  kills: number;
  /** Acknowledged writes between two kills. */
  writes: number;
  /** True for a product whose API host is an engine in a process of its own, which lives. */
  isFront?: boolean;
  /** Address of an empty database of PostgreSQL: two processes of one site share it, and are killed in turn. */
  database?: string | undefined;
}

/** Resolves with figures, and a sentence for each promise that was not kept. */
export async function proveKills({ kills, writes, isFront = false, database }: Plan) {
  const folder = mkdtempSync(join(tmpdir(), 'studio-kills-'));
  const shared = {
    ...(database && { DATABASE_URL: database, SESSION_SECRET: 'the same thirty-two bytes everywhere' }),
  };
  const running: (Product | Child)[] = [];
  try {
    let environment: Record<string, string> = shared;
    if (isFront) {
      const host = await startHost(join(folder, 'host'));
      running.push(host);
      environment = { UPSTREAM_URL: host.address };
    }
    const names = database ? ['one', 'two'] : ['product'];
    const products = await Promise.all(names.map((name) => makeProduct(join(folder, name), environment)));
    running.unshift(...products);
    for (const product of products) await product.start();
    const writers = await openWriters(products.map(({ url }) => url));
    const begun = performance.now();
    const restarts: number[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      // Not always at the same place of a write.
      await writers.more(Math.ceil(writes * (0.5 + Math.random())));
      const product = products[kill % products.length] as Product;
      const killed = performance.now();
      await product.kill();
      await product.start();
      restarts.push(performance.now() - killed);
    }
    await writers.more(writes);
    await writers.stop();
    const seconds = (performance.now() - begun) / 1000;
    if (isFront) await untilDelivered(products[0] as Product, writers.client);
    // A start removes what the last kill left behind; the data are examined at rest.
    for (const each of running) await each.stop();
    const dataDir = join(folder, isFront ? 'host' : (names[0] as string));
    const rows = database ? await rowsOfPostgres(database) : rowsOfSqlite(dataDir);
    const complaints = running.flatMap((each) => ('child' in each ? each.child.complaints : each.complaints));
    const problems = [
      ...writers.problems,
      ...complaints,
      ...lost(rows, writers),
      ...(database ? [] : filesWrong(rows, dataDir)),
    ];
    return { ...writers.counts(), seconds, restarts, problems };
  } finally {
    for (const each of running) await each.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Writers = Awaited<ReturnType<typeof openWriters>>;
type Row = Record<string, string | null>;
type Rows = Record<keyof typeof queries, Row[]>;

const queries = {
  posts: 'select id, blog_title, blog_image from blogs',
  schedules: 'select row_id from schedules',
  applicants: 'select email from applicant_submissions',
  mails: "select payload from tasks where kind = 'applicant.confirmation'",
};

function rowsOfSqlite(dataDir: string): Rows {
  const database = new DatabaseSync(join(dataDir, 'content.sqlite'), { readOnly: true });
  const read = Object.entries(queries).map(([name, query]) => [name, database.prepare(query).all()]);
  database.close();
  return Object.fromEntries(read);
}

async function rowsOfPostgres(url: string) {
  const client = new pg.Client(url);
  await client.connect();
  const read: [string, Row[]][] = [];
  for (const [name, query] of Object.entries(queries)) read.push([name, (await client.query(query)).rows]);
  await client.end();
  return Object.fromEntries(read) as Rows;
}

/** Returns the acknowledged records that are not stored, or are stored twice. */
function lost(rows: Rows, { posts, applications }: Writers) {
  const byName = Map.groupBy(rows.posts, ({ blog_title: title }) => String(title).split(' ', 1)[0] ?? '');
  const scheduled = new Set(rows.schedules.map(({ row_id: id }) => id));
  const wrongPosts = [...posts].flatMap(([name, { acknowledged, sent, isScheduled }]) => {
    const [row, ...doubles] = byName.get(name) ?? [];
    const version = row ? Number(row.blog_title?.split(' ')[1]) : -1;
    return [
      // A write that was cut off may have been carried out.
      ...(version < acknowledged || version > sent
        ? [`post ${name} has version ${version}, not ${acknowledged}`]
        : []),
      ...(doubles.length > 0 ? [`post ${name} is there ${doubles.length + 1} times`] : []),
      ...(isScheduled && !scheduled.has(row?.id ?? null) ? [`the schedule of post ${name} is lost`] : []),
    ];
  });
  const recipients = rows.mails.map(({ payload }) => ({
    recipient: JSON.parse(Buffer.from(payload ?? '').toString()).recipient,
  }));
  const countOf = (all: Row[], column: string, email: string) =>
    all.filter((row) => row[column] === email).length;
  const wrongApplications = [...applications].flatMap(([email, isAcknowledged]) => {
    const [stored, mails] = [
      countOf(rows.applicants, 'email', email),
      countOf(recipients, 'recipient', email),
    ];
    if (stored > 1 || (isAcknowledged && stored === 0)) return [`${email} is there ${stored} times`];
    return stored === mails ? [] : [`${email} has ${mails} mails`];
  });
  return [...wrongPosts, ...wrongApplications];
}

/** Rows without files, files without rows, and pictures of another version. */
function filesWrong(rows: Rows, dataDir: string) {
  const others = rows.posts.filter(({ blog_title: title, blog_image: address }) => {
    const file = readFileSync(join(dataDir, 'media', String(address).slice('/storage/'.length)));
    return !pictures[Number(title?.split(' ')[1])]?.equals(file);
  });
  return [
    ...engineProblems(dataDir),
    ...others.map(({ blog_title: title }) => `post ${title} has another picture`),
  ];
}

function startHost(dataDir: string): Promise<Child> {
  return startNode(join(import.meta.dirname, '../support/engine/engine-process.ts'), {
    ready: /(http:\S+?)\/?\n/,
    environment: {
      DATA_DIR: dataDir,
      SAMPLE_CONTENT: 'off',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    },
  });
}

async function untilDelivered({ url }: Product, client: Writers['client']) {
  for (let tries = 0; tries < 600; tries += 1) {
    const { data } = await (await client.get(url, '/api/siteStatus')).json();
    if (data.intake.waiting === 0) return;
    await sleep(200);
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { kills: { type: 'string', default: '20' }, writes: { type: 'string', default: '100' } },
  });
  const database = process.env.DATABASE_URL;
  const sites = {
    'On its own engine': {},
    'In front of an engine': { isFront: true },
    ...(database && { 'Two on PostgreSQL': { database } }),
  };
  for (const [name, site] of Object.entries(sites)) {
    const proof = await proveKills({
      kills: Number(values.kills) / 2,
      writes: Number(values.writes),
      ...site,
    });
    const slowest = Math.round(Math.max(...proof.restarts));
    console.log(
      `${name}: ${proof.restarts.length} kills, up again after at most ${slowest} ms; ` +
        `${proof.acknowledged} writes acknowledged in ${Math.round(proof.seconds)} s, ${proof.cut} cut off; ${proof.problems.length} problems.`,
    );
    for (const problem of proof.problems) console.log(`NOT HELD: ${problem}`);
    if (proof.problems.length > 0) process.exitCode = 1;
  }
}

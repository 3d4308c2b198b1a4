import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { z } from 'zod';
import { type ContractRow, contract, rows } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/match.ts';
import { amounts, fillEngine } from './full-engine.ts';
import { type Measured, measure } from './measure.ts';
import { startServerProcess } from './server-process.ts';

const admin = { email: 'bench@studio.example', password: 'a password of the bench' };
const calls = 200;

/** One page of a list, as it is asked for. */
interface Listed {
  name: string;
  address: string;
  rows: number;
}

/**
 * Every list of the embedded engine with years of content in it: its first page, its last one, a search that finds most rows
 * and one that finds none. The ratio is that of the first page, within this run; the milliseconds are this machine's.
 */
export async function benchEngine(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'studio-bench-'));
  try {
    await fillEngine(dataDir);
    const engine = await startServerProcess(
      { DATA_DIR: dataDir, ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, SAMPLE_CONTENT: 'off' },
      join(import.meta.dirname, 'engine-process.ts'),
    );
    try {
      await benchLists(engine.url);
    } finally {
      await engine.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function benchLists(url: string): Promise<void> {
  const counts = Object.entries(amounts).map(([name, amount]) => `${amount} ${name}`);
  console.log(`Lists of the embedded engine with ${counts.join(', ')}: median of one call.\n`);
  const headers = { authorization: `Bearer ${await signIn(url)}` };
  for (const row of rows.filter(isList)) {
    const pages = await pagesOf(row, url, headers);
    const measured = await measure(
      pages.map((page) => page.address),
      calls,
      1,
      headers,
    );
    const first = measured[0];
    for (const [index, page] of pages.entries()) {
      const each = measured[index];
      if (first && each) console.log(line(page, each, each.median / first.median));
    }
  }
}

function isList(row: ContractRow): boolean {
  const { shape } = row.data as { shape?: object };
  return row.method === 'GET' && shape !== undefined && 'current_page' in shape;
}

function parametersOf(row: ContractRow): Record<string, z.ZodType> {
  return (row.query as { shape?: Record<string, z.ZodType> } | undefined)?.shape ?? {};
}

async function pagesOf(row: ContractRow, url: string, headers: Record<string, string>): Promise<Listed[]> {
  const path = url + callPath(row, { categoryId: 1, id: 1 });
  const ask = async (name: string, query: string): Promise<Listed & { last: number }> => {
    const answer = await fetch(path + query, { headers });
    if (answer.status !== 200) throw new Error(`${row.name}${query} answered ${answer.status}`);
    const { data } = (await answer.json()) as { data: { data: unknown[]; last_page: number } };
    return {
      name: `${row.name}, ${name}`,
      address: path + query,
      rows: data.data.length,
      last: data.last_page,
    };
  };
  const parameters = parametersOf(row);
  const first = await ask('first page', '');
  const pages = [first];
  if ('page' in parameters) pages.push(await ask(`last page (${first.last})`, `?page=${first.last}`));
  if ('search' in parameters) {
    pages.push(await ask('a search', '?search=e'), await ask('a search in vain', '?search=qqqqqq'));
  }
  return pages;
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(url + callPath(contract.login), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  const { data } = (await answer.json()) as { data?: { token?: string } };
  if (!data?.token) throw new Error(`the engine answered the sign-in with ${answer.status}`);
  return data.token;
}

function line(page: Listed, { median, p95 }: Measured, ratio: number): string {
  const perSecond = Math.round((page.rows / median) * 1000);
  const figures = `${median.toFixed(2).padStart(6)} ms, p95 ${p95.toFixed(2).padStart(6)} ms`;
  return `${page.name.padEnd(44)} ×${ratio.toFixed(1).padStart(4)}   (${figures}, ${page.rows} rows, ${perSecond} rows/s)`;
}

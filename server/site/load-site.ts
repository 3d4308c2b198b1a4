import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Site, siteSchema } from '#shared/schemas/site.ts';
import { sampleSite } from '#shared/site/sample-site.ts';
import { StartError } from '../errors.ts';

/** What is wrong with site.json, one line per field, in words for the operator. */
export class SiteError extends StartError {
  override name = 'SiteError';
  readonly problems: readonly string[];

  constructor(path: string, problems: readonly string[]) {
    const count = `${problems.length} problem${problems.length === 1 ? '' : 's'}`;
    super(`${path} has ${count}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/**
 * Reads DATA_DIR/site.json: who the company is. The sample when there is no such file. Rejects with `SiteError` that names every
 * bad field: a site under somebody else's name is worse than one that does not start.
 */
export async function loadSite(dataDir: string): Promise<Site> {
  const path = join(dataDir, 'site.json');
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new SiteError(path, [`the file cannot be read: ${error.message}`]);
  });
  if (text === undefined) return sampleSite;
  const { data, error } = siteSchema.safeParse(parse(path, text));
  if (data) return data;
  throw new SiteError(
    path,
    error.issues.map((issue) => `${issue.path.map(String).join('.') || 'the file'}: ${issue.message}`),
  );
}

function parse(path: string, text: string): unknown {
  try {
    // Some editors begin a file with a byte order mark, which JSON has no place for.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new SiteError(path, [`the file is no JSON: ${(error as Error).message}`]);
  }
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brandSchema } from '#shared/schemas/site/brand.ts';
import { type Site, siteSchema } from '#shared/schemas/site.ts';
import { sampleSite } from '#shared/site/sample-site.ts';
import { StartError } from '../errors.ts';
import type { StaticFile } from '../http/static-files.ts';
import { type LoadedBrand, loadBrand } from './brand-files.ts';
import { type DrawingsCache, noDrawingsCache } from './drawings-cache.ts';

/** Thrown when site.json has errors. `problems` has one line per field, with texts for the operator. */
export class SiteError extends StartError {
  override name = 'SiteError';
  readonly problems: readonly string[];

  constructor(path: string, problems: readonly string[]) {
    const count = `${problems.length} problem${problems.length === 1 ? '' : 's'}`;
    super(`${path} has ${count}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/** The company, and the files that its pages show; files are keyed by path. */
export interface Company {
  site: Site;
  files: ReadonlyMap<string, StaticFile>;
}

/**
 * Reads DATA_DIR/site.json and the pictures next to it. Returns the sample company if the file does not exist. If the
 * file is invalid, rejects with `SiteError`, which names every invalid field: a site with another company's name
 * would be worse than a site that does not start. `kept` contains the drawings and sizes of earlier starts.
 */
export async function loadSite(dataDir: string, kept: DrawingsCache = noDrawingsCache): Promise<Company> {
  const path = join(dataDir, 'site.json');
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new SiteError(path, [`the file cannot be read: ${error.message}`]);
  });
  if (text === undefined) return sampleCompany(kept);
  const { data, error } = siteSchema.safeParse(parse(path, text));
  if (!data) throw new SiteError(path, problemsOf(error.issues));
  const problems: string[] = [];
  const loaded = await loadBrand(dataDir, data.brand, problems, kept);
  if (problems.length > 0) throw new SiteError(path, problems);
  return companyOf(data, loaded);
}

/** Returns the sample company with its logo. */
async function sampleCompany(kept: DrawingsCache): Promise<Company> {
  const brand = brandSchema.parse({
    logo: 'mark.svg',
    logo_dark: 'mark-dark.svg',
    logo_with_name: true,
    favicon: 'favicon.svg',
    artwork: sampleSite.brand.artwork,
  });
  const problems: string[] = [];
  const loaded = await loadBrand(join(import.meta.dirname, 'sample'), brand, problems, kept);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return companyOf(sampleSite, loaded);
}

function companyOf(site: Omit<Site, 'brand'>, { brand, files }: LoadedBrand): Company {
  return { site: { ...site, brand }, files };
}

function problemsOf(issues: readonly { path: PropertyKey[]; message: string }[]): string[] {
  return issues.map(({ path, message }) => `${path.map(String).join('.') || 'the file'}: ${message}`);
}

function parse(path: string, text: string): unknown {
  try {
    // Removes the byte order mark with which some editors begin a file; JSON does not allow it.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new SiteError(path, [`the file is not valid JSON: ${(error as Error).message}`]);
  }
}

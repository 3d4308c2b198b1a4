import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { textOf } from '#shared/desk-messages.ts';
import { brandSchema } from '#shared/schemas/site/brand.ts';
import type { OwnTexts } from '#shared/schemas/site/own-texts.ts';
import { type Site, siteSchema } from '#shared/schemas/site.ts';
import { sampleSite } from '#shared/site/sample-site.ts';
import { readTextFile } from '#shared/text-file.ts';
import { StartError } from '../errors.ts';
import type { StaticFile } from '../http/static-files.ts';
import {
  type BrandOptions,
  filesIn,
  type LoadedBrand,
  loadBrand,
  type ReadBrandFile,
} from './brand-files.ts';
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
export interface LoadedCompany {
  site: Site;
  /** True for the invented company of a site without a company of its own. */
  isSample: boolean;
  /** The company's own legal texts and pages, with drafts. */
  texts: OwnTexts;
  files: ReadonlyMap<string, StaticFile>;
}

/** The content of site.json as it was written, and the reader of the files that it names. */
export interface SiteSource {
  json: unknown;
  readBytes: ReadBrandFile;
}

/** Reads DATA_DIR/site.json. Undefined if the file does not exist; rejects with `SiteError` if it is not JSON. */
export async function readSiteFile(dataDir: string): Promise<SiteSource | undefined> {
  const path = join(dataDir, 'site.json');
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new SiteError(path, [`the file cannot be read: ${error.message}`]);
  });
  return bytes && { json: parse(path, bytes), readBytes: filesIn(dataDir) };
}

/**
 * Reads DATA_DIR/site.json and the pictures next to it. Returns the sample company if the file does not exist. If the
 * file is invalid, rejects with `SiteError`, which names every invalid field: a site with another company's name
 * would be worse than a site that does not start. `kept` contains the drawings and sizes of earlier starts. `source` is
 * the unchecked file.
 */
export async function loadSite(
  dataDir: string,
  kept: DrawingsCache = noDrawingsCache,
): Promise<LoadedCompany & { source: SiteSource | undefined }> {
  const source = await readSiteFile(dataDir);
  if (!source) return { ...(await sampleCompany(kept)), source };
  const { company, problems } = await loadCompany(source, { kept });
  if (company) return { ...company, source };
  throw new SiteError(
    join(dataDir, 'site.json'),
    problems.map(({ path, message }) => `${path || 'the file'}: ${message}`),
  );
}

/** A field of a site that cannot be used. `path` is like `pages.home.head.title`; empty for the whole site. */
export interface SiteProblem {
  path: string;
  message: string;
}

/** Checks the content of site.json and loads its files. Returns the company, or what is wrong with every field. */
export async function loadCompany(
  { json, readBytes }: SiteSource,
  options: BrandOptions = {},
): Promise<{ company: LoadedCompany; problems?: never } | { company?: never; problems: SiteProblem[] }> {
  const { data, error } = siteSchema.safeParse(json);
  if (!data)
    return {
      problems: error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
    };
  const problems: SiteProblem[] = [];
  const loaded = await loadBrand(readBytes, data.brand, problems, options);
  return problems.length > 0 ? { problems } : { company: companyOf(data, loaded) };
}

/** Returns the sample company with its logo. */
async function sampleCompany(kept: DrawingsCache): Promise<LoadedCompany> {
  const brand = brandSchema.parse({
    logo: 'mark.svg',
    logo_dark: 'mark-dark.svg',
    logo_with_name: true,
    favicon: 'favicon.svg',
    artwork: sampleSite.brand.artwork,
  });
  const problems: SiteProblem[] = [];
  const loaded = await loadBrand(filesIn(join(import.meta.dirname, 'sample')), brand, problems, { kept });
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));
  return { ...companyOf({ ...sampleSite, texts: { legal: {}, pages: [] } }, loaded), isSample: true };
}

function companyOf(
  { texts, ...site }: Omit<Site, 'brand'> & { texts: OwnTexts },
  { brand, files }: LoadedBrand,
): LoadedCompany {
  return { site: { ...site, brand }, isSample: false, texts, files };
}

function parse(path: string, bytes: Buffer): unknown {
  const text = readTextFile(bytes);
  if (text === undefined) throw new SiteError(path, [textOf('file.encoding')]);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SiteError(path, [`the file is not valid JSON: ${(error as Error).message}`]);
  }
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { textOf } from '#shared/desk-messages.ts';
import { brandSchema } from '#shared/schemas/site/brand.ts';
import type { OwnTexts } from '#shared/schemas/site/own-texts.ts';
import { type Site, siteSchema } from '#shared/schemas/site.ts';
import { takenBy } from '#shared/site/product-addresses.ts';
import { sampleSite } from '#shared/site/sample-site.ts';
import { readTextFile } from '#shared/text-file.ts';
import { StartError } from '../errors.ts';
import type { ReadyAnswer } from '../http/ready-answer.ts';
import {
  type BrandOptions,
  filesIn,
  type LoadedBrand,
  loadBrand,
  type ReadBrandFile,
} from './brand-files.ts';

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
  files: ReadonlyMap<string, ReadyAnswer>;
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
 * would be worse than a site that does not start. `source` is the unchecked file.
 */
export async function loadSite(
  dataDir: string,
  options: LoadOptions,
): Promise<LoadedCompany & { source: SiteSource | undefined; taken: TakenAddress[] }> {
  const source = await readSiteFile(dataDir);
  if (!source) return { ...(await sampleCompany()), source, taken: [] };
  const { company, taken, problems } = await loadCompany(source, options);
  if (company) return { ...company, source, taken };
  throw new SiteError(join(dataDir, 'site.json'), problems.map(inFile));
}

/** Returns the line about a field for the operator who wrote the file. */
export function inFile({ path, message }: SiteProblem) {
  return `${path || 'the file'}: ${message}`;
}

/** A field of a site that cannot be used. `path` is like `pages.home.head.title`; empty for the whole site. */
export interface SiteProblem {
  path: string;
  message: string;
}

interface LoadOptions extends BrandOptions {
  /** Path prefixes of media of this site. */
  mediaPaths: readonly string[];
}

/** A page of the company's own at an address of the product. */
interface TakenAddress extends SiteProblem {
  address: string;
}

/** A company without the own pages that are `taken`, or what is wrong with every field. */
export type Loaded =
  | { company: LoadedCompany; taken: TakenAddress[]; problems?: never }
  | { company?: never; taken?: never; problems: SiteProblem[] };

/**
 * Checks a site and loads its files: one that is saved in the admin area, imported, or read at a start. The product's
 * addresses win, whatever is stored: a page of the company's own at one of them is not part of the company.
 */
export async function loadCompany(
  { json, readBytes }: SiteSource,
  { mediaPaths, ...options }: LoadOptions,
): Promise<Loaded> {
  const { data, error } = siteSchema.safeParse(json);
  if (!data)
    return {
      problems: error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
    };
  const problems: SiteProblem[] = [];
  const loaded = await loadBrand(readBytes, data.brand, problems, options);
  if (problems.length > 0) return { problems };
  const taken = data.texts.pages.flatMap(({ path: address }, index) => {
    const by = takenBy(address, mediaPaths);
    return by ? [{ path: `own_pages.${index}.path`, message: takenWords[by], address }] : [];
  });
  const isFree = ({ path }: { path: string }) => !taken.some(({ address }) => address === path);
  const texts = { ...data.texts, pages: data.texts.pages.filter(isFree) };
  return { company: companyOf({ ...data, texts, own_pages: data.own_pages.filter(isFree) }, loaded), taken };
}

/** Logs the own pages that a start or a swap leaves out. */
export function warnOfTaken(log: Pick<Logger, 'warn'>, taken: readonly TakenAddress[]) {
  if (taken.length === 0) return;
  const addresses = taken.map(({ address }) => address);
  log.warn({ addresses }, "own pages are left out, because their addresses are the product's");
}

const takenWords = {
  page: 'is taken by a page of this site. Choose another address',
  media: 'is the folder of pictures and files on this site. Choose another address',
  product: 'is an address that this site uses itself. Choose another one',
};

/** Returns the sample company with its logo. */
async function sampleCompany(): Promise<LoadedCompany> {
  const brand = brandSchema.parse({
    logo: 'mark.svg',
    logo_dark: 'mark-dark.svg',
    logo_with_name: true,
    favicon: 'favicon.svg',
    artwork: sampleSite.brand.artwork,
  });
  const problems: SiteProblem[] = [];
  const loaded = await loadBrand(filesIn(join(import.meta.dirname, 'sample')), brand, problems);
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

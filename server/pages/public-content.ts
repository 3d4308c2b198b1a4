import type { z } from 'zod';
import { categoryImage } from '#shared/category-image.ts';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/row.ts';
import type { Entity } from '#shared/entities/entity.ts';
import type { Id } from '#shared/id.ts';
import { saysSuccess } from '#shared/json.ts';
import { type ErrorCode, messages } from '#shared/messages.ts';
import type { PublicReads } from '#shared/page-bundle.ts';
import type { Page } from '#shared/schemas/envelope.ts';
import type { PictureDetail } from '#shared/schemas/picture-details.ts';
import { AppError } from '../errors.ts';

const { getProjectCategory, getProjects, jobs, team } = contract;
const { singlePost, getSingleProject, getSingleCategory, singleJob } = contract;

/** The content of a card about a record: its title, and its cover with the focal point among `details`. */
export interface SharedRecord {
  title: string;
  image?: string | null;
  details?: readonly PictureDetail[];
}

/**
 * Reads public content for machine-readable files. Each function rejects with AppError 503 when the API host fails.
 */
export const publicContent = {
  /** The records of any noun, as its public list has them: with the fields of posts that every noun has. */
  records: (reads: PublicReads, { calls }: Entity, max?: number) =>
    pagesOf(reads, contract[calls.list as 'activeBlogs'], { max }),
  categories: (reads: PublicReads) => pagesOf(reads, getProjectCategory, {}),
  /** The projects of one category. */
  projects: (reads: PublicReads, id: Id) => pagesOf(reads, getProjects, { id }),
  openJobs: (reads: PublicReads) => pagesOf(reads, jobs, {}),
  team: (reads: PublicReads) => pagesOf(reads, team, { max: 1 }),
  /**
   * The following functions each read the title and the cover of one record. They reject with 404 if visitors cannot
   * see the record.
   */
  shared: {
    post: async (reads: PublicReads, id: Id): Promise<SharedRecord> => {
      const { blog_title: title, blog_image, picture_details } = await readRow(reads, singlePost, { id });
      return { title, image: blog_image, details: picture_details };
    },
    project: async (reads: PublicReads, id: Id): Promise<SharedRecord> => {
      const { title, images, picture_details } = await readRow(reads, getSingleProject, { id });
      return { title, image: images[0]?.image, details: picture_details };
    },
    category: async (reads: PublicReads, id: Id): Promise<SharedRecord> => {
      const category = await readRow(reads, getSingleCategory, { id });
      return {
        title: category.title,
        image: categoryImage(category),
        details: category.picture_details,
      };
    },
    job: async (reads: PublicReads, id: Id): Promise<SharedRecord> => ({
      title: (await readRow(reads, singleJob, { id })).title,
    }),
  },
};

/** Selects what to read of a row: one record by its id, or one page of a list. */
interface RowTarget {
  id?: Id;
  page?: number;
}

/**
 * Maximum number of pages. A host that states more must have a wrong count. Reading then fails, because half a list
 * must not be taken for the whole.
 */
const maxPages = 20_000;
/** Number of pages of one list that are read at the same time. */
const atOnce = 4;

/**
 * Reads a public row as a visitor would. Rejects with AppError: 404 if visitors cannot find the record (also if the
 * host answers 410), 503 when the API host fails or its answer is unusable.
 */
async function readRow<Row extends ContractRow>(reads: PublicReads, row: Row, { id, page }: RowTarget) {
  const path = callPath(row, id === undefined ? {} : { id }) + (page === undefined ? '' : `?page=${page}`);
  const { status, body } = await reads(path);
  if (status >= 300) throw refusal(status, body);
  const parsed = row.data.safeParse((body as { data?: unknown } | null)?.data);
  if (!saysSuccess(body) || !parsed.success) throw unavailable('upstream.badAnswer', parsed.error);
  return parsed.data as z.output<Row['data']>;
}

type ListRow = ContractRow<z.ZodType<Pick<Page<unknown>, 'data' | 'current_page' | 'last_page'>>>;
type ItemOf<Row extends ListRow> = z.output<Row['data']>['data'][number];

/**
 * Yields every item of a list, or the first `max` items, page by page in order. Yields nothing on 404: the host may
 * lack the call, if the call is an extension.
 */
async function* pagesOf<Row extends ListRow>(
  reads: PublicReads,
  row: Row,
  { id, max = Number.POSITIVE_INFINITY }: { id?: Id; max?: number },
): AsyncGenerator<ItemOf<Row>[]> {
  const target = id === undefined ? {} : { id };
  const first = await readRow(reads, row, { ...target, page: 1 }).catch((error: unknown) => {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  });
  if (!first) return;
  let left = max;
  const some = ({ data }: Pick<Page<unknown>, 'data'>) => {
    const items = data.slice(0, left) as ItemOf<Row>[];
    left -= items.length;
    return items;
  };
  yield some(first);
  const last = Math.min(first.last_page, Math.ceil(max / Math.max(1, first.data.length)));
  if (last > maxPages) throw unavailable('upstream.badAnswer', new Error(`${row.name} has ${last} pages`));
  for (let page = 2; page <= last; page += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, last - page + 1) }, (_, index) => page + index);
    const pages = await Promise.all(
      numbers.map((number) => readRow(reads, row, { ...target, page: number })),
    );
    for (const each of pages) yield some(each);
  }
}

function refusal(status: number, body: unknown) {
  if (status === 404 || status === 410) return new AppError('request.notFound', 404);
  const { code } = (typeof body === 'object' && body !== null ? body : {}) as { code?: unknown };
  return unavailable(typeof code === 'string' && code in messages ? (code as ErrorCode) : 'upstream.failed');
}

function unavailable(code: ErrorCode, cause?: unknown) {
  return new AppError(code, 503, { retryAfter: 30, ...(cause !== undefined && { cause }) });
}

import { categoryImage } from '#shared/category-image.ts';
import { contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import type { PublicReads } from '#shared/page-bundle.ts';
import type { PictureDetail } from '#shared/schemas/picture-details.ts';
import { pagesOf, readRow } from './read-row.ts';

const { activeBlogs, getProjectCategory, getProjects, jobs, team } = contract;
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
  /** The posts, newest first. */
  posts: (reads: PublicReads, max?: number) => pagesOf(reads, activeBlogs, max === undefined ? {} : { max }),
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

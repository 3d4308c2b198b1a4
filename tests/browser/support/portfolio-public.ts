import type { Page } from '@playwright/test';
import { exactly, named, withText } from './names.ts';

/** The public portfolio, by what a visitor sees. */
export function portfolioPage(page: Page) {
  return {
    heading: (name: string) => page.getByRole('heading', { name, level: 1, exact: true }),
    link: (name: string) => exactly(page, 'link', name),
    more: named(page, 'navigation', 'More projects'),
    player: page.locator('video'),
    play: named(page, 'button', 'Play the video'),
  };
}

/** The pictures of a project: the row, the thumbnails, the buttons, and the enlarged picture in a dialog. */
export function galleryOf(page: Page, title: string) {
  const dialog = exactly(page, 'dialog', title);
  const stage = named(page, 'list', `Images of ${title}`);
  return {
    stage,
    thumbnail: (number: number) => named(page, 'button', new RegExp(`^Show image ${number} of `)),
    next: named(page, 'button', 'Next image'),
    previous: named(page, 'button', 'Previous image'),
    enlarge: exactly(page, 'button', 'Enlarge the image'),
    counted: (text: string) => withText(page, text),
    /** Returns the number of the picture that fills the row's frame; undefined while the row moves. */
    shown: () =>
      stage.evaluate((row) => {
        // Negative in a right-to-left row.
        const at = Math.abs(row.scrollLeft) / row.getBoundingClientRect().width;
        return Math.abs(at - Math.round(at)) < 0.005 ? Math.round(at) + 1 : undefined;
      }),
    width: () => stage.evaluate((row) => row.getBoundingClientRect().width),
    dialog,
    large: dialog.getByRole('img'),
  };
}

/** A small picture as a data URL: the product does not treat a plain SVG as an image, but a GIF of one pixel. */
const dot = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';

const day = '2026-01-02T03:04:05.000Z';

export function stubCategory(id: number) {
  return { id, title: `Field ${id}`, image: dot, created_at: day, updated_at: day };
}

export function stubProject(
  id: number,
  categoryId: number,
  project: { title?: string; project_url?: string } = {},
  pictures = 1,
) {
  return {
    id,
    title: `Project ${id}`,
    description: `<p>The words of project ${id}.</p>`,
    images: Array.from({ length: pictures }, (_, at) => ({ id: id * 100 + at, image: dot })),
    video: null,
    v_order: id,
    project_url: null,
    category_id: categoryId,
    created_at: day,
    updated_at: day,
    ...project,
  };
}

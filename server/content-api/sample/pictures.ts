import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IncomingFile } from '../media/inspect.ts';
import { drawPortrait, type Portrait } from './artwork/portrait.ts';
import { renderWebp } from './artwork/render.ts';
import { drawScene, type Scene } from './artwork/scene.ts';
import { drawTile, type Tile } from './artwork/tile.ts';
import { categories } from './content/categories.ts';
import { figureMark, type SamplePost } from './content/kinds.ts';
import { posts } from './content/posts.ts';
import { projects } from './content/projects.ts';
import { team } from './content/team.ts';

/** The drawn files of sample content, ready for the media store. */
export interface Pictures {
  files: readonly IncomingFile[];
  /** The file of a drawing of the content. */
  fileOf(drawing: Scene | Tile | Portrait): IncomingFile;
  /** A post's text with its figure in place. */
  htmlOf(post: SamplePost): string;
}

/** Draws everything into `folder`: about 50 files and 2 MB. */
export async function drawPictures(folder: string): Promise<Pictures> {
  const drawings = new Map<Scene | Tile | Portrait, string>();
  for (const { image, logos } of categories) {
    drawings.set(image, drawScene(image, 960, 640));
    for (const logo of logos) drawings.set(logo, drawTile(logo, 240));
  }
  for (const image of projects.flatMap((project) => project.images))
    drawings.set(image, drawScene(image, 1200, 800));
  // Wide enough that neither a card's crop nor a page's cuts into the subject.
  for (const { cover } of posts) drawings.set(cover, drawScene(cover, 1200, 600));
  for (const { portrait } of team) drawings.set(portrait, drawPortrait(portrait, 480));

  const files = new Map<Scene | Tile | Portrait, IncomingFile>();
  await Promise.all(
    [...drawings].map(async ([drawing, svg], index) => {
      const file = { path: join(folder, `${index}.webp`), type: 'image/webp' };
      // Flushed: the rows that name a file must not outlive it when the power goes.
      await writeFile(file.path, await renderWebp(svg), { mode: 0o600, flush: true });
      files.set(drawing, file);
    }),
  );
  const figures = new Map<SamplePost, string>();
  for (const post of posts) {
    const data = await renderWebp(drawScene(post.figure.scene, 960, 540));
    figures.set(
      post,
      `<p><img src="data:image/webp;base64,${data.toString('base64')}" alt="${post.figure.alt}"></p>`,
    );
  }
  return {
    files: [...files.values()],
    fileOf(drawing) {
      const file = files.get(drawing);
      if (!file) throw new Error('fileOf: the drawing is not part of the content');
      return file;
    },
    htmlOf: (post) => post.html.replace(figureMark, () => figures.get(post) ?? ''),
  };
}

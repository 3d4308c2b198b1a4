import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { IncomingFile } from '../../server/content-api/calls.ts';
import { categories } from './content/categories.ts';
import { figureMark, type SamplePost, type SampleProject } from './content/kinds.ts';
import { posts } from './content/posts.ts';
import { projects } from './content/projects.ts';
import { team } from './content/team.ts';

/** Folder of the sample content's pictures and of its film (README.md says where they come from). */
const picturesDir = join(import.meta.dirname, 'pictures');

const types: Record<string, string> = { '.mp4': 'video/mp4', '.vtt': 'text/vtt' };

/** Pictures and films of the sample content, as copies that the media store may move. */
export interface Pictures {
  files: readonly IncomingFile[];
  /** Returns the file of a picture or a film by the name that the content uses. */
  fileOf(name: string): IncomingFile;
  /** Returns the text of a post or a project with its figures in the places of `figureMark`. */
  htmlOf(text: SamplePost | SampleProject): string;
}

/** Copies all pictures into `folder`, since the media store moves the files that it receives. */
export async function copyPictures(folder: string): Promise<Pictures> {
  const names = [
    ...categories.flatMap(({ image, logos }) => [image, ...logos]),
    ...projects.flatMap(({ images }) => images.map(({ picture }) => picture)),
    ...projects.flatMap(({ video }) => (video ? [video.film, video.captions] : [])),
    ...posts.map(({ cover }) => cover),
    ...team.map(({ portrait }) => portrait),
  ];
  const files = new Map<string, IncomingFile>();
  for (const name of names) {
    const file = { path: join(folder, name), type: types[extname(name)] ?? 'image/webp', name };
    // Flushed to disk, because after a power failure no row may exist whose file was lost.
    await writeFile(file.path, await read(name), { mode: 0o600, flush: true });
    files.set(name, file);
  }
  const figures = new Map<SamplePost | SampleProject, string[]>();
  for (const post of posts) figures.set(post, [`<p>${await inlineImage(post.figure)}</p>`]);
  for (const project of projects) {
    const made = (project.illustrations ?? []).map(
      async ({ caption, width, ...figure }) =>
        `<figure data-width="${width}">${await inlineImage(figure)}<figcaption>${caption}</figcaption></figure>`,
    );
    figures.set(project, await Promise.all(made));
  }
  return {
    files: [...files.values()],
    fileOf(name) {
      const file = files.get(name);
      if (!file) throw new Error(`fileOf: ${name} is not part of the content`);
      return file;
    },
    htmlOf: (text) => {
      const html = 'html' in text ? text.html : text.description;
      const left = [...(figures.get(text) ?? [])];
      return html.replaceAll(figureMark, () => left.shift() ?? '');
    },
  };
}

async function inlineImage({ picture, alt }: { picture: string; alt: string }): Promise<string> {
  return `<img src="data:image/webp;base64,${(await read(picture)).toString('base64')}" alt="${alt}">`;
}

function read(name: string): Promise<Buffer> {
  return readFile(join(picturesDir, name));
}

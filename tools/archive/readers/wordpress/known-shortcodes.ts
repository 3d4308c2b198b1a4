import { playerOf } from '../html/players.ts';
import {
  type ElementNode,
  element,
  elementsOf,
  escaped,
  isElement,
  type Node,
  parseHtml,
  writeHtml,
} from '../html/tree.ts';
import type { Noter } from '../notes.ts';
import { type Attachment, isPicture } from './attachments.ts';
import type { Shortcode } from './shortcodes.ts';

export interface Library {
  attachments: ReadonlyMap<string, Attachment>;
  /** Returns the pictures that were uploaded for a post. */
  attachedTo(post: string): Attachment[];
}

/** Returns functions for the shortcodes of WordPress itself, and for two of Jetpack that contain only a URL. */
export function knownShortcodes(post: string, library: Library, note: Noter): Record<string, Shortcode> {
  const address: Shortcode = (attributes, content) => {
    const media = ['src', 'mp4', 'm4v', 'webm', 'ogv', 'mp3', 'm4a', 'ogg', 'wav'].map(
      (name) => attributes[name],
    );
    return at(content?.trim() || media.find(Boolean) || attributes[0] || '');
  };
  return {
    caption,
    wp_caption: caption,
    gallery: (attributes) => gallery(attributes, post, library, note),
    embed: address,
    video: address,
    audio: address,
    youtube: address,
    vimeo: (attributes, content) =>
      address(
        /^\d+$/.test(attributes[0] ?? '') ? { 0: `https://vimeo.com/${attributes[0]}` } : attributes,
        content,
      ),
    playlist: () => {
      note('has a playlist, which was left out');
      return '';
    },
  };
}

/** Returns a video player for a URL, or a link if the URL is no known video. */
function at(given: string): string {
  const address = given
    .replaceAll('&amp;', '&')
    .replace(/^(https?:\/\/)?(?=[a-z0-9.-]+\.[a-z]{2,})/i, (scheme) => scheme || 'https://');
  if (!/^https?:\/\//i.test(address)) return escaped(given);
  const player = playerOf(address);
  const shown = player
    ? element('iframe', { src: player })
    : element('p', {}, [element('a', { href: address }, [{ text: address }])]);
  return writeHtml([shown]);
}

/**
 * `[caption]`, a picture with a caption. The caption follows the picture inside the shortcode; older versions have it
 * in an attribute.
 */
const caption: Shortcode = (attributes, content = '') => {
  const nodes = parseHtml(content);
  const place = nodes.findIndex((node) => elementsOf([node], 'img').length > 0);
  const picture = nodes[place];
  if (!picture) return content;
  const words: Node[] = attributes.caption
    ? parseHtml(attributes.caption)
    : [...nodes.slice(0, place), ...nodes.slice(place + 1)];
  return writeHtml([figure([picture], words)]);
};

function figure(picture: Node[], words: Node[]): ElementNode {
  const said = words.some((node) => isElement(node) || node.text.trim() !== '');
  return element('figure', {}, [...picture, ...(said ? [element('figcaption', {}, words)] : [])]);
}

function gallery(
  attributes: Readonly<Record<string, string>>,
  post: string,
  { attachments, attachedTo }: Library,
  note: Noter,
): string {
  const ids = (attributes.ids ?? attributes.include ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean);
  const excluded = new Set((attributes.exclude ?? '').split(',').map((id) => id.trim()));
  const found = ids.map((id) => attachments.get(id));
  const missing = found.filter((attachment) => !attachment).length;
  if (missing > 0)
    note(
      `has a gallery with ${missing} of ${ids.length} pictures that are not in the files: export the media as well`,
    );
  const named = ids.length > 0 || attributes.ids !== undefined;
  const pictures = named ? found.filter((each) => each !== undefined) : attachedTo(attributes.id ?? post);
  return writeHtml(
    pictures
      .filter((each) => isPicture(each) && !excluded.has(each.id))
      .map(({ address: src, alt, caption: words }) =>
        figure([element('img', { src, ...(alt && { alt }) })], parseHtml(words)),
      ),
  );
}

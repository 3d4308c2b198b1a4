import type { ElementNode } from '../html/tree.ts';
import type { OldSite } from '../old-site.ts';
import type { WordPressItem } from './items.ts';

/** A file of the media library. */
export interface Attachment {
  id: string;
  address: string;
  parent: string;
  order: number;
  alt: string;
  caption: string;
  width?: number;
  height?: number;
}

export function attachmentOf(item: WordPressItem): Attachment {
  // WordPress stores the sizes as serialised PHP: `a:6:{s:5:"width";i:1200;s:6:"height";i:800;…`. The first pair is
  // the size of the full picture.
  const [, width, height] =
    /s:5:"width";[is]:(?:\d+:")?(\d{1,6})"?;s:6:"height";[is]:(?:\d+:")?(\d{1,6})/.exec(
      item.meta.get('_wp_attachment_metadata') ?? '',
    ) ?? [];
  return {
    id: item.id,
    address: item.attachmentUrl,
    parent: item.parent,
    order: item.order,
    alt: (item.meta.get('_wp_attachment_image_alt') ?? '').trim(),
    caption: item.excerpt.trim(),
    ...(width && height && { width: Number(width), height: Number(height) }),
  };
}

export function isPicture({ address }: Attachment): boolean {
  return /\.(jpe?g|png|gif|webp|avif)(\?|$)/i.test(address);
}

/**
 * Returns the URL of the full picture if a text shows a smaller copy ("photo-300x200.jpg"), since this site makes its
 * own smaller copies. A picture that was cropped to another shape is no such copy, and its URL stays.
 */
export function fullSize(
  image: ElementNode,
  shown: URL,
  attachments: ReadonlyMap<string, Attachment>,
  site: OldSite,
): URL {
  const [, id] = /(?:^|\s)wp-image-(\d+)(?:\s|$)/.exec(image.attributes.class ?? '') ?? [];
  const attachment = attachments.get(id ?? image.attributes['data-id'] ?? '');
  const copy = /^(.*)-(\d{2,5})x(\d{2,5})(\.[a-z]{3,4})$/i.exec(shown.pathname);
  const full = attachment && site.resolve(attachment.address);
  if (!full || !copy || !attachment) return shown;
  const [, name = '', width, height, ending = ''] = copy;
  const whole = full.pathname.replace(/-scaled(?=\.[a-z]+$)/i, '');
  if (full.hostname !== shown.hostname || whole !== name + ending) return shown;
  if (!attachment.width || !attachment.height) return shown;
  const [was, is] = [attachment.width / attachment.height, Number(width) / Number(height)];
  return Math.abs(was / is - 1) < 0.03 ? full : shown;
}

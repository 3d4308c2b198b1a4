import { type ElementNode, element } from './tree.ts';

/** Returns a video player with the markup that this site's editor writes. */
export function playerFrame(src: string, title?: string): ElementNode {
  return element('iframe', {
    class: 'ql-video',
    src,
    ...(title && { title }),
    frameborder: '0',
    allowfullscreen: 'true',
  });
}

/** Returns a link whose text is its URL. */
export function linkTo(href: string): ElementNode {
  return element('a', { href }, [{ text: href }]);
}

import { type ElementNode, element } from './tree.ts';

/** Returns a player as the editor writes it. */
export function playerFrame(src: string, title?: string): ElementNode {
  return element('iframe', {
    class: 'ql-video',
    src,
    ...(title && { title }),
    frameborder: '0',
    allowfullscreen: 'true',
  });
}

/** Returns a link whose words are its address. */
export function linkTo(href: string): ElementNode {
  return element('a', { href }, [{ text: href }]);
}

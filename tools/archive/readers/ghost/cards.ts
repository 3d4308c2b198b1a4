import { type ElementNode, element, elementsOf, isElement, isOf, type Node, textOf } from '../html/tree.ts';
import type { Noter } from '../notes.ts';

/**
 * Converts the cards of Ghost's editor to plain markup. Removes layout and buttons, so that their words and pictures
 * do not count as content.
 */
export function withoutCards(nodes: readonly Node[], note: Noter): Node[] {
  return nodes.flatMap((node) => {
    if (!isElement(node)) return [node];
    const classes = new Set((node.attributes.class ?? '').split(/\s+/));
    const card = Object.keys(cards).find((name) => classes.has(`kg-${name}-card`));
    if (card) return cards[card]?.(node, note) ?? [];
    return [{ ...node, children: withoutCards(node.children, note) }];
  });
}

const cards: Readonly<Record<string, (card: ElementNode, note: Noter) => Node[]>> = {
  bookmark: (card) => [linkWith(card, 'kg-bookmark-title', 'kg-bookmark-description'), ...captionsOf(card)],
  file: (card) => [linkWith(card, 'kg-file-card-title', 'kg-file-card-caption')],
  audio: (card) => [...elementsOf([card], 'audio').slice(0, 1), ...captionsOf(card)],
  video: (card) => [...elementsOf([card], 'video').slice(0, 1), ...captionsOf(card)],
  toggle: (card, note) => withoutCards(withoutControls(card.children), note),
  product: (card, note) => withoutCards(withoutControls(card.children), note),
  signup: (_card, note) => {
    note('has a form to sign up, which was left out');
    return [];
  },
};

/**
 * Returns a paragraph that replaces a card: a link with the title of the card as its words, then the description.
 * `titleClass` and `describing` are the classes of the elements that contain the title and the description.
 */
function linkWith(card: ElementNode, titleClass: string, describing?: string): ElementNode {
  const href = elementsOf([card], 'a')[0]?.attributes.href ?? '';
  const saidIn = (name: string | undefined) =>
    textOf(elementsOf([card], 'div').filter((each) => each.attributes.class === name)).trim();
  const description = describing && saidIn(describing);
  return element('p', {}, [
    element('a', { href }, [{ text: saidIn(titleClass) || href }]),
    ...(description ? [element('br'), { text: description }] : []),
  ]);
}

function captionsOf(card: ElementNode): ElementNode[] {
  return elementsOf([card], 'figcaption').map(({ children }) => element('p', {}, children));
}

function withoutControls(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node): Node[] => {
    if (!isElement(node)) return [node];
    return isOf(node, 'button', 'svg', 'input')
      ? []
      : [{ ...node, children: withoutControls(node.children) }];
  });
}

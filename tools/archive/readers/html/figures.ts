import { type ElementNode, element, elementsOf, isElement, isOf, type Node } from './tree.ts';

/**
 * Builds figures from converted children. A gallery, which themes build as a figure of figures in lists and boxes,
 * becomes a sequence of figures followed by the caption of the gallery. Content without a picture, player or table
 * becomes text.
 */
export function figureOf(figure: ElementNode, children: Node[]): Node[] {
  const inner = elementsOf(children, 'figure');
  const shown = elementsOf(children, 'img', 'iframe', 'table', 'pre', 'blockquote');
  const pictures = elementsOf(children, 'img');
  const caption = children.filter((child) => isOf(child, 'figcaption'));
  if (inner.length > 0 || pictures.length > 1) {
    const inFigures = new Set(inner.flatMap((each) => elementsOf([each], 'img')));
    const loose = pictures
      .filter((picture) => !inFigures.has(picture))
      .map((picture) => element('figure', {}, [picture]));
    return [...(inner.length > 0 ? inOrder(children, loose) : loose), ...asText(caption)];
  }
  if (shown.length === 0)
    return [...children.filter((child) => !caption.includes(child)), ...asText(caption)];
  const [only] = pictures;
  // A picture may be inside boxes of the old theme, of which only the picture and its link are used.
  const content =
    only && shown.length === 1
      ? withLink(children, only)
      : children.filter((child) => !caption.includes(child));
  return [element('figure', figure.attributes, [...content, ...caption])];
}

/**
 * Returns the figures of a gallery in the order of the text, together with pictures between them that are in no
 * figure of their own.
 */
function inOrder(children: readonly Node[], loose: ElementNode[]): Node[] {
  return children.flatMap((child) => {
    if (!isElement(child) || child.name === 'figcaption') return [];
    if (child.name === 'figure') return [child];
    if (child.name === 'img') return loose.filter((figure) => figure.children[0] === child);
    return inOrder(child.children, loose);
  });
}

/** Returns the picture; if it is inside a link, returns the link with only the picture in it. */
function withLink(children: readonly Node[], picture: ElementNode): Node[] {
  const link = elementsOf(children, 'a').find((each) => elementsOf([each], 'img').includes(picture));
  return [link ? { ...link, children: [picture] } : picture];
}

function asText(captions: readonly Node[]): Node[] {
  return captions.flatMap((caption) =>
    isElement(caption) && caption.children.length > 0 ? [element('p', {}, caption.children)] : [],
  );
}

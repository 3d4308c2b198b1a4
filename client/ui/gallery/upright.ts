import { type RefObject, type SyntheticEvent, useEffect, useEffectEvent, useState } from 'react';

/** An image whose width is less than this multiple of its height would lose a third of itself or more in a wide frame. */
const upright = 1.2;

/** Knows which images of an element are upright as soon as they have loaded. Answers do not have the sizes of images. */
export function useUpright(element: RefObject<HTMLElement | null>) {
  const [found, setFound] = useState<readonly (string | null)[]>([]);
  const look = (images: Iterable<EventTarget>) => {
    const more = [...images].filter(isUprightImage).map((image) => image.getAttribute('src'));
    if (more.length > 0) setFound((before) => [...new Set([...before, ...more])]);
  };
  // Images that loaded before the scripts ran cause no event.
  const lookAtAll = useEffectEvent(() => look(element.current?.querySelectorAll('img') ?? []));
  useEffect(() => lookAtAll(), []);
  return {
    /** True if the image at this address is upright or square. False until it has loaded. */
    isUpright: (src: string | undefined) => src !== undefined && found.includes(src),
    /** Handler of `onLoadCapture` of the element. */
    onLoad: ({ target }: SyntheticEvent) => look([target]),
  };
}

function isUprightImage(element: EventTarget): element is HTMLImageElement {
  return (
    element instanceof HTMLImageElement &&
    element.naturalWidth > 0 &&
    element.naturalWidth < upright * element.naturalHeight
  );
}

const gap = 4;
const margin = 8;

/**
 * Puts an element of the top layer below its anchor, its end at the anchor's end; above where there is no room below,
 * and always whole inside the window.
 */
export function place(element: HTMLElement, anchor: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = element;
  const { innerHeight } = window;
  const { clientWidth } = document.documentElement;
  const rightToLeft = getComputedStyle(element).direction === 'rtl';
  const left = rightToLeft ? anchor.left : anchor.right - width;
  const below = anchor.bottom + gap;
  const fitsBelow = below + height <= innerHeight - margin;
  const above = anchor.top - gap - height;
  const top = fitsBelow || above < margin ? below : above;
  element.style.left = `${clamp(left, margin, clientWidth - width - margin)}px`;
  element.style.top = `${clamp(top, margin, innerHeight - height - margin)}px`;
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}

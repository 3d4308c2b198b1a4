/** How often the height of a logo goes into its width, from which on it counts as wide. */
const wideRatio = 2;

/** True for a logo so wide that it is likely to contain the company's name. A narrow one is a symbol. */
export function isWideLogo({ width, height }: { width: number; height: number }) {
  return width >= height * wideRatio;
}

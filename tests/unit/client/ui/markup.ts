/** Returns an attribute of the first element with this tag in the markup. */
export function attribute(html: string, tag: string, name: string): string | undefined {
  return new RegExp(`<${tag}\\b[^>]*\\s${name}="([^"]*)"`).exec(html)?.[1];
}

/** Returns the texts that `aria-describedby` of the first such element refers to, in order. */
export function describedTexts(html: string, tag: string): (string | undefined)[] {
  const ids = attribute(html, tag, 'aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => new RegExp(`id="${id}">(.*?)</p>`).exec(html)?.[1]);
}

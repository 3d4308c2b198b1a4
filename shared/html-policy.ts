/**
 * What rich text may hold, as data: the BFF sanitises public reads by it, the editor offers only what it allows, and
 * the embedded engine stores what was written and leaves safety to the reader's side (DESIGN §5, HTML).
 */
export const htmlPolicy = {
  tags: [
    'p',
    'br',
    'hr',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'strike',
    'del',
    'sub',
    'sup',
    'a',
    'ul',
    'ol',
    'li',
    'blockquote',
    'pre',
    'code',
    'span',
    'div',
    'img',
    'iframe',
    'figure',
    'figcaption',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  attributes: {
    '*': ['dir', 'lang'],
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    iframe: ['src', 'title', 'width', 'height', 'allowfullscreen', 'frameborder'],
    li: ['data-list'],
    ol: ['start'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    div: ['data-language'],
  } as Record<string, readonly string[]>,
  /** Classes that Quill writes; any other class is dropped, so that stored text cannot borrow the site's own styles. */
  classes:
    /^ql-(align-(center|right|justify)|indent-[1-8]|direction-rtl|video|syntax|code-block(-container)?|size-(small|large|huge)|font-(serif|monospace))$/,
  /** Inline styles that Quill writes. Position, size and background images stay out. */
  styles: {
    color: /^(#[0-9a-f]{3,8}|rgba?\([\d\s.,%/]{1,40}\)|[a-z]{3,24})$/i,
    'background-color': /^(#[0-9a-f]{3,8}|rgba?\([\d\s.,%/]{1,40}\)|[a-z]{3,24})$/i,
    'text-align': /^(left|right|center|justify)$/,
  } as Record<string, RegExp>,
  /** SPEC §5: link addresses accept only these schemes. */
  linkSchemes: ['http', 'https', 'mailto', 'tel'],
  /** Inline images: raster types only. `data:` of any other type, SVG above all, can carry script. */
  inlineImage: /^data:image\/(png|jpe?g|gif|webp|avif);base64,[a-z0-9+/=\s]*$/i,
  /** Whole addresses, not host names: `//host` and redirect pages of the same host stay out (CSP frame-src agrees). */
  frames: [
    /^https:\/\/www\.youtube(-nocookie)?\.com\/embed\/[\w-]{1,64}(\?[\w=&;%.,-]{0,200})?$/,
    /^https:\/\/player\.vimeo\.com\/video\/\d{1,20}(\?[\w=&;%.,-]{0,200})?$/,
  ],
} as const;

/** True when a link's address may be kept: a named scheme of the policy, or an address of our own site. */
export function isAllowedLink(href: string): boolean {
  // Browsers strip tabs, line ends and leading control characters before they read the scheme.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that hide a scheme
  const plain = href.replace(/[\u0000-\u0020\u007f-\u00a0]/g, '');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(plain)?.[1];
  if (scheme) return (htmlPolicy.linkSchemes as readonly string[]).includes(scheme.toLowerCase());
  return /^(#|\?|\/(?![/\\]))/.test(plain);
}

/** True when the address is an embed of a video host that the policy and the CSP know. */
export function isAllowedFrame(src: string): boolean {
  return htmlPolicy.frames.some((frame) => frame.test(src));
}

/** True when an image may be shown: inline raster data, or a path of our own origin. */
export function isAllowedImage(src: string): boolean {
  // A browser drops tabs and line ends wherever they stand: "/<tab>/host" is "//host" to it.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that hide a second slash
  return htmlPolicy.inlineImage.test(src) || /^\/(?![/\\])[^\u0000-\u001f\u007f]*$/.test(src);
}

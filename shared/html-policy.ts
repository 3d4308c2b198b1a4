/**
 * The widths of a picture between paragraphs, as `data-width` of its `figure`: in the column of the text, as wide as
 * the content beside it, and as wide as the content of the page (on a phone as the screen).
 */
export const figureWidths = ['text', 'wide', 'full'] as const;

export type FigureWidth = (typeof figureWidths)[number];

/**
 * The HTML that rich text may contain, as data. The BFF sanitises public reads by it, and the editor offers only what
 * it allows. The embedded engine stores texts unchanged: they are sanitised when they are read
 * (server/rich-text/README.md).
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
    figure: ['data-width'],
  } as Record<string, readonly string[]>,
  /** Classes that Quill writes; any other class is dropped, so that stored text cannot use the site's own styles. */
  classes:
    /^ql-(align-(center|right|justify)|indent-[1-8]|direction-rtl|video|syntax|code-block(-container)?|size-(small|large|huge)|font-(serif|monospace))$/,
  /** Inline styles that Quill writes. Position, size and background images are not allowed. */
  styles: {
    color: /^(#[0-9a-f]{3,8}|rgba?\([\d\s.,%/]{1,40}\)|[a-z]{3,24})$/i,
    'background-color': /^(#[0-9a-f]{3,8}|rgba?\([\d\s.,%/]{1,40}\)|[a-z]{3,24})$/i,
    'text-align': /^(left|right|center|justify)$/,
  } as Record<string, RegExp>,
  /** Links accept only these schemes (docs/product.md §5). */
  linkSchemes: ['http', 'https', 'mailto', 'tel'],
  /** Inline images: raster types only. `data:` of any other type, above all SVG, can carry scripts. */
  inlineImage: /^data:image\/(png|jpe?g|gif|webp|avif);base64,[a-z0-9+/=\s]*$/i,
  /**
   * Patterns for the whole URLs of embedded videos. Patterns for host names would also allow URLs without a scheme
   * (`//host`) and redirect pages of the video hosts. CSP frame-src allows the same hosts.
   */
  frames: [
    /^https:\/\/www\.youtube(-nocookie)?\.com\/embed\/[\w-]{1,64}(\?[\w=&;%.,-]{0,200})?$/,
    /^https:\/\/player\.vimeo\.com\/video\/\d{1,20}(\?[\w=&;%.,-]{0,200})?$/,
  ],
  /**
   * Rights of a player in its frame: run, keep its own settings, use a second screen, and open its own site in a new
   * tab without these limits. Not allowed: forms, downloads, dialogs, and navigating the reader's page.
   */
  frameSandbox:
    'allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox',
} as const;

/** True when the URL of a link is allowed: a scheme of the policy, or a URL of our own site. */
export function isAllowedLink(href: string) {
  // Browsers strip tabs, line ends and leading control characters before they read the scheme.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that hide a scheme
  const plain = href.replace(/[\u0000-\u0020\u007f-\u00a0]/g, '');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(plain)?.[1];
  if (scheme) return (htmlPolicy.linkSchemes as readonly string[]).includes(scheme.toLowerCase());
  return /^(#|\?|\/(?![/\\]))/.test(plain);
}

/** True when the URL is an embed of a video host that the policy and the CSP know. */
export function isAllowedFrame(src: string) {
  return htmlPolicy.frames.some((frame) => frame.test(src));
}

/**
 * True when an image may be shown: inline raster data, or a path of our own origin that is not a call. A browser
 * fetches images automatically and with the reader's cookie, so an image with a path under /api would make the
 * reader's browser call the API.
 */
export function isAllowedImage(src: string) {
  if (htmlPolicy.inlineImage.test(src)) return true;
  // A browser drops tabs and line ends wherever they stand: "/<tab>/host" is "//host" to it.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that hide a second slash
  return /^\/(?![/\\])[^\u0000-\u001f\u007f]*$/.test(src) && !mayBeCall(src);
}

/**
 * Matches a path that begins with `api` in upper or lower case, also when a dot, blank or parameters follow, which
 * lenient servers drop.
 */
const startsWithApi = /^\/+api[.\s\p{Cf}]*([/;?#]|$)/iu;

/**
 * Maximum number of times that a path is decoded. No real image path is encoded this often; one that is still encoded
 * afterwards is refused.
 */
const maxDecodings = 4;

/**
 * True for a path that a browser, or any parser behind it, could read as one under /api. For this check, backslashes
 * are turned into slashes, dot segments are resolved, and encodings are removed one by one.
 */
function mayBeCall(path: string) {
  let read = path.split(/[?#]/, 1)[0] ?? '';
  for (let round = 0; round <= maxDecodings; round += 1) {
    const resolved = resolvedPath(read);
    // The resolved path is decoded once more, because the browser encodes letters that are not ASCII.
    if (resolved === undefined || startsWithApi.test(decodedPath(resolved).normalize('NFKC'))) return true;
    const decoded = decodedPath(read);
    if (decoded === read) return false;
    read = decoded;
  }
  return true;
}

/** Returns the path as a browser requests it; undefined for another host or an invalid URL. */
function resolvedPath(path: string) {
  try {
    const url = new URL(path, 'http://site.invalid');
    return url.host === 'site.invalid' ? url.pathname : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Decodes once. A path with a broken encoding is returned unchanged: browsers do not repair it, and our server
 * refuses it.
 */
export function decodedPath(path: string) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

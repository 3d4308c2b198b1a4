import sanitizeHtml from 'sanitize-html';
import {
  figureWidths,
  htmlPolicy,
  isAllowedFrame,
  isAllowedImage,
  isAllowedLink,
} from '#shared/html-policy.ts';
import { extractInlineImages } from './inline-images.ts';

type Attributes = Record<string, string>;

/** The required form of an attribute's value; attributes that are not listed may have any text. */
const shapes: Record<string, RegExp> = {
  width: /^\d{1,5}%?$/,
  height: /^\d{1,5}%?$/,
  colspan: /^\d{1,3}$/,
  rowspan: /^\d{1,3}$/,
  start: /^-?\d{1,6}$/,
  dir: /^(ltr|rtl|auto)$/i,
  lang: /^[a-z0-9-]{1,35}$/i,
  scope: /^(row|col|rowgroup|colgroup)$/i,
  'data-list': /^(bullet|ordered|checked|unchecked)$/,
  'data-width': new RegExp(`^(${figureWidths.join('|')})$`),
  'data-language': /^[\w+#-]{1,30}$/,
  frameborder: /^[01]$/,
};

/** The longest accepted style, in characters; the editor never writes one that is longer. */
const styleLength = 500;

/** Returns the attributes of a tag that the policy allows, each only if its value has the required form. */
function keepAttributes(tag: string, given: Attributes) {
  const kept: Attributes = {};
  const named = Object.hasOwn(htmlPolicy.attributes, tag) ? htmlPolicy.attributes[tag] : undefined;
  for (const name of [...(htmlPolicy.attributes['*'] ?? []), ...(named ?? [])]) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined) continue;
    const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined;
    if (!shape || shape.test(value)) kept[name] = value;
  }
  const classes = keepClasses(Object.hasOwn(given, 'class') ? given.class : undefined);
  if (classes) kept.class = classes;
  const style = keepStyles(Object.hasOwn(given, 'style') ? given.style : undefined);
  if (style) kept.style = style;
  return kept;
}

function keepClasses(value = '') {
  return value
    .split(/\s+/, 50)
    .filter((name) => htmlPolicy.classes.test(name))
    .join(' ');
}

/**
 * Returns the allowed styles. A CSS parser is not needed: the allowed values contain no `;`, quote, bracket, comment
 * or escape, so a piece that results from a wrong split matches no rule and is dropped.
 */
function keepStyles(value = '') {
  if (value.length > styleLength) return '';
  return value
    .split(';')
    .flatMap((declaration) => {
      const colon = declaration.indexOf(':');
      const name = declaration.slice(0, colon).trim().toLowerCase();
      const wanted = declaration.slice(colon + 1).trim();
      const rule = Object.hasOwn(htmlPolicy.styles, name) ? htmlPolicy.styles[name] : undefined;
      return colon > 0 && rule?.test(wanted) ? [`${name}: ${wanted}`] : [];
    })
    .join('; ');
}

/** The deepest nesting of tags in the output, far more than a real text has. */
const nestingLimit = 100;
/**
 * Maximum number of tags that may be open at the same time while parsing. The parser searches its stack at every end
 * tag, which could take minutes without a limit.
 */
const openTagLimit = 500;

/** Returns the URL under our media origin for a URL of the same file in another form; see upstream/addresses.ts. */
export type OwnAddress = (address: string) => string;

/**
 * Returns rich text that is safe for browsers, by shared/html-policy.ts, even if the API host has stored unsafe HTML
 * (server/rich-text/README.md). The text stays; tags, attributes and URLs outside the policy are removed.
 */
export function sanitiseHtml(html: string, ownAddress: OwnAddress) {
  const lifted = extractInlineImages(html);
  return lifted.restore(sanitiseMarkup(lifted.html, ownAddress));
}

/** As `sanitiseHtml`, for a text whose long inline images were extracted before. */
export function sanitiseMarkup(html: string, ownAddress: OwnAddress) {
  if (!html.includes('<')) return html;
  let open = 0;
  try {
    const sanitised = sanitizeHtml(html, {
      ...fixedOptions,
      transformTags: transforms(ownAddress),
      onOpenTag: () => {
        open += 1;
        if (open > openTagLimit) throw new TooDeep();
      },
      onCloseTag: () => {
        open -= 1;
      },
    });
    return sanitised.replaceAll(droppedMark, '');
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    return textOnly(html);
  }
}

class TooDeep extends Error {}

const madeHere = ['loading', 'decoding', 'referrerpolicy', 'sandbox'];
/**
 * Replaces a tag whose attributes are not allowed by an empty `span`, which is removed from the finished text
 * (`droppedMark`). sanitize-html's own way of dropping a tag is not used, because it copies all output so far for
 * each dropped tag.
 */
const dropped = { tagName: 'span', attribs: {} };
const droppedMark = '<span></span>';

const fixedOptions: sanitizeHtml.IOptions = {
  allowedTags: [...htmlPolicy.tags],
  allowedAttributes: {
    ...Object.fromEntries(
      Object.entries(htmlPolicy.attributes).map(([tag, names]) => [tag, [...names, ...madeHere]]),
    ),
    '*': [...(htmlPolicy.attributes['*'] ?? []), 'class', 'style'],
  },
  // `keepAttributes` has already checked styles and URLs. The allowed schemes are repeated here as a second line of
  // defence.
  parseStyleAttributes: false,
  allowedSchemes: [...htmlPolicy.linkSchemes],
  allowedSchemesByTag: { img: ['data'], iframe: ['https'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'xmp',
    'noscript',
    'noembed',
    'noframes',
    'template',
    'title',
  ],
  nestingLimit,
};

function transforms(ownAddress: OwnAddress): Record<string, sanitizeHtml.Transformer> {
  return {
    a: (_tag, given) => ({ tagName: 'a', attribs: link(given, ownAddress) }),
    img: (_tag, given) => image(given, ownAddress),
    iframe: (_tag, given) => frame(given),
    // Quill draws list bullets with empty `span` elements of the class `ql-ui`. Their attributes are removed, because
    // on this site the style of the list draws the bullets.
    span: (_tag, given) => ({
      tagName: 'span',
      attribs: /(^|\s)ql-ui(\s|$)/.test(given.class ?? '') ? {} : keepAttributes('span', given),
    }),
    '*': (tag, given) => ({
      tagName: tag,
      attribs: special.has(tag) ? given : keepAttributes(tag, given),
    }),
  };
}

/** Tags whose own transform has already checked their attributes. */
const special = new Set(['a', 'img', 'iframe', 'span']);

function link(given: Attributes, ownAddress: OwnAddress): Attributes {
  const { href, target, rel, ...kept } = keepAttributes('a', given);
  const own = href === undefined ? undefined : ownAddress(href);
  const newTab = target?.toLowerCase() === '_blank';
  const relations = [
    ...(newTab ? ['noopener', 'noreferrer'] : []),
    ...(rel?.match(/\b(nofollow|ugc|sponsored)\b/g) ?? []),
  ];
  return {
    ...kept,
    ...(own !== undefined && isAllowedLink(own) && { href: own }),
    ...(newTab && { target: '_blank' }),
    ...(relations.length > 0 && { rel: [...new Set(relations)].join(' ') }),
  };
}

function image(given: Attributes, ownAddress: OwnAddress): sanitizeHtml.Tag {
  const { src, ...kept } = keepAttributes('img', given);
  const own = src === undefined ? '' : ownAddress(src);
  if (!isAllowedImage(own)) return dropped;
  return {
    tagName: 'img',
    attribs: { src: own, alt: '', ...kept, loading: 'lazy', decoding: 'async' },
  };
}

function frame(given: Attributes): sanitizeHtml.Tag {
  const { src = '', title, ...kept } = keepAttributes('iframe', given);
  // The content of a frame is meant for browsers without frames, so it is removed together with the frame.
  if (!isAllowedFrame(src)) return { ...dropped, text: '' };
  return {
    tagName: 'iframe',
    attribs: {
      src,
      title: title?.trim() || 'Video',
      ...kept,
      allowfullscreen: '',
      loading: 'lazy',
      // Needed for YouTube, which refuses to play (error 153) on a page that sends no referrer.
      referrerpolicy: 'strict-origin-when-cross-origin',
      sandbox: htmlPolicy.frameSandbox,
    },
    text: '',
  };
}

/** Returns only the text of hostile markup, without any tags. */
export function textOnly(html: string) {
  return html
    .replace(/<[^<>]*>?/g, ' ')
    .replaceAll('>', '&gt;')
    .trim();
}

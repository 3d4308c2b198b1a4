/**
 * Returns why an SVG of the company is refused; undefined for an SVG that only draws. Pages show the file only in
 * `<img>`, where no script runs and nothing is loaded (SVG 2 §2.2.1, secure static mode). So this check protects
 * people who open the file directly, and informs an operator at the start if a file contains more than a drawing. It
 * lists what a drawing may contain, and takes time in proportion to the size of the file.
 */
export function svgProblem(bytes: Uint8Array): string | undefined {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return 'is not UTF-8 text';
  }
  if (/<!(?:DOCTYPE|ENTITY|ATTLIST|ELEMENT|NOTATION|\[)/i.test(text)) {
    return 'has a document type, entities or CDATA, which a drawing does not need';
  }
  const [, declared = 'utf-8'] = /^\s*<\?xml[^?]*\bencoding\s*=\s*["']([^"']*)["']/i.exec(text) ?? [];
  if (!/^utf-?8$/i.test(declared)) return `is declared as ${declared}; it must be UTF-8`;
  const bare = withoutComments(text.replace(/^\uFEFF?\s*<\?xml[^?]*\?>/i, ''));
  if (bare.includes('<?') || bare.includes('<!')) return 'has a processing instruction or an open comment';
  return isOneDrawing(bare) ? markupProblem(bare) : 'is not an SVG: it must be one <svg> element';
}

/** Removes comments; one without an end stays. */
function withoutComments(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let start = text.indexOf('<!--'); start >= 0; start = text.indexOf('<!--', from)) {
    const end = text.indexOf('-->', start + 4);
    if (end < 0) break;
    kept.push(text.slice(from, start));
    from = end + 3;
  }
  return kept.join('') + text.slice(from);
}

const words = (text: string) => new Set(text.trim().split(/\s+/));

/** Elements that draw, or that describe a drawing. None runs scripts, moves, links or loads. */
const elements = words(`
  svg g defs symbol use path rect circle ellipse line polyline polygon text tspan textPath title desc style switch
  linearGradient radialGradient stop clipPath mask pattern marker image filter view
  feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
  feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode
  feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence`);

/** Attributes whose text no browser reads as CSS. */
const texts = words(
  'class id lang role tabindex xml:id xml:lang xml:space xlink:title xlink:type version baseProfile',
);

const attributes = words(`
  transform transform-origin x y x1 x2 y1 y2 dx dy cx cy r rx ry fx fy fr d points width height viewBox
  preserveAspectRatio pathLength offset type media style enable-background gradientUnits gradientTransform spreadMethod
  patternUnits patternContentUnits patternTransform maskUnits maskContentUnits mask-type clipPathUnits markerUnits
  markerWidth markerHeight refX refY orient filterUnits primitiveUnits in in2 result stdDeviation values mode operator
  k1 k2 k3 k4 radius order kernelMatrix kernelUnitLength divisor bias targetX targetY edgeMode preserveAlpha scale
  xChannelSelector yChannelSelector surfaceScale specularConstant specularExponent diffuseConstant azimuth elevation z
  pointsAtX pointsAtY pointsAtZ limitingConeAngle baseFrequency numOctaves seed stitchTiles tableValues slope intercept
  amplitude exponent textLength lengthAdjust startOffset method spacing rotate systemLanguage requiredFeatures
  requiredExtensions fill fill-opacity fill-rule stroke stroke-dasharray stroke-dashoffset stroke-linecap
  stroke-linejoin stroke-miterlimit stroke-opacity stroke-width opacity color clip clip-path clip-rule mask filter
  flood-color flood-opacity lighting-color stop-color stop-opacity solid-color solid-opacity font font-family font-size
  font-size-adjust font-stretch font-style font-variant font-weight font-feature-settings text-anchor text-align
  text-decoration text-rendering text-indent text-transform white-space line-height letter-spacing word-spacing kerning
  writing-mode direction unicode-bidi dominant-baseline alignment-baseline baseline-shift display visibility overflow
  cursor pointer-events image-rendering shape-rendering color-interpolation color-interpolation-filters color-profile
  color-rendering paint-order vector-effect mix-blend-mode isolation marker marker-start marker-mid marker-end
  glyph-orientation-horizontal glyph-orientation-vertical shape-inside shape-margin shape-padding`);

/** CSS functions that compute a value. `url` is looked at separately. */
const functions = words(`
  rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark var calc min max clamp matrix matrix3d translate
  translatex translatey translate3d rotate rotatex rotatey rotatez rotate3d scale scalex scaley skew skewx skewy
  perspective blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia polygon circle
  ellipse inset media not is where nth-child nth-of-type cubic-bezier and or`);

const namespaces: Record<string, string | undefined> = {
  xmlns: 'http://www.w3.org/2000/svg',
  'xmlns:svg': 'http://www.w3.org/2000/svg',
  'xmlns:xlink': 'http://www.w3.org/1999/xlink',
};

// Sticky, so that each is tried at one place only.
const tagStart = /<(\/?)(?:svg:)?([\w:.-]+)/y;
const attribute = /\s+([^\s<>/"'=]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const tagEnd = /\s*\/?>/y;

function isOneDrawing(markup: string): boolean {
  return /^\s*<(?:svg:)?svg[\s>/]/.test(markup) && /(?:<\/(?:svg:)?svg\s*|\/)>$/.test(markup.trimEnd());
}

function markupProblem(markup: string): string | undefined {
  for (let at = markup.indexOf('<'); at >= 0; at = markup.indexOf('<', at)) {
    const read = (part: RegExp) => {
      part.lastIndex = at;
      const found = part.exec(markup);
      if (found) at = part.lastIndex;
      return found;
    };
    const [, close, name = ''] = read(tagStart) ?? [];
    if (!elements.has(name) && name !== '')
      return `has the element <${name}>, which is not allowed in a still picture`;
    for (let found = read(attribute); found; found = read(attribute)) {
      const [, key = '', quoted, single] = found;
      const problem = attributeProblem(key, decoded(quoted ?? single ?? ''));
      if (problem) return `${problem} in <${name}>`;
    }
    // A browser might read anything else differently.
    if (name === '' || !read(tagEnd)) return 'is not well-formed XML';
    if (close === '' && name === 'style') {
      const problem = cssProblem(decoded(markup.slice(at, markup.indexOf('<', at))));
      if (problem) return `${problem} in <style>`;
    }
  }
  return undefined;
}

function attributeProblem(key: string, value: string): string | undefined {
  if (key === 'href' || key === 'xlink:href') {
    return /^\s*(?:#|data:image\/(?:png|jpeg|webp);base64,)/i.test(value)
      ? undefined
      : `refers to a resource outside the drawing with ${key}`;
  }
  if (/^xmlns(?::|$)/.test(key)) {
    // A namespace that no name uses has no effect; drawing programs declare theirs.
    const known = namespaces[key];
    return known === undefined || known === value ? undefined : `has another namespace with ${key}`;
  }
  if (texts.has(key) || /^(?:aria|data)-/.test(key)) return undefined;
  if (!attributes.has(key)) return `has the attribute ${key}, which is not allowed in a still picture,`;
  // Many attributes may contain CSS: style, fill, filter, clip-path.
  const problem = cssProblem(value);
  return problem && `${problem} with ${key}`;
}

/** Says what in CSS may load something. CSS can write any letter as an escape, so a backslash counts as that too. */
function cssProblem(css: string): string | undefined {
  const loads = 'loads an external resource';
  if (/\\|@(?!media\b)|javascript:/i.test(css)) return loads;
  for (let at = css.indexOf('('); at >= 0; at = css.indexOf('(', at + 1)) {
    const [name = ''] = /[\w-]*$/.exec(css.slice(Math.max(0, at - 40), at).trimEnd()) ?? [];
    const isInside = name.toLowerCase() === 'url' && /^\s*["']?#/.test(css.slice(at + 1, at + 40));
    if (!isInside && name !== '' && !functions.has(name.toLowerCase())) return loads;
  }
  return undefined;
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decoded(value: string): string {
  return value.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi, (_all, hex, decimal, name) => {
    if (name !== undefined) return named[String(name).toLowerCase()] ?? ' ';
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
  });
}

import { Parser } from 'htmlparser2';

/**
 * Returns why an SVG of the company is refused; undefined for an SVG that only draws. Pages show the file only in
 * `<img>`, where no script runs and nothing is loaded (SVG 2 §2.2.1, secure static mode). So this check protects
 * people who open the file directly, and informs an operator at the start if a file contains more than a drawing. It
 * lists what a drawing may contain. Whether the XML is well-formed is found out by the renderer that measures the file.
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
  return markupProblem(text);
}

/** Deepest nesting that the renderer reads, too (libxml2). The parser's time grows with its square. */
const deepest = 256;

function markupProblem(markup: string): string | undefined {
  const problems: (string | undefined)[] = [];
  const roots: string[] = [];
  const open: string[] = [];
  let css = '';
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const name = tag.replace(/^svg:/, '');
        if (open.length === 0) roots.push(name);
        // Browsers join the text on both sides of an element.
        if (open.at(-1) === 'style') problems.push('has an element in <style>');
        if (open.push(name) > deepest) {
          problems.push(`is nested more than ${deepest} deep`);
          parser.pause();
        }
        if (!elements.has(name))
          problems.push(`has the element <${name}>, which is not allowed in a still picture`);
        for (const [key, value] of Object.entries(attributes)) {
          const problem = attributeProblem(key, value);
          problems.push(problem && `${problem} in <${name}>`);
        }
      },
      ontext(text) {
        if (open.at(-1) === 'style') css += text;
      },
      onclosetag() {
        open.pop();
        const problem = cssProblem(css);
        problems.push(problem && `${problem} in <style>`);
        css = '';
      },
      onprocessinginstruction(name) {
        if (name !== '?xml') problems.push('has a processing instruction');
      },
    },
    { xmlMode: true },
  );
  parser.end(markup);
  if (roots.join() !== 'svg') return 'is not an SVG: it must be one <svg> element';
  return problems.find(Boolean);
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

function attributeProblem(key: string, value: string) {
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
function cssProblem(css: string) {
  const loads = 'loads an external resource';
  if (/\\|@(?!media\b)|javascript:/i.test(css)) return loads;
  for (let at = css.indexOf('('); at >= 0; at = css.indexOf('(', at + 1)) {
    const [name = ''] = /[\w-]*$/.exec(css.slice(Math.max(0, at - 40), at).trimEnd()) ?? [];
    const isInside = name.toLowerCase() === 'url' && /^\s*["']?#/.test(css.slice(at + 1, at + 40));
    if (!isInside && name !== '' && !functions.has(name.toLowerCase())) return loads;
  }
  return undefined;
}

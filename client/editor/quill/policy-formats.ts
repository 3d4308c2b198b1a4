import { type DeltaStatic, Quill } from 'react-quill';
import { htmlPolicy, isAllowedFrame, isAllowedImage, isAllowedLink } from '#shared/html-policy.ts';
import { Figure } from './figure.ts';
import type { QuillClass } from './quill-class.ts';
import { tableFormats } from './table.ts';

/** The part of a Quill format class that our classes of inline formats and embeds use. */
interface FormatClass extends QuillClass {
  formats(node: HTMLElement): unknown;
  sanitize(url: string): string;
  PROTOCOL_WHITELIST?: string[];
}

const Link = Quill.import('formats/link') as unknown as FormatClass;
const Image = Quill.import('formats/image') as unknown as FormatClass;
const Video = Quill.import('formats/video') as unknown as FormatClass;

/** A link. Its URL must have a scheme that the policy allows (docs/product.md §5). */
class PolicyLink extends Link {
  static override PROTOCOL_WHITELIST = [...htmlPolicy.linkSchemes];

  static override sanitize(url: string): string {
    return isAllowedLink(url) ? url : 'about:blank';
  }
}

/**
 * An inline image. It always has an `alt` attribute, which is empty until a person describes the image. Without the
 * attribute, screen readers would read the URL.
 */
class PolicyImage extends Image {
  static override create(value: unknown): HTMLElement {
    // biome-ignore lint/complexity/noThisInStatic: Quill's create() sanitises by the class it is called on
    const node = super.create(value);
    node.setAttribute('alt', '');
    return node;
  }

  static override sanitize(url: string): string {
    return isAllowedImage(url) ? url : '//:0';
  }

  override format(name: string, value: unknown): void {
    if (name === 'alt') this.domNode.setAttribute('alt', String(value ?? ''));
    else super.format(name, value);
  }
}

/** A video. Its URL must belong to a host that the reader's page may frame. */
class PolicyVideo extends Video {
  static override create(value: unknown): HTMLElement {
    // biome-ignore lint/complexity/noThisInStatic: Quill's create() sanitises by the class it is called on
    const node = super.create(value);
    node.setAttribute('title', 'Video');
    // In the editor a video behaves like a single element of the text, so its player is not in the tab order.
    node.setAttribute('tabindex', '-1');
    // The same sandbox as for readers, so that a player cannot navigate the page away from the author.
    node.setAttribute('sandbox', htmlPolicy.frameSandbox);
    return node;
  }

  static override sanitize(url: string): string {
    return isAllowedFrame(url) ? url : 'about:blank';
  }
}

export const policyFormats = {
  'formats/link': PolicyLink,
  'formats/image': PolicyImage,
  'formats/figure': Figure,
  'formats/video': PolicyVideo,
  ...tableFormats,
};

type Matcher = (node: Text, delta: DeltaStatic) => DeltaStatic;

const Delta = Quill.import('delta') as unknown as typeof DeltaStatic;

/** Preserves spaces in code. Quill collapses spaces outside `<pre>`, so the indentation of code would be lost. */
const keepCodeSpaces: Matcher = (node, delta) =>
  node.parentElement?.closest('.ql-code-block') ? new Delta().insert(node.data) : delta;

export const policyMatchers: [number, Matcher][] = [[Node.TEXT_NODE, keepCodeSpaces]];

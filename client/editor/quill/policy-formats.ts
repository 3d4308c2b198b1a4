import { type DeltaStatic, Quill } from 'react-quill';
import { deskMessages } from '#shared/desk-messages.ts';
import { htmlPolicy, isAllowedFrame, isAllowedImage, isAllowedLink } from '#shared/html-policy.ts';
import { videoEmbedAddress } from '#shared/video-address.ts';
import { sendAreaEvent } from './area-events.ts';
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

interface Scroll {
  domNode: Element;
  /** Returns the format with this name; undefined if this editor does not have it. */
  query(format: string): unknown;
}

type Matcher<Of = Element> = (node: Of, delta: DeltaStatic, scroll: Scroll) => DeltaStatic;

const Delta = Quill.import('delta') as unknown as typeof DeltaStatic;

/**
 * Leaves out pasted images that the page would not show, and reports them, so that authors see the same as readers.
 */
const keepAllowedImage: Matcher = (node, delta, scroll) => {
  if (!scroll.query('image')) return leaveOutMedia(scroll);
  if (isAllowedImage(node.getAttribute('src') ?? '')) return delta;
  sendAreaEvent(scroll.domNode, 'rich-text-problem', deskMessages['editor.droppedImage']);
  return new Delta();
};

const keepAllowedVideo: Matcher = (node, delta, scroll) => {
  if (!scroll.query('video')) return leaveOutMedia(scroll);
  const address = node.getAttribute('src') ?? '';
  if (isAllowedFrame(address)) return delta;
  const embed = videoEmbedAddress(address);
  if (embed) return new Delta().insert({ video: embed });
  sendAreaEvent(scroll.domNode, 'rich-text-problem', deskMessages['editor.droppedVideo']);
  return new Delta();
};

/** Leaves out images and videos that the editor does not support (docs/product.md §2). */
function leaveOutMedia(scroll: Scroll): DeltaStatic {
  const problem = deskMessages[scroll.query('image') ? 'editor.noVideo' : 'editor.noMedia'];
  sendAreaEvent(scroll.domNode, 'rich-text-problem', problem);
  return new Delta();
}

/** Removes a link that the policy refuses, but not its text. */
const keepAllowedLink: Matcher = (node, delta) => {
  if (isAllowedLink(node.getAttribute('href') ?? '')) return delta;
  const plain = new Delta();
  for (const { insert, attributes } of delta.ops) {
    const { link: _link, ...rest } = attributes ?? {};
    if (insert !== undefined) plain.insert(insert, rest);
  }
  return plain;
};

/** Leaves out elements whose content is not text to read. */
const leaveOut: Matcher = () => new Delta();

/** Preserves spaces in code. Quill collapses spaces outside `<pre>`, so the indentation of code would be lost. */
const keepCodeSpaces: Matcher<Text> = (node, delta) =>
  node.parentElement?.closest('.ql-code-block') ? new Delta().insert(node.data) : delta;

export const policyMatchers: ([string, Matcher] | [number, Matcher<Text>])[] = [
  [Node.TEXT_NODE, keepCodeSpaces],
  ['script, noscript, template, title, object, svg, math', leaveOut],
  ['img', keepAllowedImage],
  ['iframe', keepAllowedVideo],
  ['a', keepAllowedLink],
];

import { Quill } from 'react-quill';
import { htmlPolicy, isAllowedFrame, isAllowedImage, isAllowedLink } from '#shared/html-policy.ts';

/** The part of a Quill format class that ours build on; the package types them by import path only. */
interface FormatClass {
  new (
    scroll: unknown,
    node: HTMLElement,
  ): {
    domNode: HTMLElement;
    format(name: string, value: unknown): void;
  };
  create(value: unknown): HTMLElement;
  formats(node: HTMLElement): unknown;
  sanitize(url: string): string;
  PROTOCOL_WHITELIST?: string[];
}

const Link = Quill.import('formats/link') as unknown as FormatClass;
const Image = Quill.import('formats/image') as unknown as FormatClass;
const Video = Quill.import('formats/video') as unknown as FormatClass;

/** docs/product.md §5: link addresses accept only the schemes of the policy. */
class PolicyLink extends Link {
  static override PROTOCOL_WHITELIST = [...htmlPolicy.linkSchemes];

  static override sanitize(url: string): string {
    return isAllowedLink(url) ? url : 'about:blank';
  }
}

/** An inline image. It always has an `alt`, empty until somebody describes it: no `alt` reads the address aloud. */
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

/** A video of the hosts that the reader's page frames. */
class PolicyVideo extends Video {
  static override create(value: unknown): HTMLElement {
    // biome-ignore lint/complexity/noThisInStatic: Quill's create() sanitises by the class it is called on
    const node = super.create(value);
    node.setAttribute('title', 'Video');
    // While it is edited a video is a thing in the text, not a player with a dozen stops for the Tab key.
    node.setAttribute('tabindex', '-1');
    // As for readers: a player must not take the page away from somebody who writes.
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
  'formats/video': PolicyVideo,
};

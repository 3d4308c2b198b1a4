import { type DeltaStatic, Quill } from 'react-quill';
import { isAllowedFrame, isAllowedImage, isAllowedLink } from '#shared/html-policy.ts';
import { messages } from '#shared/messages.ts';
import { videoEmbedAddress } from '../video-address.ts';
import { tell } from './area-events.ts';

interface Scroll {
  domNode: Element;
  /** What is behind the name of a format, when this editor has it. */
  query(format: string): unknown;
}

type Matcher<Of = Element> = (node: Of, delta: DeltaStatic, scroll: Scroll) => DeltaStatic;

const Delta = Quill.import('delta') as unknown as typeof DeltaStatic;

/** What the reader's page would not show is left out where it comes in, and said: what is written is what is read. */
const keepAllowedImage: Matcher = (node, delta, scroll) => {
  if (!scroll.query('image')) return leaveOutMedia(scroll);
  if (isAllowedImage(node.getAttribute('src') ?? '')) return delta;
  tell(scroll.domNode, 'rich-text-problem', messages['editor.droppedImage']);
  return new Delta();
};

const keepAllowedVideo: Matcher = (node, delta, scroll) => {
  if (!scroll.query('video')) return leaveOutMedia(scroll);
  const address = node.getAttribute('src') ?? '';
  if (isAllowedFrame(address)) return delta;
  const embed = videoEmbedAddress(address);
  if (embed) return new Delta().insert({ video: embed });
  tell(scroll.domNode, 'rich-text-problem', messages['editor.droppedVideo']);
  return new Delta();
};

/** The project editor of docs/product.md §2 has neither images nor videos. */
function leaveOutMedia(scroll: Scroll): DeltaStatic {
  tell(scroll.domNode, 'rich-text-problem', messages['editor.noMedia']);
  return new Delta();
}

/** The words of a bad link stay; only its address goes. */
const keepAllowedLink: Matcher = (node, delta) => {
  if (isAllowedLink(node.getAttribute('href') ?? '')) return delta;
  const plain = new Delta();
  for (const { insert, attributes } of delta.ops) {
    const { link: _link, ...rest } = attributes ?? {};
    if (insert !== undefined) plain.insert(insert, rest);
  }
  return plain;
};

/** What is between these tags is no text for people. */
const leaveOut: Matcher = () => new Delta();

/** Code keeps its spaces: Quill collapses those of any text outside of <pre>, and indentation would be gone. */
const keepCodeSpaces: Matcher<Text> = (node, delta) =>
  node.parentElement?.closest('.ql-code-block') ? new Delta().insert(node.data) : delta;

export const policyMatchers: ([string, Matcher] | [number, Matcher<Text>])[] = [
  [Node.TEXT_NODE, keepCodeSpaces],
  ['script, noscript, template, title, object, svg, math', leaveOut],
  ['img', keepAllowedImage],
  ['iframe', keepAllowedVideo],
  ['a', keepAllowedLink],
];

import { type ComponentType, type ReactNode, useState } from 'react';
import { sampleSite } from '#shared/site/sample-site.ts';
import cinema from './pictures/cinema.svg';
import harbour from './pictures/harbour.svg';
import poster from './pictures/poster.svg';

/** The pieces of one kind: for each component, its states by name. */
export type Pieces = Record<string, Record<string, ReactNode>>;

export const origin = 'https://studio.example';
export const company = sampleSite;
export const pictures = { cinema, harbour, poster };

export const urdu = 'پشاور کے اسٹوڈیو سے نئی کہانیاں';
export const long =
  'A title that somebody wrote without a thought for the width of any screen, with supercalifragilisticexpialidocious in it';

export const nothing = () => undefined;

/** Returns states of a component: `common` are the properties of all of them. */
export function states<Props extends object>(
  Piece: ComponentType<Props>,
  common: Partial<Props>,
  each: Record<string, Partial<Props>>,
): Record<string, ReactNode> {
  return Object.fromEntries(
    Object.entries(each).map(([name, own]) => [
      name,
      <Piece key={name} {...({ ...common, ...own } as Props)} />,
    ]),
  );
}

interface HeldProps<Value> {
  start: Value;
  children: (value: Value, change: (value: Value) => void) => ReactNode;
}

/** Holds the value of a controlled component. */
export function Held<Value>({ start, children }: HeldProps<Value>) {
  return children(...useState(start));
}

/** Shows what the callbacks of a piece are called with. */
export function Told({ children }: { children: (tell: (text: string) => void) => ReactNode }) {
  const [told, setTold] = useState<string[]>([]);
  return (
    <>
      {children((text) => setTold((all) => [...all, text]))}
      <output>{told.join(', ')}</output>
    </>
  );
}

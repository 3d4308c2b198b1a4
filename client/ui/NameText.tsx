import { useScript } from '../words.ts';

interface NameTextProps {
  children: string;
  className?: string;
}

/** A name inside a sentence or a line: in its own language, and isolated from the direction of the text around it. */
export function NameText({ children: name, className }: NameTextProps) {
  const script = useScript();
  return (
    <bdi className={className} lang={script(name).lang}>
      {name}
    </bdi>
  );
}

import { type ComponentProps, useRef } from 'react';
import { Button } from '../Button.tsx';
import { acceptOf } from './file-problem.ts';

interface FileButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  /** Accessible name of the choice of files. */
  label: string;
  multiple?: true;
  onFiles: (files: File[]) => void;
}

/** A button that lets a person choose pictures. */
export function FileButton({ label, multiple, onFiles, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={acceptOf('image')}
        aria-label={label}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          if (files.length > 0) onFiles(files);
          // Clears the input, so that choosing the same file again triggers a change event.
          currentTarget.value = '';
        }}
      />
    </>
  );
}

import { type ReactNode, type Ref, useLayoutEffect, useRef, useState } from 'react';
import { textOf } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { readableBytes } from '#shared/limits.ts';
import { Badge } from '../Badge.tsx';
import { Button } from '../Button.tsx';
import { classNames } from '../class-names.ts';
import { IconButton } from '../IconButton.tsx';
import { ChevronLeftIcon, ChevronRightIcon, CropIcon, ImageIcon, TrashIcon } from '../icons.tsx';
import { Picture } from '../Picture.tsx';
import { VisuallyHidden } from '../VisuallyHidden.tsx';
import { assignRef, Field, type FieldIds, type FieldText } from './Field.tsx';
import fileStyles from './FileField.module.css';
import styles from './FilesField.module.css';
import { acceptOf, fileProblem } from './file-problem.ts';
import { fittingPicture } from './fitting-picture.ts';
import { type OpenTool, PictureDialogs, type PictureTools } from './PictureDialogs.tsx';
import { Refused } from './Refused.tsx';
import { useFileDrop } from './use-file-drop.ts';
import { useObjectUrl } from './use-object-url.ts';

interface StoredFile {
  id: Id;
  url: string;
  name: string;
}

interface FilesFieldProps extends FieldText {
  /** Chosen files that are not saved yet, in their order. */
  files: readonly File[];
  onChange: (files: File[]) => void;
  /** Largest number of files, including stored ones. */
  max: number;
  /** Stored files. They are shown before the chosen ones. */
  stored?: readonly StoredFile[];
  onRemoveStored?: (id: Id) => void;
  /** Stored files whose removal cannot be undone: their buttons say so. */
  removedForGood?: readonly Id[];
  /** Id of the stored file that is being removed. */
  removingId?: Id;
  /** The dialogs for the library of pictures and for cropping. */
  tools?: PictureTools;
  disabled?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/**
 * Field that chooses several images, with the file picker or by dropping them. Each image is checked; an image that
 * is refused is reported by name.
 */
export function FilesField({
  label,
  hint,
  error,
  files,
  onChange,
  max,
  stored = [],
  onRemoveStored,
  removedForGood = [],
  removingId,
  tools,
  disabled,
  ref,
}: FilesFieldProps) {
  const [open, setOpen] = useState<OpenTool>();
  const input = useRef<HTMLInputElement>(null);
  const count = stored.length + files.length;
  const full = count >= max;
  const chosen = useFiles({ files, onChange, stored: stored.length, max });
  const { dragging, handlers } = useFileDrop({ onFiles: chosen.add, disabled });
  // The button that was pressed goes with its picture.
  const focusInput = () => input.current?.focus();

  return (
    <>
      <Field
        label={label}
        hint={hint}
        error={error}
        aside={
          <span className={styles.count}>
            {count} of {max}
          </span>
        }
      >
        {(ids) => (
          <div {...handlers} className="stack3">
            <DropZone
              ids={ids}
              text={zoneText({ dragging, full, checking: chosen.checking })}
              dragging={dragging}
              disabled={disabled}
              onChoose={chosen.add}
              ref={(element) => {
                input.current = element;
                return assignRef(ref, element);
              }}
            />
            {tools?.Library && (
              <Button
                variant="quiet"
                className={styles.tools}
                onClick={() => setOpen('library')}
                disabled={disabled || full}
              >
                <ImageIcon /> Choose from the library
              </Button>
            )}
            <Refused what="file" problems={chosen.refused} />
            {count > 0 && (
              <ul className={styles.tiles}>
                {stored.map((image) => (
                  <FileTile
                    key={image.id}
                    name={image.name}
                    detail="Stored"
                    url={image.url}
                    busy={image.id === removingId}
                    forGood={removedForGood.includes(image.id)}
                    disabled={disabled}
                    onRemove={
                      onRemoveStored &&
                      (() => {
                        focusInput();
                        onRemoveStored(image.id);
                      })
                    }
                  />
                ))}
                {files.map((file, index) => (
                  <ChosenFileTile
                    key={fileKey(file)}
                    file={file}
                    index={index}
                    count={files.length}
                    disabled={disabled}
                    onMove={(to) => chosen.move(file, to)}
                    onCrop={tools?.Crop && (() => setOpen(file))}
                    onRemove={() => {
                      focusInput();
                      chosen.remove(file);
                    }}
                  />
                ))}
              </ul>
            )}
            <VisuallyHidden role="status">{chosen.announcement}</VisuallyHidden>
          </div>
        )}
      </Field>
      {tools && (
        <PictureDialogs
          tools={tools}
          open={open}
          max={max - count}
          onChoose={chosen.add}
          onCrop={chosen.exchange}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

interface DropZoneProps {
  ids: FieldIds;
  text: string;
  dragging: boolean;
  disabled: boolean | undefined;
  onChoose: (files: File[]) => void;
  ref: Ref<HTMLInputElement>;
}

/** The browser's control for choosing several files, inside the area on which files can be dropped. */
function DropZone({ ids, text, dragging, disabled, onChoose, ref }: DropZoneProps) {
  return (
    <div
      className={classNames(fileStyles.dropZone, styles.zone)}
      data-invalid={ids.invalid || undefined}
      data-dragging={dragging || undefined}
    >
      <ImageIcon size={24} />
      <span>{text}</span>
      <input
        ref={ref}
        className={fileStyles.input}
        type="file"
        multiple
        id={ids.id}
        accept={acceptOf('image')}
        disabled={disabled}
        aria-describedby={ids.describedBy}
        aria-invalid={ids.invalid || undefined}
        onChange={(event) => {
          onChoose([...(event.currentTarget.files ?? [])]);
          // Clears the input, so that a file can be chosen again after it was removed.
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}

function zoneText({ dragging, full, checking }: { dragging: boolean; full: boolean; checking: number }) {
  if (dragging) return 'Drop the files here';
  if (checking > 0) return checking === 1 ? 'Checking 1 file…' : `Checking ${checking} files…`;
  return full ? 'The limit is reached. Remove one to add another' : 'Choose files or drop them here';
}

interface FilesOptions {
  files: readonly File[];
  onChange: (files: File[]) => void;
  /** Number of stored files. */
  stored: number;
  /** Maximum number of files, including the stored ones. */
  max: number;
}

/** Adds, moves and removes chosen images. Each change is announced to screen readers. */
function useFiles({ files, onChange, stored, max }: FilesOptions) {
  const [refused, setRefused] = useState<string[]>([]);
  const [checking, setChecking] = useState(0);
  const [announcement, setAnnouncement] = useState('');
  // The newest values of these props. Checking files takes time, and files may be added or removed during it.
  const now = useRef({ files, stored, max });
  useLayoutEffect(() => {
    now.current = { files, stored, max };
  });
  // Choices wait for each other, so that two choices in quick succession together do not exceed the maximum.
  const queue = useRef(Promise.resolve());

  function put(all: File[], said: string) {
    now.current.files = all;
    onChange(all);
    setAnnouncement(said);
  }

  /**
   * Takes the accepted files, so that one bad file does not affect the others. They are checked one after the other,
   * because checking a large image needs much memory.
   */
  async function take(chosen: File[]) {
    const taken: string[] = [];
    for (const each of chosen) {
      const { file, problem: refused } = await fittingPicture(each);
      const problem = refused ?? placeProblem(file, now.current);
      setChecking((count) => count - 1);
      if (problem) setRefused((before) => [...before, problem]);
      else {
        taken.push(`${file.name} added.`);
        put([...now.current.files, file], taken.join(' '));
      }
    }
  }

  return {
    refused,
    checking,
    announcement,
    add(chosen: File[]) {
      if (chosen.length === 0) return;
      setRefused([]);
      setChecking((count) => count + chosen.length);
      queue.current = queue.current.then(() => take(chosen));
    },
    /**
     * Replaces a file by another one, e.g. by its cropped version. If the other file is refused, the first one stays.
     */
    async exchange(file: File, other: File) {
      const problem = await fileProblem(other, 'image');
      setRefused(problem ? [problem] : []);
      const all = now.current.files.map((each) => (each === file ? other : each));
      if (!problem) put(all, `${other.name} changed.`);
    },
    move(file: File, to: number) {
      const others = files.filter((other) => other !== file);
      put(
        [...others.slice(0, to), file, ...others.slice(to)],
        `${file.name} is now ${to + 1} of ${files.length}.`,
      );
    },
    remove(file: File) {
      setRefused([]);
      put(
        files.filter((other) => other !== file),
        `${file.name} removed.`,
      );
    },
  };
}

/** Returns why there is no place for a file, as a text that begins with its name. */
function placeProblem(file: File, { files, stored, max }: Omit<FilesOptions, 'onChange'>) {
  if (files.some((other) => fileKey(other) === fileKey(file)))
    return textOf('upload.chosenAlready', { field: file.name });
  return stored + files.length < max ? undefined : textOf('upload.noPlace', { field: file.name, limit: max });
}

interface FileTileProps {
  name: string;
  /** Shown below the name: the size, or that the file is stored. */
  detail: string;
  url: string | undefined;
  isNew?: boolean;
  busy?: boolean;
  /** True if removing the file cannot be undone. */
  forGood?: boolean;
  disabled?: boolean;
  onRemove?: () => void;
  children?: ReactNode;
}

/** One image of a `FilesField`. */
function FileTile({
  name,
  detail,
  url,
  isNew = false,
  busy = false,
  forGood = false,
  disabled,
  onRemove,
  children,
}: FileTileProps) {
  return (
    <li className={styles.tile} aria-busy={busy || undefined}>
      <div className={styles.picture}>
        {url ? <Picture src={url} alt="" sizes="10rem" largest={480} /> : <ImageIcon size={28} />}
        {isNew && (
          <span className={styles.mark}>
            <Badge tone="accent">New</Badge>
          </span>
        )}
      </div>
      <div className={styles.caption}>
        <span className={styles.name} dir="auto" title={name}>
          {name}
        </span>
        <span className="small">{busy ? 'Removing…' : detail}</span>
      </div>
      <div className={styles.actions}>
        {children}
        {onRemove && (
          <IconButton
            label={forGood ? `Remove ${name} for good` : `Remove ${name}`}
            disabled={disabled || busy}
            onClick={onRemove}
          >
            <TrashIcon size={18} />
          </IconButton>
        )}
      </div>
    </li>
  );
}

interface ChosenFileTileProps {
  file: File;
  index: number;
  count: number;
  disabled?: boolean;
  onMove: (to: number) => void;
  onCrop?: () => void;
  onRemove: () => void;
}

/** An image that was chosen and is not saved yet. */
function ChosenFileTile(props: ChosenFileTileProps) {
  const { file, index, count, disabled, onMove, onCrop, onRemove } = props;
  const url = useObjectUrl(file);
  return (
    <FileTile
      name={file.name}
      detail={readableBytes(file.size)}
      url={url}
      isNew
      disabled={disabled}
      onRemove={onRemove}
    >
      <MoveButtons name={file.name} index={index} count={count} disabled={disabled} onMove={onMove} />
      {onCrop && (
        <IconButton label={`Crop ${file.name}`} disabled={disabled} onClick={onCrop}>
          <CropIcon size={18} />
        </IconButton>
      )}
    </FileTile>
  );
}

interface MoveButtonsProps {
  name: string;
  /** Position of the file among the new ones, from 0. */
  index: number;
  count: number;
  disabled?: boolean;
  onMove: (to: number) => void;
}

/**
 * Buttons that move a file. At the ends of the list a button does nothing, but it is not disabled: otherwise a person
 * who has moved the file there would lose the focus.
 */
function MoveButtons({ name, index, count, disabled, onMove }: MoveButtonsProps) {
  if (count < 2) return null;
  return (
    <>
      <IconButton
        label={`Move ${name} earlier`}
        className={styles.step}
        aria-disabled={index === 0 || undefined}
        disabled={disabled}
        onClick={() => onMove(index - 1)}
      >
        <ChevronLeftIcon size={18} />
      </IconButton>
      <IconButton
        label={`Move ${name} later`}
        className={styles.step}
        aria-disabled={index === count - 1 || undefined}
        disabled={disabled}
        onClick={() => onMove(index + 1)}
      >
        <ChevronRightIcon size={18} />
      </IconButton>
    </>
  );
}

/** Returns a React key for a file; a field takes no file twice. The key stays the same when the file moves in its list. */
function fileKey({ name, size, lastModified }: File) {
  return [name, size, lastModified].join(' ');
}

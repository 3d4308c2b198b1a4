import { type FetchQueryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query';
import {
  type ComponentProps,
  type ComponentType,
  createContext,
  Fragment,
  type ReactNode,
  type Ref,
  useContext,
  useId,
  useState,
} from 'react';
import { Controller, type FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import type { CallName } from '#shared/contract/index.ts';
import { deskMessages, type TextCode, textOf } from '#shared/desk-messages.ts';
import { codeWord, type Entity, formOrder, inputShape, isFile } from '#shared/entities/entity.ts';
import type { Field } from '#shared/entities/field.ts';
import type { ContentName } from '#shared/entities/index.ts';
import { seoFields } from '#shared/entities/seo-fields.ts';
import { isAllowedImage } from '#shared/html-policy.ts';
import type { Id } from '#shared/id.ts';
import type { FileKind } from '#shared/limits.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { fieldsOf } from '#shared/schemas/fields.ts';
import type { TrashResource } from '#shared/schemas/trash.ts';
import { isStatus } from '../../api/api-error.ts';
import { callApi } from '../../api/call.ts';
import { refresh } from '../../api/call-query.ts';
import { useAcceptedValues } from '../../api/host-support.ts';
import { RichTextEditor } from '../../editor/RichTextEditor.tsx';
import { type Problems, resolverOf } from '../../forms/form-rules.ts';
import { formNameOf } from '../../forms/open-form.ts';
import { bindFields, type ResourceFormOptions, useResourceForm } from '../../forms/use-resource-form.ts';
import { Button } from '../../ui/Button.tsx';
import { FileField } from '../../ui/fields/FileField.tsx';
import { FilesField } from '../../ui/fields/FilesField.tsx';
import { acceptOf, fileHint } from '../../ui/fields/file-problem.ts';
import { fittingPicture } from '../../ui/fields/fitting-picture.ts';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { Switch } from '../../ui/fields/Switch.tsx';
import { DateField, TextField } from '../../ui/fields/TextField.tsx';
import { useFileChoice } from '../../ui/fields/use-file-choice.ts';
import { notify } from '../../ui/toast.ts';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { useDeleteWithUndo } from './calls.tsx';
import styles from './EntityForm.module.css';
import {
  acceptedFields,
  type EntityValues,
  entityForm,
  entityRules,
  entityValues,
  formFields,
  storedEntity,
  withAcceptedChoices,
} from './entity-form.ts';
import { FormSection } from './FormSection.tsx';
import { choiceLabels } from './job-labels.ts';
import { PictureActions, usePictureTools, VideoPreview } from './pictures/FileTools.tsx';
import { useHostSupportsVersions } from './version-support.ts';

/** A stored record. */
type Row = FieldValues & { id: Id };

interface EntityFormOptions extends Partial<ResourceFormOptions<EntityValues>> {
  noun: Entity & { resource: ContentName };
  /** The stored record; undefined for a new one. */
  row: Row | undefined;
  /** The rule of the contract for what is sent, if it is more than those of the fields. */
  schema?: z.ZodType;
  /** The call that saves the form. */
  call?: CallName;
  /** Name under which the call takes the id of the stored record, if its path does not have it. */
  idAs?: string;
  /** Part name of one file of a list. */
  partName?: (list: string, index: number) => string;
  /** Texts of the toasts after an answer without success and after an error. */
  says?: { refused?: TextCode; failed?: TextCode };
  /** Changes the problems that the rules of the descriptor find. */
  problemsOf?: (values: EntityValues, rules: ReturnType<typeof entityRules>) => Problems<EntityValues>;
  /** The query of the stored record. Its newest version is read through the cache, so that stored files follow. */
  read: { queryKey: QueryKey; queryFn?: unknown };
  /** Called with the values that were saved, and the answer. */
  onDone: (values: EntityValues, answer: Envelope) => void;
}

/** State and actions of the form of one record, which follow from its descriptor. */
export function useEntityForm(options: EntityFormOptions) {
  const {
    noun: whole,
    row,
    schema: given,
    call,
    idAs,
    partName,
    says = {},
    problemsOf,
    read,
    onDone,
    ...more
  } = options;
  // Made once: a schema is compiled when it is first used.
  const [schema] = useState(() => given ?? fieldsOf(inputShape(whole.fields)));
  const accepted = useAcceptedValues();
  const fields = acceptedFields(whole.fields, (name) => call && accepted(call, name), row);
  const { resource } = whole;
  const noun: Entity = { ...whole, fields };
  const queries = useQueryClient();
  const extensions = useHostSupportsVersions();
  const rules = entityRules(fields, schema);
  const state = useResourceForm<EntityValues>({
    draftKey: `${resource}:${row ? formNameOf(row.id) : 'new'}`,
    ...(row ? storedEntity(fields, row) : { stored: entityValues(fields) }),
    resolver: resolverOf((values) => problemsOf?.(values, rules) ?? rules(values, row === undefined)),
    fields: formFields(noun),
    fieldOf: fieldOfWireName,
    save: async (values, { signal, onUpload, version }) => {
      const change = row && { ...(idAs && { [idAs]: String(row.id) }), updated_at: version };
      const answer = await callApi(call as CallName, {
        params: { id: row?.id ?? '' },
        body: entityForm(fields, values, { extensions, change, partName }),
        signal,
        onUpload,
      });
      if (answer.status !== 1 && says.refused) notify.error(textOf(says.refused));
      return answer;
    },
    onFailed: (error) => {
      if (says.failed && isPlainFailure(error)) notify.error(textOf(says.failed));
    },
    onSaved: (answer) => {
      refresh(queries, resource);
      notify.success(deskMessages[`${codeWord(resource)}.${row ? 'updated' : 'added'}`]);
      onDone(state.form.getValues(), answer);
    },
    ...(row && {
      reload: async () =>
        storedEntity(fields, await queries.fetchQuery({ ...(read as FetchQueryOptions<Row>), staleTime: 0 })),
    }),
    ...more,
    ...(!row && more.stored && { stored: withAcceptedChoices(fields, more.stored) }),
  });
  /** Returns what the form says at a field that the call does not send to the host. */
  const unsentHint = (name: string, field: Field) =>
    call && accepted(call, name)?.length === 0
      ? textOf(isFile(field) ? 'host.takesNoFiles' : 'host.notStored')
      : undefined;
  return { ...state, noun, resource, row, read, unsentHint };
}

/**
 * Returns the form field for a field name of the contract: `images` for `images[2]`, and `tech_image` for
 * `tech_image[0][file]`, which Laravel writes as `tech_image.0.file`. The error about a single file is shown at this form
 * field.
 */
function fieldOfWireName(name: string) {
  return name.replace(/[[.].*/s, '');
}

/**
 * Returns false for failures that the form shows in its own way: another admin's newer version, and a cancelled
 * upload.
 */
function isPlainFailure(error: unknown) {
  if (error instanceof DOMException && error.name === 'AbortError') return false;
  return !isStatus(error, 409);
}

type EntityFormState = ReturnType<typeof useEntityForm>;

export const FormContext = createContext<EntityFormState | undefined>(undefined);

/** Returns the form in which the component stands. */
export function useOwnForm() {
  const form = useContext(FormContext);
  if (!form) throw new Error('Fields of a record need the form of a record around them.');
  return form;
}

/** Props of the component for a field. */
export interface FieldSlot {
  name: string;
  label: string;
  hint?: ReactNode;
  // biome-ignore lint/suspicious/noExplicitAny: the descriptor decides the type of a value
  value: any;
  onChange: (value: unknown) => void;
  busy: boolean;
  error: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: elements of several kinds take the focus
  ref: Ref<any>;
}

interface EntityFieldProps extends Omit<ComponentProps<typeof TextField>, 'label' | 'children' | 'name'> {
  name: string;
  /** The label, if the form has another one than versions and conflicts. */
  label?: string;
  /** Values to choose from while a text is typed. They may be repeated or missing. */
  suggestions?: readonly (string | null | undefined)[];
  /** Fields that are judged together with this one: its change clears their errors. */
  judges?: readonly string[];
  /** The buttons of the editor of rich text. */
  toolbar?: ComponentProps<typeof RichTextEditor>['toolbar'];
  /** The choices as buttons side by side, or a few of them. */
  segmented?: boolean | readonly string[];
  /** The words for a stored file, such as "The image of this post"; for a stored image of a list its noun: "Logo". */
  stored?: string;
  /** Shown below a chosen file. */
  below?: (file: File | null) => ReactNode;
  /** The call that removes a stored image of a list, and the name of these images in the trash. */
  removal?: { call: CallName; resource: TrashResource };
  /** A component of the noun's own. */
  Own?: ComponentType<FieldSlot>;
}

/** A field of the form, drawn by its kind. A file that the host does not accept is not shown; a text says that it is not sent. */
export function EntityField(props: EntityFieldProps) {
  const { noun, form, busy, unsentHint } = useOwnForm();
  const field = noun.fields[props.name];
  if (!field) return null;
  const { name, judges, label = labelIn(field), suggestions, segmented, Own, ...rest } = props;
  const clear = () => judges && form.clearErrors([...judges]);
  const words = { label, hint: unsentHint(field.sentAs ?? name, field) ?? rest.hint };
  const controlled = (draw: (slot: FieldSlot) => ReactNode, at = name) => (
    <Controller
      control={form.control}
      name={at}
      render={({ field: { value, onChange, ref }, fieldState: { error } }) => {
        const change = (next: unknown) => {
          onChange(next);
          clear();
        };
        return <>{draw({ ...words, name: at, value, onChange: change, busy, error: error?.message, ref })}</>;
      }}
    />
  );
  if (Own) return controlled((slot) => <Own {...slot} />);
  const { toolbar, stored, below, removal, ...control } = rest;
  switch (field.kind) {
    case 'rich':
      return controlled((slot) => <RichField {...slot} toolbar={toolbar} />);
    case 'picture':
    case 'captions':
    case 'video':
      return controlled((slot) => <FileOf {...slot} stored={stored} below={below} />);
    case 'pictures':
      return (
        removal &&
        controlled((slot) => <FilesOf {...slot} of={name} stored={stored} removal={removal} />, field.sentAs)
      );
    case 'dayOrMoment':
      return controlled(({ value, onChange, error, ref }) => (
        <DateField
          {...words}
          name={name}
          readOnly={busy}
          value={value.slice(0, 10)}
          onChange={(event) => onChange(event.target.value)}
          error={error}
          ref={ref}
        />
      ));
  }
  const bound = bindFields(form, busy)(name, { onChange: clear });
  if (field.kind === 'flag' && field.stored === 'fallback') return <Switch {...words} {...bound} />;
  if (field.words && segmented)
    return controlled(({ value, onChange, error, ref }) => (
      <SegmentedControl
        {...words}
        value={value}
        options={optionsOf(
          name,
          segmented === true ? field.words : field.words?.filter((word) => segmented.includes(word)),
        )}
        onChange={onChange}
        readOnly={busy}
        error={error}
        ref={ref}
      />
    ));
  if (field.words)
    return (
      <Select
        {...words}
        placeholder={control.placeholder}
        options={optionsOf(name, field.words)}
        {...bound}
      />
    );
  return (
    <Suggested
      dir={field.kind === 'line' || field.kind === 'text' ? 'auto' : undefined}
      maxLength={field.max}
      inputMode={inputModes[field.kind]}
      multiline={field.kind === 'text'}
      rows={3}
      autoComplete="off"
      suggestions={suggestions}
      {...control}
      {...words}
      {...bound}
    />
  );
}

interface EntityFieldsProps {
  /** Props of fields that say more than the descriptor. */
  props?: Record<string, Omit<EntityFieldProps, 'name'>>;
  /** Fields side by side, in rows of this class. */
  rows?: readonly (readonly string[])[];
  rowClass?: string;
  /** Titles of parts of the form, by the field that begins each; a part lasts until the next. */
  sections?: Record<string, Pick<ComponentProps<typeof FormSection>, 'title' | 'text'>>;
  /**
   * Content after the fields of a form of full size: in a wide window the title and the text are at one side, and
   * everything else is at the other.
   */
  children?: ReactNode;
}

/** The fields of the descriptor, in its order; those for search engines are in `SeoFields`. */
export function EntityFields({ props, rows, rowClass, sections, children }: EntityFieldsProps) {
  const { noun } = useOwnForm();
  const isWide = useMediaQuery('from-lg');
  const takesExtensions = useHostSupportsVersions();
  const names = formOrder(noun).filter((name) => {
    const field = noun.fields[name];
    // The order names files too that the host does not accept.
    return field && !field.moved && !(name in seoFields) && (takesExtensions || !field.extension);
  });
  const field = (name: string) => <EntityField key={name} name={name} {...props?.[name]} />;
  const line = (name: string) => {
    const row = rows?.find((each) => each.includes(name))?.filter((each) => names.includes(each));
    if (!row) return field(name);
    return (
      name === row[0] && (
        <div key={name} className={rowClass}>
          {row.map(field)}
        </div>
      )
    );
  };
  const inParts = (drawn: string[]) => {
    const parts: string[][] = [];
    for (const name of drawn) {
      if (parts.length === 0 || sections?.[name]) parts.push([]);
      parts.at(-1)?.push(name);
    }
    return parts.map((part) => {
      const [first = ''] = part;
      const lines = part.map(line);
      const section = sections?.[first];
      return section ? (
        <FormSection key={first} {...section}>
          {lines}
        </FormSection>
      ) : (
        <Fragment key={first}>{lines}</Fragment>
      );
    });
  };
  if (!children) return inParts(names);
  const text = names.findIndex((name) => noun.fields[name]?.kind === 'rich');
  const isMain = (at: number) => (isWide ? at === 0 || at === text : at <= text);
  return (
    <div className={styles.columns}>
      <div className={styles.main}>{inParts(names.filter((_name, at) => isMain(at)))}</div>
      <div className={styles.side}>
        {inParts(names.filter((_name, at) => !isMain(at)))}
        {children}
      </div>
    </div>
  );
}

/** Optional fields say so, except those that follow the heading of an optional part of the form. */
function labelIn({ label = '', kind, stored, extension }: Field) {
  const saysSo = ['line', 'text', 'link', 'amount', 'dayOrMoment', 'video'].includes(kind);
  return saysSo && stored === 'nullable' && !extension ? `${label} (optional)` : label;
}

const inputModes: Partial<Record<Field['kind'], 'numeric' | 'decimal' | 'url'>> = {
  number: 'numeric',
  order: 'numeric',
  flag: 'numeric',
  amount: 'decimal',
  link: 'url',
};

const optionsOf = (name: string, words: readonly string[] = []) =>
  words.map((value) => ({ value, label: choiceLabels[name]?.[value] ?? value }));

/** A text with suggestions. */
function Suggested({
  suggestions,
  ...text
}: ComponentProps<typeof TextField> & Pick<EntityFieldProps, 'suggestions'>) {
  const list = useId();
  if (!suggestions) return <TextField {...text} />;
  return (
    <>
      <TextField {...text} list={list} />
      <datalist id={list}>
        {[...new Set(suggestions.filter((each) => each))].sort().map((each) => (
          <option key={each} value={each ?? ''} />
        ))}
      </datalist>
    </>
  );
}

function RichField({
  busy,
  toolbar = 'text',
  label,
  name: _,
  ...slot
}: FieldSlot & Pick<EntityFieldProps, 'toolbar'>) {
  const { noun, form } = useOwnForm();
  const tools = usePictureTools();
  return (
    <RichTextEditor
      {...slot}
      label={label}
      toolbar={toolbar}
      title={form.watch(noun.title)}
      tools={toolbar === 'job' ? undefined : tools}
      disabled={busy}
    />
  );
}

/**
 * As `useFileChoice`, and the reason why the last file was refused. It is no error of the form, which a save would
 * clear: it stays until another file is chosen. In place of a picture that is too large, a smaller one is taken.
 */
export function useKeptRefusal(kind: FileKind, onTake: (file: File | null) => void) {
  const [refused, setRefused] = useState<string>();
  const take = (file: File | null) => {
    setRefused(undefined);
    onTake(file);
  };
  const choose = useFileChoice(kind, take, setRefused, kind === 'image' ? fittingPicture : undefined);
  return { choose, refused };
}

/** A single file, with the tools of its kind, and a button that removes a stored one. */
function FileOf(props: FieldSlot & Pick<EntityFieldProps, 'stored' | 'below'>) {
  const { name, label, hint, value: file, busy, error, ref, stored = '', below } = props;
  const { noun, form, row } = useOwnForm();
  const { kind, removable, label: ownLabel = '' } = noun.fields[name] as Field;
  const type = kind === 'picture' ? 'image' : (kind as 'captions' | 'video');
  const what = ownLabel.toLowerCase();
  const { choose, refused } = useKeptRefusal(type, (chosen) => form.setValue(name, chosen));
  const isStored = Boolean(row?.[name]);
  const removes: boolean = form.watch(`remove_${name}`) ?? false;
  const shown = removes ? undefined : safeAddress(row?.[name]);
  return (
    <FileField
      label={label}
      hint={withFileHint(hint, type)}
      look={type === 'image' ? 'image' : 'document'}
      accept={acceptOf(type)}
      file={file ?? undefined}
      onSelect={(chosen) => void choose(chosen)}
      actions={
        <>
          {below?.(file)}
          {type === 'image' && <PictureActions file={file} onSelect={choose} disabled={busy} />}
          {type === 'video' && <VideoPreview file={file ?? undefined} stored={shown} />}
          {removable && isStored && !file && (
            // As wide as its text, in the grid of the field.
            <div>
              <Button
                variant="quiet"
                disabled={busy}
                onClick={() => form.setValue(`remove_${name}`, !removes, { shouldDirty: true })}
              >
                {removes ? 'Keep' : 'Remove'} the {what}
              </Button>
            </div>
          )}
        </>
      }
      previewUrl={type === 'image' ? shown : undefined}
      current={isStored ? (removes ? `The stored ${what} will be removed when you save` : stored) : undefined}
      disabled={busy}
      error={refused ?? error}
      ref={ref}
    />
  );
}

/** Returns the hint with what a file may be in place of `{file}`. */
function withFileHint(hint: ReactNode, kind: FileKind) {
  return String(hint ?? '{file}').replace('{file}', fileHint(kind));
}

type FilesProps = FieldSlot & Required<Pick<EntityFieldProps, 'removal'>> & { of: string; stored?: string };

/**
 * Several pictures. A stored one is removed at once, before the form is saved, with "Undo"; a host without a trash
 * erases it for good, and the label of the button says so. The last one cannot be removed.
 */
function FilesOf(props: FilesProps) {
  const { of, name: _, label, hint, value, busy, stored, removal, ...slot } = props;
  const { noun, resource, row, read } = useOwnForm();
  const queries = useQueryClient();
  const images = (row?.[of] ?? []) as { id: Id; image: string }[];
  const { canRestore, remove, deleting } = useDeleteWithUndo({
    ...removal,
    done: deskMessages['image.deleted'],
    refresh: () => {
      refresh(queries, resource);
      void queries.invalidateQueries({ queryKey: read.queryKey });
    },
  });
  return (
    <FilesField
      {...slot}
      label={label}
      hint={withFileHint(hint, 'image')}
      files={value}
      max={noun.fields[of]?.most ?? 1}
      // Stored images have no names, so each is named by its number.
      stored={images.map(({ id, image }, index) => ({
        id,
        url: safeAddress(image) ?? '',
        name: `${stored} ${index + 1}`,
      }))}
      onRemoveStored={(id) => {
        if (images.length <= 1) notify.info(deskMessages['image.lastOne']);
        else if (deleting === undefined) void remove(id);
      }}
      removedForGood={canRestore ? [] : images.map(({ id }) => id)}
      removingId={deleting}
      tools={usePictureTools()}
      disabled={busy}
    />
  );
}

/** Returns the URL if it is under our origin or an inline image; undefined for any other value. */
export function safeAddress(address: unknown) {
  return typeof address === 'string' && isAllowedImage(address) ? address : undefined;
}

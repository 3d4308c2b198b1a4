import type { ContractRow } from '#shared/contract/index.ts';
import type { Make } from './makes.ts';
import { lastOf } from './prober.ts';
import type { Listed } from './survey.ts';

/** Call that adds or changes a record. */
export interface Write {
  row: ContractRow;
  isEdit: boolean;
  /** True if the call carries files and is sent as a form. */
  isForm: boolean;
  /** Method that changes a record. */
  edit: string;
  /** Path of the list. */
  list: string;
  /** The contract's name for the id in the path of the call. */
  mark: string;
}

/** Field that a call sends; `place` is its place in answers. */
interface SentField {
  place: string;
  isFile: boolean;
  isForm: boolean;
  listed: Listed;
}

/** Format in which a group of hosts accepts writes. */
export interface WriteConvention {
  /** Returns the host's name of a field in a body. */
  nameOf(field: SentField): string;
  /** Returns the name of a field with several files. */
  nameOfFiles(name: string): string;
  /** Returns the method if it differs from the contract's. */
  methodOf(write: Write): string | undefined;
  formatOf(write: Write): { send?: 'json' | 'json_api'; json_part?: string };
  /** Adds the id of the record, for conventions that send the id in the body. */
  bodyOf(body: Record<string, string>, write: Write): Record<string, string>;
  /** Returns the value of `add_body` in host.json; undefined if the host needs none. */
  addedTo(write: Write): Record<string, string> | undefined;
}

const plainHosts: WriteConvention = {
  nameOf: plainName,
  nameOfFiles: (name) => `${name}[]`,
  methodOf: ({ isEdit, edit }) => (isEdit && edit !== 'POST' ? edit : undefined),
  formatOf: ({ row, isForm }) => (row.upload && !isForm ? { send: 'json' } : {}),
  bodyOf: (body) => body,
  addedTo: () => undefined,
};

/**
 * True for a change that is sent as a form. Laravel parses form bodies only in POST requests, so such a call stays a
 * POST, and its body states the real method as `_method`.
 */
const saysMethod = ({ isEdit, isForm }: Write) => isEdit && isForm;

const conventions: Record<NonNullable<Make['wrap']>, WriteConvention> = {
  method: {
    ...plainHosts,
    methodOf: (write) => (saysMethod(write) ? undefined : plainHosts.methodOf(write)),
    addedTo: (write) => (saysMethod(write) ? { _method: write.edit } : undefined),
  },
  kind: {
    ...plainHosts,
    nameOf(field) {
      const { envelope, path } = field.listed;
      const [kind] = (envelope.one || lastOf(path).replace(/s$/, '')).split('.');
      return `${kind}.${plainName(field)}`;
    },
  },
  json_api: {
    ...plainHosts,
    nameOf: (field) =>
      stepsOf(field.place).first === 'relationships'
        ? `data.${field.place}`
        : `data.attributes.${plainName(field)}`,
    formatOf: () => ({ send: 'json_api' }),
    bodyOf: (body, { isEdit, mark }) => (isEdit ? { ...body, [mark]: 'data.id' } : body),
    addedTo: ({ list }) => ({ 'data.type': lastOf(list) }),
  },
  data: {
    ...plainHosts,
    nameOf(field) {
      const { place, isForm, isFile } = field;
      const { first, isPart } = stepsOf(place);
      const name = isFile ? fileName(first) : isPart ? place : first;
      if (!isForm) return `data.${name}`;
      return isFile ? `files.${name}` : name;
    },
    nameOfFiles: (name) => name,
    formatOf: (write) => (write.isForm ? { json_part: 'data' } : plainHosts.formatOf(write)),
  },
};

export function conventionOf({ wrap }: Make): WriteConvention {
  return wrap ? conventions[wrap] : plainHosts;
}

/**
 * Returns the plain name under which a field of an answer is sent: service_id for service.id, title for
 * title.rendered, linkedin for links.linkedin, cover for cover_url.
 */
function plainName({ place, isFile }: SentField): string {
  const { first, last, isPart } = stepsOf(place);
  if (isFile) return fileName(first);
  if (/^(id|uuid)$/.test(last)) return `${first}_id`;
  return isPart ? last : first;
}

/**
 * Splits a place into its steps. `isPart` is true if the inner value is a field of its own, as in links.linkedin, and
 * false if it is only the value of the outer field, as in title.rendered.
 */
function stepsOf(place: string): { first: string; last: string; isPart: boolean } {
  const [first = '', ...inner] = place.split('.');
  const isPart = inner.length > 0 && !/^(rendered|raw|html|text|value|0|data|id|uuid)$/.test(inner[0] ?? '');
  return { first, last: inner.at(-1) ?? '', isPart };
}

function fileName(name: string): string {
  return name.replace(/(?<=.)[_-]?(url|path|src)$/i, '');
}

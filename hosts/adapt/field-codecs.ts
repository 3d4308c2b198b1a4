import type { FieldCodecKind } from '../host-file/entities.ts';
import type { HostFile } from '../host-file/schema.ts';
import { readDateTime, writeDateTime } from './date-times.ts';
import type { HostField } from './host-map.ts';
import { htmlOfMarkdown } from './markdown.ts';
import type { MediaAddresses } from './media-addresses.ts';

/**
 * Converts the values of one kind of field between host and contract. If a function is missing, the values are equal
 * on both sides and are not converted in that direction.
 */
export interface FieldCodec {
  read?(value: unknown, field: HostField | undefined): unknown;
  /** `typed` is true if the host expects JSON, in which numbers are numbers and not texts. */
  write?(value: unknown, typed: boolean): unknown;
}

type FieldCodecs = Readonly<Record<FieldCodecKind, FieldCodec>>;

export function createFieldCodecs(
  { booleans, dates }: Pick<HostFile, 'booleans' | 'dates'>,
  media: MediaAddresses,
): FieldCodecs {
  return {
    flag: {
      read: flag,
      write: (value) => (isNone(value) ? value : flagFormats[booleans](flag(value))),
    },
    count: {
      read: (value) => (isNone(value) ? null : numberOr(value)),
      write: (value, typed) => (typed && !isNone(value) ? numberOr(value) : value),
    },
    id: {
      write: (value, typed) => (typed && /^[1-9]\d{0,14}$/.test(String(value)) ? Number(value) : value),
    },
    moment: {
      read: (value) => readDateTime(value, dates),
      write: (value) => (typeof value === 'string' ? writeDateTime(value, dates) : value),
    },
    media: {
      read: (value, field) => media.read(Array.isArray(value) ? value[0] : value, field?.base),
    },
    html: {
      read(value, field) {
        if (typeof value !== 'string') return value;
        return media.readHtml(field?.isMarkdown ? htmlOfMarkdown(value) : value);
      },
      write: (value) => (typeof value === 'string' ? media.writeHtml(value) : value),
    },
  };
}

const flagFormats: Record<HostFile['booleans'], (flag: 0 | 1) => unknown> = {
  booleans: (on) => on === 1,
  texts: String,
  numbers: (on) => on,
};

function isNone(value: unknown): value is null | '' {
  return value === null || value === '';
}

/** Converts to a number; returns any other value unchanged. */
function numberOr(value: unknown) {
  return Number.isFinite(Number(value)) ? Number(value) : value;
}

const no: readonly unknown[] = [0, '0', false, 'false', null, undefined, '', 'no', 'off'];

export function flag(value: unknown) {
  return no.includes(typeof value === 'string' ? value.toLowerCase() : value) ? 0 : 1;
}

import { z } from 'zod';
import { type ErrorCode, messages, messageText } from '../../messages.ts';
import { plainText, withAsciiDigits } from '../../plain-text.ts';
import { errorFor, isBlank } from './pieces.ts';

/** A whole number from `min` to `max`, also as text. */
export function integer(min: number, max: number, missing: ErrorCode = 'field.required') {
  return z
    .union([z.number(), z.string()], errorFor(missing, 'field.notInteger'))
    .transform((value, context) => {
      const read = readInteger(value, min, max);
      if (typeof read.value === 'number') return read.value;
      context.addIssue(read.problem ?? messages[missing]);
      return z.NEVER;
    });
}

export function optionalInteger(min: number, max: number) {
  return z
    .union([z.number(), z.string()], messages['field.notInteger'])
    .nullish()
    .transform((value, context) => {
      const read = readInteger(value ?? '', min, max);
      if (read.problem === undefined) return read.value ?? null;
      context.addIssue(read.problem);
      return z.NEVER;
    });
}

/** An amount of money from 0 to `max` with at most two decimals, also as text; or null. */
export function optionalAmount(max: number) {
  const wrong = messageText('field.badAmount', { max });
  return z
    .union([z.number(), z.string()], wrong)
    .nullish()
    .transform((value, context) => {
      const text = withAsciiDigits(plainText(String(value ?? '')));
      if (text === '') return null;
      if (/^\d{1,15}(\.\d{1,2})?$/.test(text) && Number(text) <= max) return Number(text);
      context.addIssue(wrong);
      return z.NEVER;
    });
}

/** 0 or 1, also as text or boolean. */
export function binary(missing: ErrorCode = 'field.required') {
  return z
    .union([z.number(), z.string(), z.boolean()], errorFor(missing, 'field.notBinary'))
    .transform((value, context) => {
      const read = readBinary(value);
      if (read !== undefined) return read;
      context.addIssue(messages[value === '' ? missing : 'field.notBinary']);
      return z.NEVER;
    });
}

export function optionalBinary() {
  return z
    .union([z.number(), z.string(), z.boolean()], messages['field.notBinary'])
    .nullish()
    .transform((value, context) => {
      const read = isBlank(value) ? null : readBinary(value);
      if (read !== undefined) return read;
      context.addIssue(messages['field.notBinary']);
      return z.NEVER;
    });
}

/** Parses the sent number. Returns the value, or the problem; neither of them if the field was empty. */
function readInteger(sent: number | string, min: number, max: number): { value?: number; problem?: string } {
  const text = withAsciiDigits(plainText(String(sent)));
  if (text === '') return {};
  const value = Number(text);
  if (!/^-?\d{1,400}$/.test(text)) return { problem: messages['field.notInteger'] };
  if (value < min || value > max) return { problem: messageText('field.outOfRange', { min, max }) };
  return { value };
}

function readBinary(sent: unknown): 0 | 1 | undefined {
  if (sent === 1 || sent === '1' || sent === true) return 1;
  return sent === 0 || sent === '0' || sent === false ? 0 : undefined;
}

import { z } from 'zod';
import { type ErrorCode, messages } from '../../messages.ts';

/** The basic parts of fields. */

/** Returns the message for an invalid text; undefined for a valid one. */
export type Problem = (text: string) => string | undefined;
type Refinement<Value> = (value: Value, context: { addIssue(message: string): void }) => void;

export function textOf(missing: ErrorCode) {
  return z.string(errorFor(missing, 'field.notText'));
}

export function optionalTextOf(tidy: (text: string) => string) {
  return z
    .string(messages['field.notText'])
    .nullish()
    .transform((text) => tidy(text ?? '') || null);
}

export function errorFor(missing: ErrorCode, wrong: ErrorCode) {
  return { error: (issue: { input?: unknown }) => messages[isBlank(issue.input) ? missing : wrong] };
}

export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

export function required(missing: ErrorCode, problem: Problem): Refinement<string> {
  return (text, context) => {
    const found = text === '' ? messages[missing] : problem(text);
    if (found) context.addIssue(found);
  };
}

export function ifPresent(problem: Problem): Refinement<string | null> {
  return (text, context) => {
    const found = text === null ? undefined : problem(text);
    if (found) context.addIssue(found);
  };
}

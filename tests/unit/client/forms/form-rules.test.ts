import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { problemOf, problemsOf, resolverOf } from '../../../../client/forms/form-rules.ts';

const schema = z.object({
  name: z
    .string()
    .min(3, 'three at least')
    .regex(/^[a-z]*$/, 'letters only'),
  link: z.url('no link'),
  unseen: z.string('unseen'),
});

describe('the problems that a schema finds', () => {
  test('stand at their fields, the first one of each', () => {
    const sent = { name: '1', link: 'x', unseen: '' };
    expect(problemsOf(schema, sent)).toEqual({ name: 'three at least', link: 'no link' });
    expect(problemsOf(schema, { ...sent, name: 'abc', link: 'https://a.example' })).toEqual({});
  });

  test('stand at the field of the form that shows what another one on the wire holds, or nowhere', () => {
    const fieldOf = (name: string) => (name === 'link' ? 'address' : name === 'unseen' ? undefined : name);
    expect(problemsOf(schema, { name: 'abc', link: 'x' }, fieldOf)).toEqual({ address: 'no link' });
  });
});

test('a rule tells the first thing that is wrong with a value, and nothing of one that it takes', () => {
  expect(problemOf(schema.shape.name, '1')).toBe('three at least');
  expect(problemOf(schema.shape.name, 'abc')).toBeUndefined();
});

describe('the resolver of a form', () => {
  const options = { fields: {}, shouldUseNativeValidation: false };
  const resolve = resolverOf(({ name }: { name: string }) => ({
    name: name === 'bad' ? 'not this one' : undefined,
  }));

  test('hands the values on as they were typed when nothing is wrong', async () => {
    const values = { name: '  as typed ' };
    expect(await resolve(values, undefined, options)).toEqual({ values, errors: {} });
  });

  test('hands on no values but the problems when something is', async () => {
    expect(await resolve({ name: 'bad' }, undefined, options)).toEqual({
      values: {},
      errors: { name: { type: 'rule', message: 'not this one' } },
    });
  });
});

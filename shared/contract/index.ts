import type { z } from 'zod';
import { namesWhere, type UsualCall } from '../entities/entity.ts';
import { type EntityName, entities } from '../entities/index.ts';
import { deskRows } from './desk/index.ts';
import { resourceRows } from './resources.ts';
import type { ContractRow } from './row.ts';

export type { BrowserRow, ContractRow } from './row.ts';
export type { FileField, TextField, UploadPolicy } from './upload-policy.ts';

const all = withRichText({ ...resourceRows, ...deskRows });

/** With a name of its own, because the compiler would else write out every row wherever a call is inferred. */
export interface Contract extends Readonly<typeof all> {}

/** Every call of the product, by name. */
export const contract: Contract = all;

export type CallName = keyof Contract;

/** Returns the names of the usual calls about an entity, by what they do. */
export function callsOf<Name extends EntityName>(
  name: Name,
): (typeof entities)[Name]['calls'] & { readonly [Does in UsualCall]?: CallName } {
  return entities[name].calls;
}

/** The type of `data` in a successful answer to the call `Name`. */
export type CallData<Name extends CallName> = z.infer<Contract[Name]['data']>;

/** Every row of the contract. */
export const rows: readonly ContractRow[] = Object.values(contract);

/**
 * Returns the rows with the places of rich text in their answers, of one record and of a list: the rich fields of the
 * row's `resource`, unless the row states its own (`[]`: none, and the row has no `html`). They come from the descriptor, because a row that forgot one would
 * send it unsanitised.
 */
function withRichText<Rows extends Readonly<Record<string, ContractRow>>>(given: Rows) {
  const nouns = Object.values(entities);
  const whole = Object.entries<ContractRow>(given).map(([name, row]) => {
    const fields = nouns.find(({ resource }) => resource === row.resource)?.fields ?? {};
    const derived = namesWhere(fields, ({ kind }) => kind === 'rich').flatMap((field) => [
      `data.${field}`,
      `data.data.*.${field}`,
    ]);
    const { html = derived, ...rest } = row;
    return [name, html.length > 0 ? { ...rest, html } : rest];
  });
  return Object.fromEntries(whole) as Rows;
}

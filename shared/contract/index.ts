import type { z } from 'zod';
import { deskRows } from './desk/index.ts';
import { resourceRows } from './resources.ts';
import type { ContractRow } from './row.ts';

export type { BrowserRow, ContractRow } from './row.ts';
export type { FileField, TextField, UploadPolicy } from './upload-policy.ts';

/** Every call of the product, by name. */
export const contract = { ...resourceRows, ...deskRows };

export type CallName = keyof typeof contract;

/** The type of `data` in a successful answer to the call `Name`. */
export type CallData<Name extends CallName> = z.infer<(typeof contract)[Name]['data']>;

/** Every row of the contract. */
export const rows: readonly ContractRow[] = Object.values(contract);

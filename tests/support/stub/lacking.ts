import { deskRows } from '#shared/contract/desk/index.ts';
import { trashRows } from '#shared/contract/desk/trash.ts';

/** Parts of the admin area that the stub, as most hosts, does not have. */
export type Lacking = Exclude<keyof typeof deskRows, keyof typeof trashRows>;

/** The same of a row of the contract. */
export const stubLacks = (name: string): name is Lacking =>
  Object.hasOwn(deskRows, name) && !Object.hasOwn(trashRows, name);

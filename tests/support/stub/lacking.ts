import { deskRows } from '#shared/contract/desk/index.ts';
import { trashRows } from '#shared/contract/desk/trash.ts';

/** Parts of the admin area that the stub, like most hosts, lacks. */
export type Lacking = Exclude<keyof typeof deskRows, keyof typeof trashRows>;

/** True if the stub lacks the contract row of this name. */
export const stubLacks = (name: string): name is Lacking =>
  Object.hasOwn(deskRows, name) && !Object.hasOwn(trashRows, name);

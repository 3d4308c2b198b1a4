/** The contract's rows for calls that public pages never make. Only contract.ts loads this file. */
export { deskRows } from '#shared/contract/desk/index.ts';

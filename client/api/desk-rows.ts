/** The calls that public pages never make. Only contract.ts loads them. */
export { deskRows } from '#shared/contract/desk/index.ts';

/** The calls that no page of visitors makes. Only contract.ts loads them. */
export { deskRows } from '#shared/contract/desk/index.ts';

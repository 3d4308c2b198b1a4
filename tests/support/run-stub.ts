import { startStubUpstream } from './stub-upstream.ts';

/**
 * Runs the stub upstream by hand: `node tests/support/run-stub.ts [port]`, then start the product with UPSTREAM_URL.
 * Its answers are not private, so that stopping it shows what visitors get while a host is down.
 */
const stub = await startStubUpstream({ port: Number(process.argv[2] ?? 0), isPrivate: false });
console.log(`UPSTREAM_URL=${stub.url}`);
console.log(`Admin: ${stub.admin.email}  password: ${stub.admin.password}`);
process.once('SIGINT', () => void stub.close());
process.once('SIGTERM', () => void stub.close());

import { benchEngine } from './engine.ts';
import { benchBff } from './through-the-bff.ts';

// `npm run bench`: what the product costs. Figures of one run belong together; those of two machines do not.
await benchBff();
console.log();
await benchEngine();

/**
 * Adds `Promise.withResolvers` where it is missing: PDF.js requires it even in its legacy build, but Chrome has it
 * only since 119 and Safari since 17.4. Import this before PDF.js, both on the page and in its worker.
 */
const promises = Promise as unknown as { withResolvers?: () => object };

if (typeof promises.withResolvers !== 'function') {
  promises.withResolvers = () => {
    let resolve: unknown;
    let reject: unknown;
    const promise = new Promise((fulfil, refuse) => {
      resolve = fulfil;
      reject = refuse;
    });
    return { promise, resolve, reject };
  };
}

export {};

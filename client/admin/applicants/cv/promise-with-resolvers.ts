/**
 * PDF.js requires `Promise.withResolvers`, even in its build for older browsers: Chrome has it since 119, Safari
 * since 17.4. Imported before PDF.js, on the page and in its worker.
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

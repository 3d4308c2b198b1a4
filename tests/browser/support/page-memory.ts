import type { Page } from 'playwright-core';

/**
 * Returns every place of a page that its scripts can read and that contains one of `spellings`: storages, caches,
 * databases, cookies, history, the document, and every value reachable from the globals and from the elements (React
 * attaches its tree to these, and through it the query cache). `searched` counts the values that were searched.
 */
export function searchPage(page: Page, spellings: string[]): Promise<{ found: string[]; searched: number }> {
  return page.evaluate(async (needles) => {
    const maxDepth = 40;
    const maxValues = 2_000_000;
    const found: string[] = [];
    let searched = 0;
    const look = (place: string, text: string) => {
      searched += 1;
      if (needles.some((needle) => text.includes(needle))) found.push(place);
    };

    for (const [name, storage] of Object.entries({ localStorage, sessionStorage })) {
      for (let at = 0; at < storage.length; at += 1) {
        const key = storage.key(at) ?? '';
        look(`${name}.${key}`, `${key} ${storage.getItem(key)}`);
      }
    }
    look('document.cookie', document.cookie);
    look('history.state', JSON.stringify(history.state) ?? '');
    look('location', `${location.href} ${document.referrer} ${window.name}`);
    look('document', document.documentElement.outerHTML);
    look('performance', JSON.stringify(performance.getEntries()));
    for (const field of document.querySelectorAll('input, textarea'))
      look('field', (field as HTMLInputElement).value);
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        look(`cache ${name}`, `${request.url} ${await (await cache.match(request))?.text()}`);
      }
    }
    for (const { name } of await indexedDB.databases()) {
      if (name) for (const text of await readDatabase(name)) look(`database ${name}`, text);
    }

    const seen = new WeakSet<object>();
    const queue: { place: string; value: object; depth: number }[] = [];
    const enter = (place: string, value: unknown, depth: number) => {
      if (typeof value === 'string') look(place, value);
      if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return;
      if (depth > maxDepth || seen.has(value)) return;
      seen.add(value);
      queue.push({ place, value, depth });
    };
    enter('window', window, 0);
    for (const element of document.querySelectorAll('*')) enter(`<${element.localName}>`, element, 0);
    enter('document', document, 0);
    // Breadth first, so that each value is visited at its smallest depth. The list grows while it is read.
    for (const { place, value, depth } of queue) {
      searched += 1;
      if (searched >= maxValues) throw new Error('There is more in this page than can be searched.');
      if (ArrayBuffer.isView(value)) {
        const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
        look(place, new TextDecoder('latin1').decode(bytes));
        continue;
      }
      if (value instanceof ArrayBuffer) {
        look(place, new TextDecoder('latin1').decode(value));
        continue;
      }
      if (value instanceof Map || value instanceof Set) {
        for (const [key, item] of value.entries()) {
          enter(`${place}.key`, key, depth + 1);
          enter(`${place}.item`, item, depth + 1);
        }
      }
      for (const cache of ['getQueryCache', 'getMutationCache']) {
        // The query client stores its caches in private fields; its methods return them.
        const all = Reflect.get(value, cache)?.call?.(value)?.getAll?.();
        if (all) enter(`${place}.${cache}`, all, depth + 1);
      }
      for (const key of Reflect.ownKeys(value)) {
        const name = `${place}.${String(key)}`;
        look(`${name} (name)`, String(key));
        const { get, value: held } = Object.getOwnPropertyDescriptor(value, key) ?? {};
        // The platform's own getters were read above, one by one; some of them log a warning when they are read.
        if (get && /\[native code\]/.test(Function.prototype.toString.call(get))) continue;
        try {
          enter(name, get ? Reflect.get(value, key) : held, depth + 1);
        } catch {
          // A getter that throws reveals nothing.
        }
      }
    }
    return { found, searched };

    function readDatabase(name: string): Promise<string[]> {
      return new Promise((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = async () => {
          const database = opening.result;
          const texts: string[] = [];
          for (const store of database.objectStoreNames) {
            const reading = database.transaction(store).objectStore(store).getAll();
            await new Promise((done) => {
              reading.onsuccess = done;
              reading.onerror = done;
            });
            texts.push(JSON.stringify(reading.result));
          }
          database.close();
          resolve(texts);
        };
      });
    }
  }, spellings);
}

import { crc32 } from 'node:zlib';

/** Returns a ZIP as Office writes it; `main` names the kind of its main part. */
export function officeZip(main: 'document' | 'sheet' | 'macro') {
  const types = {
    document: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    sheet: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    macro: 'application/vnd.ms-word.document.macroEnabled',
  };
  const contentTypes = `<?xml version="1.0"?><Types><Override PartName="/main.xml" ContentType="${types[main]}.main+xml"/></Types>`;
  return storedZip({ '[Content_Types].xml': contentTypes, 'main.xml': '<main/>' });
}

/** Returns a ZIP of stored (not compressed) entries. */
export function storedZip(entries: Record<string, string>) {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(entries)) {
    const data = Buffer.from(text);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt32LE(crc32(data), 10);
    shared.writeUInt32LE(data.length, 14);
    shared.writeUInt32LE(data.length, 18);
    shared.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, Buffer.from(name), data]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    central.push(
      Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), shared, place, Buffer.from(name)]),
    );
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(central.length, 8);
  end.writeUInt16LE(central.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** An entry of an OLE file's directory. Ids are indexes in the list; the root is 0. */
export interface OleEntry {
  name: string;
  type: 'storage' | 'stream' | 'root';
  left?: number;
  right?: number;
  child?: number;
}

/**
 * Returns an OLE (compound) file that holds only its directory: the format that Word 97, Excel 97 and installers
 * share.
 */
export function oleFile(entries: readonly OleEntry[]) {
  const none = 0xffffffff;
  const directorySectors = Math.ceil(entries.length / 4);
  const header = Buffer.alloc(512);
  header.write('d0cf11e0a1b11ae1', 0, 'hex');
  header.writeUInt16LE(0x3e, 0x18);
  header.writeUInt16LE(3, 0x1a);
  header.writeUInt16LE(0xfffe, 0x1c);
  header.writeUInt16LE(9, 0x1e);
  header.writeUInt16LE(6, 0x20);
  header.writeUInt32LE(1, 0x2c);
  header.writeUInt32LE(1, 0x30);
  header.fill(0xff, 0x4c);
  header.writeUInt32LE(0, 0x4c);
  const table = Buffer.alloc(512, 0xff);
  table.writeUInt32LE(0xfffffffd, 0);
  for (let sector = 1; sector <= directorySectors; sector += 1) {
    table.writeUInt32LE(sector === directorySectors ? 0xfffffffe : sector + 1, sector * 4);
  }
  const directory = Buffer.alloc(directorySectors * 512);
  const types = { storage: 1, stream: 2, root: 5 };
  for (const [id, entry] of entries.entries()) {
    const at = id * 128;
    directory.write(entry.name, at, 'utf16le');
    directory.writeUInt16LE((entry.name.length + 1) * 2, at + 0x40);
    directory.writeUInt8(types[entry.type], at + 0x42);
    directory.writeUInt32LE(entry.left ?? none, at + 0x44);
    directory.writeUInt32LE(entry.right ?? none, at + 0x48);
    directory.writeUInt32LE(entry.child ?? none, at + 0x4c);
  }
  return Buffer.concat([header, table, directory]);
}

/** Returns a file whose directory is that of a Word 97 document. */
export function doc() {
  return oleFile([
    { name: 'Root Entry', type: 'root', child: 2 },
    { name: '1Table', type: 'stream' },
    { name: 'CompObj', type: 'stream', left: 1, right: 3 },
    { name: 'SummaryInformation', type: 'stream', right: 4 },
    { name: 'WordDocument', type: 'stream' },
  ]);
}

const noSector = 0xfffffffa; // Values from `noSector` on are markers, not sectors (MS-CFB §2.1).
const noEntry = 0xffffffff;
const entryBytes = 128;

/**
 * True if an OLE file is a Word 97–2003 document: a stream named WordDocument directly in its root (MS-DOC §2.1.1).
 * Installers, spreadsheets and mails are OLE files too, and may contain a Word document further down.
 */
export function isWordDocument(file: Buffer): boolean {
  try {
    return rootStreams(file).includes('WordDocument');
  } catch {
    // The file refers to a place outside of itself, or its sectors form a loop. So it is damaged or manipulated, and
    // not accepted as a Word document.
    return false;
  }
}

/**
 * True if the central directory of a ZIP (APPNOTE §4.3.12) has the parts of a Word file without macros: what its types
 * are called is not read, since programs write that list in many ways.
 */
export function isWordPackage(file: Buffer): boolean {
  const parts: string[] = [];
  const next = (from: number) => file.indexOf('PK\x01\x02', from, 'latin1');
  for (let at = next(0); at >= 0 && at + 46 < file.length; at = next(at + 46)) {
    const name = file.toString('latin1', at + 46, at + 46 + file.readUInt16LE(at + 28));
    parts.push(name.replaceAll('\\', '/').toLowerCase());
  }
  const has = (start: RegExp) => parts.some((part) => start.test(part));
  return has(/^\[content_types\]\.xml/) && has(/^word\/document\d*\.xml/) && !has(/^word\/vbaproject/);
}

/**
 * Returns the names of the streams in the root storage. Throws RangeError if the file refers to a place outside of
 * itself, or if its sectors form a loop.
 */
function rootStreams(file: Buffer): string[] {
  const directory = readDirectory(file);
  const names: string[] = [];
  const visited = new Set<number>();
  const waiting = [directory.readUInt32LE(0x4c)]; // Starts at the child of entry 0, which is the root.
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (id === noEntry || visited.has(id)) continue;
    visited.add(id);
    const at = id * entryBytes;
    const nameBytes = Math.max(0, Math.min(64, directory.readUInt16LE(at + 0x40)) - 2);
    const isStream = directory.readUInt8(at + 0x42) === 2;
    if (isStream) names.push(directory.toString('utf16le', at, at + nameBytes));
    waiting.push(directory.readUInt32LE(at + 0x44), directory.readUInt32LE(at + 0x48)); // The left and the right sibling of this entry.
  }
  return names;
}

/**
 * Returns the directory's sectors, joined (MS-CFB §2.6). Only the first 109 sectors of the allocation table are read,
 * which suffice for files of up to 6.8 MB.
 */
function readDirectory(file: Buffer): Buffer {
  const sectorBytes = file.readUInt16LE(0x1e) === 12 ? 4096 : 512;
  const sector = (index: number) => {
    const start = (index + 1) * sectorBytes;
    // Some programs do not fill the last sector.
    if (start >= file.length) throw new RangeError('sector outside of the file');
    return file.subarray(start, start + sectorBytes);
  };
  const perSector = sectorBytes / 4;
  const sectors: Buffer[] = [];
  const most = Math.ceil(file.length / sectorBytes);
  for (let next = file.readUInt32LE(0x30); next < noSector; ) {
    if (sectors.length > most) throw new RangeError('sectors form a loop');
    sectors.push(sector(next));
    const tableSlot = Math.floor(next / perSector);
    if (tableSlot >= 109) throw new RangeError('table is beyond the header’s list');
    const table = sector(file.readUInt32LE(0x4c + tableSlot * 4));
    next = table.readUInt32LE((next % perSector) * 4);
  }
  return Buffer.concat(sectors);
}

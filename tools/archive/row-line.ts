/** Returns a row as a line. Bytes, which only the database itself reads, are `{"base64": "…"}`. */
export function lineOf(row: object) {
  const values = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value,
  ]);
  return `${JSON.stringify(Object.fromEntries(values))}\n`;
}

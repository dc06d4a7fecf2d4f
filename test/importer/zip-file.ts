import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a ZIP file. The other fields make it a hostile one. */
export interface ZipEntry {
  readonly name: string;
  readonly data: Buffer | string;
  /** The size in the directory, if it differs from the size of the data. */
  readonly claimedSize?: number;
  readonly claimedChecksum?: number;
  /** 8 is deflate. */
  readonly method?: number;
  readonly isEncrypted?: boolean;
  /** Whether the sizes are in the fields of ZIP64. */
  readonly isZip64?: boolean;
}

/**
 * Returns a ZIP file with these entries.
 *
 * @param claimedCount the number of entries that the end of the file declares
 */
export function zipOf(entries: readonly ZipEntry[], claimedCount = entries.length): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const data = Buffer.from(entry.data);
    const compressed = deflateRawSync(data);
    const size = entry.claimedSize ?? data.length;
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(entry.isZip64 ? 45 : 20, 0);
    fields.writeUInt16LE(0x0800 | (entry.isEncrypted ? 1 : 0), 2);
    fields.writeUInt16LE(entry.method ?? 8, 4);
    fields.writeUInt32LE(entry.claimedChecksum ?? crc32(data), 10);
    fields.writeUInt32LE(entry.isZip64 ? 0xffffffff : compressed.length, 14);
    fields.writeUInt32LE(entry.isZip64 ? 0xffffffff : size, 18);
    fields.writeUInt16LE(name.length, 22);
    const extra = entry.isZip64 ? zip64Sizes(size, compressed.length) : Buffer.alloc(0);
    fields.writeUInt16LE(extra.length, 24);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, name, extra, compressed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, rest, name, extra);
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(claimedCount, 4);
  end.writeUInt16LE(claimedCount, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, central, Buffer.from('PK\x05\x06'), end]);
}

function zip64Sizes(size: number, compressedSize: number): Buffer {
  const extra = Buffer.alloc(20);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(16, 2);
  extra.writeBigUInt64LE(BigInt(size), 4);
  extra.writeBigUInt64LE(BigInt(compressedSize), 12);
  return extra;
}

/** Returns a ZIP file with a JSON file for each table. */
export function zipOfTables(tables: Readonly<Record<string, readonly unknown[]>>): Buffer {
  return zipOf(
    Object.entries(tables).map(([name, rows]) => ({ name: `${name}.json`, data: JSON.stringify(rows) })),
  );
}

/** Returns a ZIP file with these files. */
export function zipOfFiles(files: Readonly<Record<string, string>>): Buffer {
  return zipOf(Object.entries(files).map(([name, data]) => ({ name, data })));
}

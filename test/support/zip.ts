import { crc32 } from 'node:zlib';

const signatures = { file: 0x04034b50, directory: 0x02014b50, end: 0x06054b50 };

/** Returns a ZIP archive of uncompressed files. */
export function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const name = Buffer.from(path);
    const content = Buffer.from(text);
    // Version 2.0; flag 11: the name is UTF-8; method 0: stored; the time is 1980-01-01.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800, 2);
    common.writeUInt16LE(0x21, 8);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(name.length, 22);
    parts.push(numbers(signatures.file), common, name, content);
    directory.push(
      numbers(signatures.directory),
      Buffer.from([20, 0]),
      common,
      Buffer.alloc(10),
      numbers(offset),
      name,
    );
    offset += 4 + common.length + name.length + content.length;
  }
  const entries = Buffer.concat(directory);
  const count = Object.keys(files).length;
  const end = Buffer.alloc(18);
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(entries.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, entries, numbers(signatures.end), end]);
}

function numbers(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

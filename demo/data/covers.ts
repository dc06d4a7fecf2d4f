import { crc32, deflateSync } from 'node:zlib';

type Rgb = readonly [red: number, green: number, blue: number];

/** The colors of a cover: the sky from top to bottom, and the ridges from the farthest to the nearest. */
interface Palette {
  readonly sky: readonly [Rgb, Rgb];
  readonly ridges: readonly Rgb[];
}

const palettes: readonly Palette[] = [
  { sky: [[255, 214, 165], [255, 240, 219]], ridges: [[214, 140, 118], [160, 92, 98], [92, 58, 82]] },
  { sky: [[176, 208, 240], [233, 243, 250]], ridges: [[138, 170, 190], [84, 128, 140], [38, 82, 88]] },
  { sky: [[40, 46, 92], [150, 120, 160]], ridges: [[96, 84, 140], [58, 56, 104], [26, 28, 62]] },
  { sky: [[190, 224, 200], [240, 247, 225]], ridges: [[130, 182, 140], [78, 140, 100], [34, 92, 70]] },
];

const [width, height] = [960, 360];

/** Draws a cover as a PNG: mountains, the same ones for each number in each run. */
export function drawCover(number: number): Uint8Array<ArrayBuffer> {
  const { sky, ridges } = palettes[number % palettes.length]!;
  const heights = ridges.map((_, index) => (x: number) => {
    const at = x / width + number * 1.7 + index * 2.3;
    const peaks = Math.abs(Math.sin(at * 5.1)) * 0.5 + Math.abs(Math.sin(at * 11.7 + 1)) * 0.3 + Math.sin(at * 2) * 0.2;
    return height * (0.42 + index * 0.18) - peaks * height * (0.24 - index * 0.04);
  });
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let x = 0; x < width; x += 1) {
    const tops = heights.map((top) => top(x));
    for (let y = 0; y < height; y += 1) {
      const ridge = tops.findLastIndex((top) => y >= top);
      const share = y / height;
      const color = ridges[ridge] ?? sky[0].map((part, index) => part + (sky[1][index]! - part) * share);
      rows.set(color.map(Math.round), y * (width * 3 + 1) + 1 + x * 3);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits for each of red, green and blue.
  header.set([8, 2], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat([signature, ...chunks]));
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}

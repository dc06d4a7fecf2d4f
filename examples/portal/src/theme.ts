import { readFileSync } from 'node:fs';
import type { Settings } from './settings.js';

type Rgb = readonly [red: number, green: number, blue: number];

function parse(color: string): Rgb {
  const hex = color.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Whether black text is easier to read on the color than white text. Other values than hex colors count as dark. */
export function isLight(color: string): boolean {
  if (!/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(color)) return false;
  return contrast(parse(color), [20, 22, 27]) > contrast(parse(color), [255, 255, 255]);
}

/** Returns the color, mixed with another one until it is readable on the background. */
function readable(color: Rgb, background: Rgb, towards: Rgb): string {
  for (let share = 0; ; share += 0.05) {
    const mixed = color.map((part, index) =>
      Math.round(part + (towards[index]! - part) * share),
    ) as unknown as Rgb;
    if (share >= 1 || contrast(mixed, background) >= 5) return `rgb(${mixed.join(' ')})`;
  }
}

/** Returns the style sheet, with the colors of the settings. */
export function styleSheet(file: string, { theme }: Settings): string {
  const sheet = readFileSync(file, 'utf8');
  if (theme.color === '') return sheet;
  const light = parse(theme.color);
  const dark = parse(theme.colorDark || theme.color);
  const [white, black]: [Rgb, Rgb] = [
    [255, 255, 255],
    [20, 22, 27],
  ];
  const on = (color: Rgb) => (contrast(color, white) >= 4.5 ? '#fff' : '#14161b');
  // As links and icons, the color has to be readable on the page; buttons have it as it is.
  return `${sheet}
:root {
  --accent: light-dark(${readable(light, [238, 240, 244], black)}, ${readable(dark, [38, 42, 56], white)});
  --fill: light-dark(rgb(${light.join(' ')}), rgb(${dark.join(' ')}));
  --on-fill: light-dark(${on(light)}, ${on(dark)});
}
`;
}

/** The colors of a cover: the sky from top to bottom, and the ridges from the farthest to the nearest. */
interface Palette {
  readonly sky: readonly [top: string, bottom: string];
  readonly ridges: readonly string[];
}

const palettes: readonly Palette[] = [
  { sky: ['#ffd6a5', '#fff0db'], ridges: ['#d68c76', '#a05c62', '#5c3a52'] },
  { sky: ['#b0d0f0', '#e9f3fa'], ridges: ['#8aaabe', '#54808c', '#265258'] },
  { sky: ['#282e5c', '#9678a0'], ridges: ['#60548c', '#3a3868', '#1a1c3e'] },
  { sky: ['#bee0c8', '#f0f7e1'], ridges: ['#82b68c', '#4e8c64', '#225c46'] },
  { sky: ['#f6c6d4', '#fdeee6'], ridges: ['#c98aa6', '#8a5a8c', '#46386a'] },
];

const [width, height] = [960, 320];

/** Draws a cover: mountains, the same ones for each number in each run. Returns the URL of an SVG. */
export function drawCover(number: number): string {
  const { sky, ridges } = palettes[number % palettes.length]!;
  const paths = ridges.map((color, index) => {
    const points = Array.from({ length: width / 16 + 1 }, (_, step) => {
      const at = (step * 16) / width + number * 1.7 + index * 2.3;
      const peaks =
        Math.abs(Math.sin(at * 5.1)) * 0.5 + Math.abs(Math.sin(at * 11.7 + 1)) * 0.3 + Math.sin(at * 2) * 0.2;
      return `${step * 16} ${Math.round(height * (0.42 + index * 0.18 - peaks * (0.24 - index * 0.04)))}`;
    });
    return `<path fill="${color}" d="M0 ${height}L${points.join(' ')}L${width} ${height}z"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><linearGradient id="s" x2="0" y2="1"><stop stop-color="${sky[0]}"/><stop offset="1" stop-color="${sky[1]}"/></linearGradient><path fill="url(#s)" d="M0 0h${width}v${height}H0z"/>${paths.join('')}</svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

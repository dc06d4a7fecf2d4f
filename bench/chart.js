// Draws bar charts as SVG.
import { shown } from './report.js';

const colors = ['#0969da', '#8c959f', '#bf8700'];

const [width, labelWidth, barHeight, gap] = [760, 230, 14, 12];

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const textAt = (x, y, text, attributes = '') => `<text x="${x}" y="${y}"${attributes}>${escape(text)}</text>`;

/**
 * Returns a chart of horizontal bars: a group of bars for each label, with one bar for each series.
 *
 * @param {{ title: string; series: readonly string[]; digits: number;
 *   bars: readonly { label: string; values: readonly number[] }[] }} chart
 */
export function barChart({ title, series, bars, digits }) {
  const scale = (width - labelWidth - 80) / Math.max(...bars.flatMap(({ values }) => values));
  const lines = [textAt(16, 28, title, ' font-size="16" font-weight="600"')];
  let x = 16;
  series.forEach((name, index) => {
    lines.push(
      `<rect x="${x}" y="42" width="12" height="12" fill="${colors[index]}"/>`,
      textAt(x + 18, 52, name),
    );
    x += 40 + name.length * 7;
  });
  let y = 72;
  for (const { label, values } of bars) {
    const middle = y + (values.length * barHeight) / 2 + 4;
    lines.push(textAt(labelWidth - 10, middle, label, ' text-anchor="end"'));
    values.forEach((value, index) => {
      const length = Math.max(1, Math.round(value * scale));
      lines.push(
        `<rect x="${labelWidth}" y="${y}" width="${length}" height="${barHeight - 2}" fill="${colors[index]}"/>`,
        textAt(labelWidth + length + 6, y + barHeight - 4, shown(value, digits), ' font-size="11"'),
      );
      y += barHeight;
    });
    y += gap;
  }
  const style = 'font-family="system-ui, sans-serif" font-size="13" fill="#1f2328"';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" width="${width}" height="${y}" ${style}>`,
    `<title>${escape(title)}</title>`,
    `<rect width="${width}" height="${y}" fill="#ffffff"/>`,
    ...lines,
    '</svg>',
    '',
  ].join('\n');
}

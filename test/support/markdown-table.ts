/** The cells of a row. */
export type Row = readonly string[];

/** Returns a table in Markdown, with aligned columns. */
export function table(head: Row, rows: readonly Row[]): string {
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...rows].map((cells) => cells[column]!.length)),
  );
  const line = (cells: Row) => `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

// Formats numbers and tables.

/** @param {readonly number[]} numbers */
export function median(numbers) {
  const sorted = numbers.filter((number) => number !== undefined).sort((a, b) => a - b);
  if (sorted.length === 0) return undefined;
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Formats a number with a fixed number of decimals, or as a dash if it is missing. */
export function shown(number, digits = 0) {
  if (number === undefined || Number.isNaN(number)) return '–';
  return number.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/**
 * Returns a Markdown table: the first column is left-aligned, the others are right-aligned.
 *
 * @param {readonly string[]} head
 * @param {readonly (readonly string[])[]} rows
 */
export function formatTable(head, rows) {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  const lineOf = (row) =>
    `| ${widths.map((width, column) => (column === 0 ? (row[column] ?? '').padEnd(width) : (row[column] ?? '').padStart(width))).join(' | ')} |`;
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [lineOf(head), rule, ...rows.map(lineOf)].join('\n');
}

/** Prints a table; see {@link formatTable}. */
export function printTable(head, rows) {
  console.log(formatTable(head, rows));
}

import { protectFormula } from '../../../shared/formulas.js';

/** Precedes a file, so that spreadsheets read it as UTF-8. */
export const byteOrderMark = '\ufeff';

/** Other programs separate columns by semicolons or tabs. */
const needsQuotes = /[",;\t\r\n]|^ | $/;

/** Returns a line of CSV (RFC 4180). Cells that spreadsheets would take for formulas get a leading apostrophe. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(text: string): string {
  const cell = protectFormula(text);
  return needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

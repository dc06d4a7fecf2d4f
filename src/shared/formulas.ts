/** White space and characters that are not visible, which spreadsheets may remove before they look for a formula. */
const blank = String.raw`[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]`;

/** With the forms that are the same under compatibility normalization. */
const operator = String.raw`[=+\-@＝＋－＠﹦﹢﹣﹫]`;

/** A formula, or a text that begins with a tab or a line break, after any number of apostrophes. */
const formula = String.raw`'*(?:${blank}*${operator}|[\t\r\n])`;

const isFormula = new RegExp(`^${formula}`, 'u');

const isProtected = new RegExp(`^'${formula}`, 'u');

/**
 * Puts an apostrophe in front of a text that a spreadsheet would take for a formula, so that it does not run it. A text that
 * has apostrophes in front of a formula already gets another one, so that {@link unprotectFormula} restores every text.
 */
export function protectFormula(text: string): string {
  return isFormula.test(text) ? `'${text}` : text;
}

/** Removes the apostrophe that {@link protectFormula} puts in front of a formula. */
export function unprotectFormula(text: string): string {
  return isProtected.test(text) ? text.slice(1) : text;
}

/**
 * More marks in a row than the Stream-Safe Text Format of Unicode allows (UAX #15, section 13). Normalization sorts runs of marks
 * in time that grows with their square.
 */
const excessMarks = /(\p{M}{30})\p{M}+/gu;

/** Returns a text in a Unicode normalization form. Of more than 30 marks in a row, the first 30 remain. */
export function normalize(text: string, form: 'NFC' | 'NFD' | 'NFKD'): string {
  return withoutExcessMarks(text).normalize(form);
}

/** Returns a text without the marks that follow 30 others directly. */
export function withoutExcessMarks(text: string): string {
  return text.replaceAll(excessMarks, '$1');
}

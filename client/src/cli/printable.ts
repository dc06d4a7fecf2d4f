/** Returns a text of the service or of a file without characters that would control the terminal, also without line breaks. */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ');
}

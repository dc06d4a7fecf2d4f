/**
 * Writes a documentation comment.
 *
 * @param {string[]} paragraphs
 */
export function comment(paragraphs) {
  const lines = paragraphs.filter(Boolean).join('\n\n').replaceAll('*/', '*\\/').split('\n');
  if (lines.length === 1) return `/** ${lines[0]} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`;
}

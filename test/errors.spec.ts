import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

const file = 'docs/errors.md';

/** Returns a list item in lines of at most 140 characters. */
function listItem(text: string): string {
  const lines = [''];
  for (const word of `- ${text}`.split(' ')) {
    const last = lines.length - 1;
    if (lines[last] === '') lines[last] = word;
    else if ([...lines[last]!, ' ', ...word].length <= 140) lines[last] += ` ${word}`;
    else lines.push(`  ${word}`);
  }
  return lines.join('\n');
}

/** Returns the lists of the page: the codes by status, and those in `errors`, as the API document describes them. */
function listsOf(guide: string): Readonly<Record<'codes' | 'fields', string>> {
  const [, problems = '', fields = ''] = guide.split(/^## Error codes$|^### Codes in `errors`$/m);
  const codes = [...problems.matchAll(/^### `(\w+)` \((\d+)\)\n\n(.*)$/gm)];
  const rows = [...fields.matchAll(/^\| (`\w+`) \| (.*) \|$/gm)];
  return {
    codes: codes
      .map(([, code = '', status = '', remedy = '']) => listItem(`${status} \`${code}\`: ${remedy}`))
      .join('\n'),
    fields: rows.map(([, code = '', meaning = '']) => listItem(`${code}: ${meaning}`)).join('\n'),
  };
}

it('docs/errors.md has the codes of the API document (UPDATE_DOCS=1 npm test -- test/errors writes them)', () => {
  const { info } = JSON.parse(readFileSync('openapi.json', 'utf8')) as { info: { description: string } };
  const lists = listsOf(info.description);
  expect(lists.codes).toContain('- 409 `slug_taken`: ');
  expect(lists.fields).toContain('- `blank`: ');
  const page = readFileSync(file, 'utf8');
  const expected = page.replaceAll(
    /(?<=<!-- errors: (\w+) -->\n\n).*?(?=\n\n<!-- \/errors -->)/gs,
    (_, name: keyof typeof lists) => lists[name],
  );
  if (process.env['UPDATE_DOCS'] === '1') writeFileSync(file, expected);
  else expect(page).toBe(expected);
});

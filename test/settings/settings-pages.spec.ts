import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { settingsTables, undescribed } from '../support/settings-tables.js';

const files = ['docs/settings.md', 'docs/authentication.md'];

it.each(files)(
  '%s has the settings of the code (UPDATE_DOCS=1 npm test -- test/settings writes them)',
  (file) => {
    const page = readFileSync(file, 'utf8');
    const expected = page.replaceAll(
      /(?<=<!-- settings: (\w+) -->\n\n).*?(?=<!-- \/settings -->)/gs,
      (_, name: string) => `${settingsTables[name]}\n\n`,
    );
    if (process.env['UPDATE_DOCS'] === '1') writeFileSync(file, expected);
    else expect(page).toBe(expected);
  },
);

it('every table of settings is on a page', () => {
  const text = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  const names = Object.keys(settingsTables);
  expect(names.filter((name) => !text.includes(`<!-- settings: ${name} -->`))).toEqual([]);
});

it('every setting has a docstring', () => {
  expect(undescribed).toEqual([]);
});

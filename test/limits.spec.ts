import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { limitSections } from './support/limits.js';

const file = 'docs/limits.md';

/** Returns the page with these sections between their marks. */
function withSections(page: string, sections: Readonly<Record<string, string>>): string {
  return page.replaceAll(
    /(?<=<!-- limits: (\w+) -->\n\n).*?(?=\n\n<!-- \/limits -->)/gs,
    (_, name: string) => sections[name] ?? '',
  );
}

it('docs/limits.md has the limits of the code (UPDATE_DOCS=1 npm test -- test/limits writes them)', () => {
  const page = readFileSync(file, 'utf8');
  const expected = withSections(page, limitSections);
  if (process.env['UPDATE_DOCS'] === '1') writeFileSync(file, expected);
  else expect(page).toBe(expected);
  for (const name of Object.keys(limitSections)) expect(page).toContain(`<!-- limits: ${name} -->`);
});

it('docs/limits.md names every error code of a limit, and only codes that exist', () => {
  const page = readFileSync(file, 'utf8');
  const { schemas } = (JSON.parse(readFileSync('openapi.json', 'utf8')) as Document).components;
  const codes = schemas.Problem.properties.code.enum;
  const ofLimits = codes.filter((code) => /^too_|_too_large$|^rate_limited$/.test(code));
  expect(ofLimits.length).toBeGreaterThan(10);
  expect(ofLimits.filter((code) => code !== 'token_too_powerful' && !page.includes(`\`${code}\``))).toEqual(
    [],
  );
  const named = [...page.matchAll(/\b[45]\d\d `(\w+)`/g)].map(([, code = '']) => code);
  expect(named.filter((code) => !codes.includes(code))).toEqual([]);
});

interface Document {
  components: { schemas: { Problem: { properties: { code: { enum: string[] } } } } };
}

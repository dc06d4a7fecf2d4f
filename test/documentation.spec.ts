import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { modules } from '../.dependency-cruiser.js';
import { introduction } from '../src/api/guide.js';
import { copiedFields as fieldsOfEntries } from '../src/changelog/entries/domain/changelog.js';
import { copiedFields as fieldsOfComments } from '../src/feedback/comments/domain/comment.js';
import { copiedFields as fieldsOfFeedback } from '../src/feedback/items/domain/feedback.js';
import { proseOf, relativeLinks, sentencesOf } from './support/markdown.js';

const index = 'docs/README.md';

const guides = readdirSync('docs', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`);

const pages = [
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'client/README.md',
  'importer/README.md',
  'examples/host-app/README.md',
  'examples/portal/README.md',
  ...guides,
];

/** Returns the anchors that GitHub gives to the headings of a page. */
function anchorsOf(file: string): string[] {
  const counts = new Map<string, number>();
  return [...proseOf(readFileSync(file, 'utf8')).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => {
    const anchor = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-');
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
}

/** Returns the links of a page that lead nowhere. Links to other sites are not followed. */
function brokenLinksOf(file: string): string[] {
  const broken = relativeLinks(file, readFileSync(file, 'utf8')).filter(
    ({ target, anchor }) =>
      !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor)),
  );
  return broken.map(({ link }) => link);
}

it.each(pages)('%s has no broken links', (file) => {
  expect(brokenLinksOf(file)).toEqual([]);
});

it.each(pages)('%s has no control characters except line feeds', (file) => {
  const lines = readFileSync(file, 'utf8').split('\n');
  expect(lines.filter((line) => /\p{Cc}/u.test(line))).toEqual([]);
});

it.each([
  ['feedback', fieldsOfFeedback],
  ['comment', fieldsOfComments],
  ['changelog', fieldsOfEntries],
])('docs/file-format.md names the fields of the kind `%s`', (kind, fields) => {
  const page = readFileSync('docs/file-format.md', 'utf8');
  // The cells of a kind continue in rows whose first cell is empty.
  const rows = new RegExp(`^\\| \`${kind}\` .*\\n(?:\\|  .*\\n)*`, 'm').exec(page)?.[0];
  const missing = Object.values(fields).filter(({ field }) => !rows?.includes(`\`${field}\``));
  expect(missing).toEqual([]);
});

const avoided = /\b(?:(?:that|those) of|whoever|of which|in vain)\b/gi;

it('the descriptions of the API document have no phrase that plain English avoids', () => {
  expect(readFileSync('openapi.json', 'utf8').match(avoided) ?? []).toEqual([]);
});

describe.each(pages)('%s', (file) => {
  const text = proseOf(readFileSync(file, 'utf8'));

  it('has no phrase that plain English avoids', () => {
    expect(text.match(avoided) ?? []).toEqual([]);
  });

  it('has short sentences', () => {
    const lengths = sentencesOf(text).map((sentence) => [sentence.split(' ').length, sentence] as const);
    expect(lengths.filter(([words]) => words > 40)).toEqual([]);
    const words = lengths.reduce((sum, [length]) => sum + length, 0);
    expect(words / Math.max(1, lengths.length)).toBeLessThan(16);
  });
});

/** Returns the code of a file without indentation. */
function codeOf(text: string): string {
  return text.replaceAll(/^ +/gm, '').trim();
}

it.each([
  [
    'docs/embedding-modules.md',
    readdirSync('examples/host-app/libs/milestones').map(
      (name) => `examples/host-app/libs/milestones/${name}`,
    ),
  ],
  [
    'docs/embedding-tests.md',
    [
      'examples/host-app/test/milestones.spec.ts',
      'examples/host-app/test/host-app.spec.ts',
      'test/embedding/test-database.db.spec.ts',
    ],
  ],
])('the code on %s is in the example', (page, files) => {
  const example = files.map((file) => codeOf(readFileSync(file, 'utf8'))).join('\n');
  const blocks = [...readFileSync(page, 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)].map(
    ([, code = '']) => code,
  );
  const own = blocks.filter((code) => code.split('\n').length > 4);
  expect(own.length).toBeGreaterThan(0);
  for (const part of own.flatMap((code) => code.split('// …'))) expect(example).toContain(codeOf(part));
});

it('every page is linked from docs/README.md', () => {
  const linked = relativeLinks(index, readFileSync(index, 'utf8')).map(({ target }) => target);
  expect(guides.filter((guide) => guide !== index && !linked.includes(guide))).toEqual([]);
});

describe('Each guarantee on the page on reliability', () => {
  const page = readFileSync('docs/internals/reliability.md', 'utf8');
  const files = new Map(
    [...page.matchAll(/^\| ([\w-]+) +\| `(test\/\S+)` +\|$/gm)].map(([, name = '', file = '']) => [
      name,
      file,
    ]),
  );
  const [, section = ''] = /^## Guarantees$(.*?)^## /ms.exec(page) ?? [];
  const guarantees = [...section.matchAll(/^\| (?!Guarantee |-)(.+?) +\| (.+?) +\|$/gm)].map(
    ([, guarantee = '', tests = '']) => [guarantee, tests] as const,
  );

  it.each(guarantees)('has a test: %s', (_, tests) => {
    const named = [...tests.matchAll(/\[([^\]]+)\](?: "([^"]+)")?/g)];
    expect(named).not.toEqual([]);
    for (const [, name = '', test = ''] of named) {
      const file = files.get(name) ?? '';
      expect(existsSync(file) && readFileSync(file, 'utf8')).toContain(test);
    }
  });

  it('no file is listed without a guarantee', () => {
    const used = guarantees.map(([, tests]) => tests).join('\n');
    expect([...files.keys()].filter((name) => !used.includes(`[${name}]`))).toEqual([]);
  });
});

it('the page on architecture has every module in its picture and its table', () => {
  const page = readFileSync('docs/architecture.md', 'utf8');
  const [, picture = ''] = /^ {2}subgraph product.*?\n(.*?)^ {2}end$/ms.exec(page) ?? [];
  const names = Object.keys(modules);
  expect(names.filter((name) => !new RegExp(`^ .*(?<![\\w-])${name}(?![\\w-])`, 'm').test(picture))).toEqual(
    [],
  );
  expect(names.filter((name) => !page.includes(`\n| \`${name}/\` `))).toEqual([]);
});

it('docs/api-guide.md has the guide of the API document (UPDATE_DOCS=1 npm test -- test/documentation writes it)', () => {
  const file = 'docs/api-guide.md';
  const page = readFileSync(file, 'utf8');
  const sections = new Map(
    introduction.split(/^(?=## )/m).map((section) => [/^## (.*)$/m.exec(section)?.[1], section.trim()]),
  );
  const expected = page.replaceAll(
    /(?<=<!-- guide: ([\w ]+) -->\n\n).*?(?=<!-- \/guide -->)/gs,
    (_, name: string) => `${sections.get(name)}\n\n`,
  );
  expect(expected.match(/^<!-- guide: /gm)?.length).toBeGreaterThan(6);
  if (process.env['UPDATE_DOCS'] === '1') writeFileSync(file, expected);
  else expect(page).toBe(expected);
});

interface Document {
  components: { schemas: { Event: { discriminator: { mapping: object } } } };
}

it('the page on events describes every type of event', () => {
  const { mapping } = (JSON.parse(readFileSync('openapi.json', 'utf8')) as Document).components.schemas.Event
    .discriminator;
  const page = readFileSync('docs/events-and-webhooks.md', 'utf8');
  expect(Object.keys(mapping)).toContain('feedback.created');
  expect(Object.keys(mapping).filter((type) => !page.includes(`\`${type}\``))).toEqual([]);
});

it('the measured numbers and charts are those of bench/results.json: npm run bench:plot writes them', async () => {
  const script = '../bench/publish.js';
  const { publishedPages, sectionsOf, withSections, chartsOf } = (await import(script)) as {
    publishedPages: string[];
    sectionsOf(results: unknown): Record<string, string>;
    withSections(page: string, sections: Record<string, string>): string;
    chartsOf(results: unknown): Record<string, string>;
  };
  const results = JSON.parse(readFileSync('bench/results.json', 'utf8')) as unknown;
  for (const page of publishedPages.map((path) => readFileSync(path, 'utf8'))) {
    expect(page).toBe(withSections(page, sectionsOf(results)));
    expect(page).toContain('<!-- measured: ');
  }
  for (const [name, svg] of Object.entries(chartsOf(results))) {
    expect(readFileSync(`docs/images/${name}`, 'utf8')).toBe(svg);
  }
});

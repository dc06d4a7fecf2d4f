import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { excerpt } from '../examples/portal/src/markdown.js';
import { boundAnswer } from '../src/assistants/http/bounded-answer.js';
import { filenameFor } from '../src/attachments/domain/filename.js';
import { PublicChangelogResponse } from '../src/changelog/entries/http/public-changelog.dto.js';
import { type FeedFormat, renderFeed } from '../src/changelog/feeds/http/feed-formats.js';
import { renderMarkdown } from '../src/changelog/feeds/http/markdown.js';
import { changelogLexemes } from '../src/changelog/entries/persistence/changelog-search.js';
import { similarityOf, TermStatistics } from '../src/feedback/duplicates/domain/duplicate-score.js';
import { termsOf } from '../src/feedback/duplicates/persistence/terms.js';
import { feedbackLexemes } from '../src/feedback/items/persistence/feedback-search.js';
import { trigramsOf } from '../src/feedback/items/persistence/title-similarity.js';
import { EnglishMailTexts } from '../src/outreach/mail/application/english-mail-texts.js';
import { hideAddresses } from '../src/platform/http/hide-addresses.js';
import { SindresorhusSlugifier } from '../src/platform/shared-ports/sindresorhus-slugifier.js';
import { csvLine } from '../src/transfer/export/domain/csv.js';
import { readPortableFile } from '../src/transfer/import/application/file-reading.js';
import { noteOn } from '../src/transfer/import/domain/import-note.js';
import { caseFold } from '../src/shared/case-fold.js';
import { emailKeyOf } from '../src/shared/email-key.js';
import { previousOf } from '../src/shared/events.js';
import { html } from '../src/shared/html.js';
import { emailAddress } from '../src/shared/email-address.js';
import { portableFormat, portableVersion } from '../src/shared/portable-records.js';
import { firstViolation, link, text as textRules, timestamp } from '../src/shared/rules.js';
import { isWebUrl } from '../src/shared/target-urls.js';
import { chatMessage } from '../src/outreach/webhooks/domain/chat.js';
import { newKey } from '../importer/src/status-plan.js';
import { slugOf } from '../importer/src/sources/named-records.js';
import { namesIn } from '../importer/src/sources/field-values.js';

/** Parts whose repetition is a text that parsers of text take long for, by what they are. */
const parts: Readonly<Record<string, string>> = {
  'marks in the wrong order': '\u0300\u0316',
  'marks of other scripts': '\u0e38\u0e48\u093c\u094d',
  'marks between format characters': `${'\u093c\u094d'.repeat(10)}\u200d`,
  'characters that become 18': '\ufdfa',
  'an unspaced script': '漢字',
  'a long word': 'a',
  'short words': 'a b ',
  'white space': ' \n',
  spaces: ' ',
  dots: '. ',
  hyphens: '-1',
  quotes: '"',
  'escaped quotes': '\\"',
  commas: '",',
  'line breaks': '\n',
  'lone surrogates': '\ud800',
  emoji: '👩‍👩‍👧',
  'at signs': 'a@',
  angles: '<',
  tags: '<a ',
  'CDATA sections': '<![CDATA[',
  comments: '<!--',
  ampersands: '&',
  'character references': '&#',
  backslashes: '\\',
  backticks: '`a``',
  brackets: '[',
  links: '[a](',
  'nested links': '[a](b "',
  images: '![',
  'references to links': '[a]',
  'definitions of links': '[a]: b\n',
  'schemes of links': '(http:',
  autolinks: '<http:',
  emphasis: '*a',
  'mixed emphasis': 'a**b_c*',
  underscores: 'a_',
  strikethrough: '~~a',
  headings: '# a\n',
  underlines: 'a\n-\n',
  fences: '```\n',
  lists: '- a\n',
  'nested lists': '- ',
  'nested quotes': '> ',
  'quoted lists': '> - a\n',
  pipes: '|a',
  tables: '|a|\n|-|\n',
};

/** Beginnings of tables, whose rows follow. */
const heads: Readonly<Record<string, string>> = {
  'rows of a table': '|a|\n|-|\n',
  'rows of a wide table': `${'|a'.repeat(1_000)}|\n${'|-'.repeat(1_000)}|\n`,
};

const repeated = (part: string, length: number) =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length);

/** Texts of any length, by what they are. */
const texts: readonly (readonly [string, (length: number) => string])[] = [
  ...Object.entries(parts).map(
    ([name, part]) => [name, (length: number) => `a${repeated(part, length)}!`] as const,
  ),
  ...Object.entries(heads).map(
    ([name, head]) => [name, (length: number) => head + repeated('|\n', length)] as const,
  ),
];

const event = { id: '', timestamp: '', project_id: '', actor_id: '', previous: {} };
const [slugifier, mails] = [new SindresorhusSlugifier(), new EnglishMailTexts()];
const project = { name: 'a', slug: 'a' };
const publicProject = {
  name: 'a',
  ...{ id: '01a1f99e-4f7a-7ce7-821c-b642cf641984', slug: 'a', icon: '', og_image: '', custom_domain: '' },
  ...{ changelog_url: '', public_names: false, modified_at: '2026-11-21T10:00:00.000Z', version: '1' },
};
const mail = { publishedAt: new Date(0), url: '', unsubscribeUrl: '' };

async function feedOf(format: FeedFormat, text: string) {
  const texts = { title: text, slug: 'a', summary: text, content: text, image: text };
  const entry = { ...PublicChangelogResponse.example, ...texts };
  return renderFeed(format, publicProject, [entry], 'https://example.com');
}

function chatOf(url: string, text: string) {
  const data = { title: text, description: text, user: { full_name: text } };
  return chatMessage({ url, roleId: '' }, project, { ...event, type: 'feedback.created', data });
}

/** Compares feedback whose terms, numbers and choices are pieces of the text. */
function scoreOf(text: string) {
  const pieces = text.match(/[^]{1,3}/gu) ?? [];
  const terms = pieces.map((piece, index) => `${piece}${index}`);
  const of = { titleTerms: terms, terms, hasDescription: true, board: '', userId: '' };
  const other = terms.map((term) => `${term}0`);
  return similarityOf(
    { ...of, fields: { a: terms } },
    { ...of, titleTerms: other, fields: { a: other } },
    new TermStatistics(1, new Map()),
  );
}

async function readFileOf(text: string) {
  const manifest = { kind: 'manifest', format: portableFormat, version: portableVersion };
  const lines = [manifest, { kind: 'feedback', title: text }, { kind: 'end' }];
  const file = Readable.from([Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))]);
  return readPortableFile(file, async () => undefined);
}

/** Functions that receive what people write. */
const functions: readonly (readonly [string, (text: string) => unknown])[] = [
  ['the unique form of names', caseFold],
  ['the unique form of e-mail addresses', emailKeyOf],
  ['slugs', (text) => slugifier.slugify(text)],
  ['names of files', (text) => filenameFor(text, 'text/plain')],
  // Titles are far shorter.
  [
    'the search document of feedback',
    (text) => feedbackLexemes({ title: text.slice(-1_000), description: text }),
  ],
  ['the search document of an entry', (text) => changelogLexemes({ title: '', summary: '', content: text })],
  ['similar titles', trigramsOf],
  ['terms of duplicates', termsOf],
  ['the score of duplicates', (text) => scoreOf(text)],
  ['Markdown', renderMarkdown],
  ['feeds', (text) => Promise.all((['atom', 'rss', 'json'] as const).map((format) => feedOf(format, text)))],
  ['HTML', (text) => html`${text}`],
  [
    'mails',
    (text) =>
      mails.entry({
        ...mail,
        project,
        title: text,
        summary: '',
        content: text,
        locale: { language: '', timeZone: 'UTC' },
      }),
  ],
  ['messages to Slack', (text) => chatOf('https://example.com/', text)],
  ['messages to Discord', (text) => chatOf('https://discord.com/', text)],
  ['CSV', (text) => csvLine([text])],
  ['e-mail addresses in JSON', (text) => hideAddresses(JSON.stringify({ id: text, email: text }), '')],
  ['changes of records', (text) => previousOf({ text }, { text: `${text}.` })],
  ['answers of tools', (text) => boundAnswer({ feedback: { text } })],
  [
    'reports of imports',
    (text) => noteOn([1, { kind: 'feedback', title: text } as never], { code: '', detail: text }),
  ],
  ['files to import', (text) => readFileOf(text)],
  ['rules of texts', (text) => firstViolation(textRules({ max: 1_000_000, required: true }), text)],
  ['rules of links', (text) => firstViolation(link({ max: 1_000_000, picture: true }), text)],
  ['rules of addresses', (text) => firstViolation(emailAddress(), text)],
  ['rules of times', (text) => firstViolation(timestamp, text)],
  ['URLs of web servers', (text) => isWebUrl(`https://${text}`)],
  ['keys of the importer', newKey],
  ['slugs of the importer', slugOf],
  ['lists of the importer', namesIn],
  ['excerpts in the portal', (text) => excerpt(text)],
];

/** The length of the texts. */
const length = 20_000;

/** CPU time in microseconds, from which on longer texts are tried. */
const comparable = 15_000;

let calls = 0;

/** Returns the CPU time of a call, in microseconds. */
async function costOf(run: (text: string) => unknown, text: string): Promise<number> {
  const before = process.cpuUsage();
  // No text twice, because some results are kept.
  await run(`${text}${++calls}`);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/**
 * Returns whether a call takes about ten times as long for ten times the text, and not a hundred times. The bound is far from both,
 * because memory costs more for each character of a long text, and because the compiler and other processes disturb calls. Each time
 * is the best of some calls.
 */
async function growsLinearly(
  run: (text: string) => unknown,
  textOf: (length: number) => string,
  from: number,
): Promise<boolean> {
  let [short, long] = [Infinity, Infinity];
  for (let call = 0; call < 3; call++) {
    long = Math.min(long, await costOf(run, textOf(10 * from)));
    short = Math.min(short, await costOf(run, textOf(from)));
    if (long / short < 40) return true;
  }
  return false;
}

/** Returns the names of the texts for which a function takes more than linear time. */
async function slowTextsOf(run: (text: string) => unknown): Promise<string[]> {
  const slow: string[] = [];
  for (const [name, textOf] of texts) {
    if ((await costOf(run, textOf(length))) < comparable) continue;
    // Quadratic time would be 25 times as long. Otherwise, the function was not compiled yet.
    if ((await costOf(run, textOf(5 * length))) < 25 * comparable) continue;
    if (!(await growsLinearly(run, textOf, length / 2))) slow.push(name);
  }
  return slow;
}

describe('Hostile texts', () => {
  it.each(functions)('take linear time: %s', async (_, run) => {
    expect(await slowTextsOf(run)).toEqual([]);
  });

  it('are compared by a measure that finds quadratic time', async () => {
    const marks = (length: number) => repeated('\u0300\u0316', length);
    const links = (length: number) => repeated('(http:', length);
    expect(await growsLinearly((text) => text.normalize('NFC'), marks, length / 5)).toBe(false);
    expect(await growsLinearly((text) => /\(http:[^)]*\)/.test(text), links, length / 5)).toBe(false);
    expect(await growsLinearly((text) => JSON.stringify([...text]), marks, length / 5)).toBe(true);
  });

  it('are never normalized as they are', () => {
    const unbounded = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('shared/normalize.ts'))
      .filter((file) => /(?<!\.\.)\.normalize\(/.test(readFileSync(join('src', file), 'utf8')));
    expect(unbounded).toEqual([]);
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { chatEventTypes, chatMessage } from '../../../../src/outreach/webhooks/domain/chat.js';
import type { EventRecord } from '../../../../src/shared/events.js';
import { anyCharacter } from '../../../support/any-character.js';

const discordUrl = 'https://discord.com/api/webhooks/1/token';
const slackUrl = 'https://hooks.slack.com/services/T/B/x';
const roleId = '1059829384728374829';

const project = { name: 'Acme', slug: 'acme' };

/** Texts as users may write them. */
interface Texts {
  project?: string;
  name?: string;
  title?: string;
  text?: string;
}

function feedback({
  name = 'Jane Doe',
  title = 'Dark mode',
  text = 'My eyes hurt.',
}: Texts = {}): EventRecord {
  return {
    id: '1',
    type: 'feedback.created',
    timestamp: '2026-01-31T12:00:00.123Z',
    project_id: '2',
    actor_id: '3',
    data: {
      id: '4',
      user: { id: '3', email: 'jane@example.com', full_name: name, avatar_url: '' },
      title,
      description: text,
      tags: [],
    },
    previous: {},
  };
}

function changelog({
  name = 'Jane Doe',
  title = 'Release 2',
  text = 'Faster now.',
}: Texts = {}): EventRecord {
  const author = { id: '3', email: 'jane@example.com', full_name: name, avatar_url: '' };
  const data = { id: '4', author, title, slug: 'release-2', summary: text, content: 'All of it', image: '' };
  return { ...feedback(), type: 'changelog.published', data };
}

/**
 * Discord, according to its documentation of messages, `allowed_mentions` and Markdown: what a webhook accepts, and
 * what a reader sees.
 */
function toDiscord(message: object): { content: string; pings: string[]; seen: string } {
  expect(Object.keys(message).sort()).toEqual(['allowed_mentions', 'content']);
  const { content, allowed_mentions } = message as {
    content: string;
    allowed_mentions: { parse: string[]; roles: string[] };
  };
  expect(typeof content).toBe('string');
  expect(content).not.toMatch(/\p{Surrogate}|\0/u);
  expect(content.trim()).not.toBe('');
  expect(content.length).toBeLessThanOrEqual(2_000);
  expect(Object.keys(allowed_mentions).sort()).toEqual(['parse', 'roles']);
  expect(allowed_mentions.parse).toEqual([]);
  for (const id of allowed_mentions.roles) expect(id).toMatch(/^\d{17,20}$/);
  // Discord finds mentions after any character, and only allowed ones notify.
  const mentions = [...content.matchAll(/<@[!&]?(\d+)>|@(everyone|here)/g)].map(([text]) => text);
  const pings = mentions.filter((text) => allowed_mentions.roles.some((id) => text === `<@&${id}>`));
  expect(mentions).toEqual(pings);
  const seen = content.replaceAll(/\\([^0-9A-Za-z\s])/g, '$1').replaceAll('\u200b', '');
  return { content, pings, seen };
}

/**
 * The characters of a text that have a meaning in Discord's Markdown or in mentions, and can be escaped by a backslash.
 */
function markup(content: string): string {
  return content.replaceAll(/\\[^0-9A-Za-z\s]/g, '').replaceAll(/[^\\*_~`|<>#[\]:\n-]/g, '');
}

/** Slack, according to its documentation of incoming webhooks and formatting. */
function toSlack(message: object): { text: string; seen: string } {
  expect(Object.keys(message)).toEqual(['text']);
  const { text } = message as { text: string };
  expect(typeof text).toBe('string');
  expect(text).not.toMatch(/\p{Surrogate}|\0/u);
  expect(text.trim()).not.toBe('');
  expect(text.length).toBeLessThanOrEqual(3_000);
  // Mentions, links and channels need these characters.
  expect(text).not.toMatch(/[<>]|&(?!(amp|lt|gt);)/);
  expect(text).not.toMatch(/@(?!\u200b)|\](?!\u200b)/);
  const seen = text
    .replaceAll('\u200b', '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
  return { text, seen };
}

const messageFor = (event: EventRecord, chat = { url: discordUrl, roleId: '' }, of = project) =>
  chatMessage(chat, of, event);

const hostile = [
  ...['@everyone', '@here', '<@1059829384728374829>', '<@!1059829384728374829>', '<@&1059829384728374829>'],
  ...[
    '<#1059829384728374829>',
    '<!channel>',
    '<!here>',
    '<!everyone>',
    '<!subteam^S1|group>',
    '<@U012AB3CD>',
  ],
  ...[
    '<https://evil.example|your bank>',
    '[your bank](https://evil.example)',
    '![x](https://evil.example/x.png)',
  ],
  ...[
    '[a]: https://evil.example',
    '# Heading',
    '-# small',
    '> quote',
    '>>> all',
    '- list',
    '* list',
    '`code`',
  ],
  ...[
    '```\nblock\n```',
    '||spoiler||',
    '**bold**',
    '__under__',
    '~~gone~~',
    '_it_',
    '\\@everyone',
    '\\',
    '\\\\',
  ],
  ...[
    '<t:1700000000:R>',
    '<:emoji:1059829384728374829>',
    '</do:1059829384728374829>',
    '<id:browse>',
    ':smile:',
  ],
  ...[
    '&lt;!channel&gt;',
    '&amp;',
    '&',
    '\u202eevil',
    'line\nNew in the changelog in **Acme**\r\nline',
    '\u2028x',
  ],
];

describe('Discord', () => {
  it('shows who submitted which feedback', () => {
    expect(messageFor(feedback())).toEqual({
      content: 'New feedback in **Acme** (acme) by Jane Doe\n**Dark mode**\n> My eyes hurt.',
      allowed_mentions: { parse: [], roles: [] },
    });
  });

  it('shows what was published', () => {
    expect(messageFor(changelog())).toEqual({
      content: 'New in the changelog in **Acme** (acme)\n**Release 2**\n> Faster now.',
      allowed_mentions: { parse: [], roles: [] },
    });
  });

  it('mentions the role first', () => {
    const message = messageFor(feedback(), { url: discordUrl, roleId });
    expect(message).toMatchObject({
      content: expect.stringMatching(/^<@&1059829384728374829> New feedback in/),
      allowed_mentions: { parse: [], roles: [roleId] },
    });
    expect(toDiscord(message).pings).toEqual([`<@&${roleId}>`]);
  });

  it.each([
    '',
    '1',
    '1'.repeat(16),
    '1'.repeat(21),
    '@everyone',
    'everyone',
    ` ${roleId}`,
    `${roleId}\n`,
    `<@&${roleId}>`,
  ])('contains no mention if the role id is %j', (role) => {
    const message = messageFor(feedback(), { url: discordUrl, roleId: role });
    expect(message).toEqual(messageFor(feedback()));
  });

  it.each([
    'discord.com',
    'discordapp.com',
    'canary.discord.com',
    'ptb.discord.com',
    'ptb.discordapp.com',
    'DISCORD.com.',
  ])('formats messages for the host %s', (host) => {
    toDiscord(messageFor(feedback(), { url: `https://${host}/api/webhooks/1/x`, roleId }));
  });

  it.each([
    ...['hooks.slack.com', 'notdiscord.com', 'discord.com.evil.example', 'evil.discord.com', 'discord.gg'],
    ...['chat.example.com', 'discord.com@example.com', 'example.com/discord.com', 'example.com?discord.com'],
  ])('does not format messages for the host %s', (host) => {
    toSlack(messageFor(feedback(), { url: `https://${host}`, roleId }));
  });

  it.each(hostile)('shows %j literally', (text) => {
    for (const make of [feedback, changelog]) {
      const { content, seen, pings } = toDiscord(
        messageFor(make({ title: text, text, name: text }), { url: discordUrl, roleId }),
      );
      expect(pings).toHaveLength(1);
      const line = text.replaceAll(/\s+/g, ' ').replaceAll('\u202e', '').trim();
      expect(seen.split('\n').slice(1)).toEqual([`**${line}**`, `> ${line}`]);
      expect(markup(content.replace(/^<@&\d+>/, ''))).toBe('****\n****\n>');
    }
  });
});

describe('Slack', () => {
  it('shows who submitted which feedback, and mentions no role', () => {
    expect(messageFor(feedback(), { url: slackUrl, roleId })).toEqual({
      text: 'New feedback in *Acme* (acme) by Jane Doe\n*Dark mode*\nMy eyes hurt.',
    });
  });

  it('shows what was published', () => {
    expect(messageFor(changelog(), { url: slackUrl, roleId })).toEqual({
      text: 'New in the changelog in *Acme* (acme)\n*Release 2*\nFaster now.',
    });
  });

  it('escapes its three special characters', () => {
    expect(
      messageFor(feedback({ title: '<!channel> & "Größe" >' }), { url: slackUrl, roleId }),
    ).toMatchObject({
      text: expect.stringContaining('\n*&lt;!channel&gt; &amp; "Größe" &gt;*\n'),
    });
  });

  it.each(hostile)('shows %j literally', (text) => {
    for (const make of [feedback, changelog]) {
      const { seen } = toSlack(
        messageFor(make({ title: text, text, name: text }), { url: slackUrl, roleId }),
      );
      const line = text.replaceAll(/\s+/g, ' ').replaceAll('\u202e', '').trim();
      expect(seen.split('\n').slice(1)).toEqual([`*${line}*`, line]);
    }
  });
});

describe('A message', () => {
  it.each([discordUrl, slackUrl])('to %s omits empty fields', (url) => {
    const [first, ...rest] = Object.values(
      messageFor(feedback({ name: '', text: ' \n ' }), { url, roleId: '' }),
    )[0].split('\n');
    expect(first).toMatch(/^New feedback in \*+Acme\*+ \(acme\)$/);
    expect(rest).toHaveLength(1);
  });

  it.each([discordUrl, slackUrl])('to %s contains no e-mail addresses', (url) => {
    expect(JSON.stringify(messageFor(feedback(), { url, roleId }))).not.toContain('example.com');
  });

  it.each(['@', '\\', '&', '<', 'a', '🚀', '-', ' a', '\ud800'])(
    'containing %j is cut between two characters',
    (unit) => {
      const long = { title: unit.repeat(300), text: unit.repeat(20_000), name: unit.repeat(200) };
      const of = { name: unit.repeat(200), slug: 'a-'.repeat(31) + 'a' };
      for (const make of [feedback, changelog]) {
        const toItsRole = { url: discordUrl, roleId: '9'.repeat(20) };
        expect(toDiscord(messageFor(make(long), toItsRole, of)).seen).toMatch(/…$/);
        expect(toSlack(messageFor(make(long), { url: slackUrl, roleId }, of)).text).toMatch(/[^&]…$/);
      }
    },
  );

  it('shows a prefix of what users wrote, and contains no mention, for any text', () => {
    const text = fc
      .array(
        fc.oneof(
          { weight: 3, arbitrary: fc.constantFrom(...hostile) },
          fc.string({ unit: anyCharacter, maxLength: 20 }),
          fc.constantFrom(
            '\ud83d',
            '\ude80',
            '🚀',
            ' ',
            '\n',
            '@',
            '<',
            '&',
            ']',
            '(',
            '\0',
            'x'.repeat(500),
          ),
        ),
        { maxLength: 60 },
      )
      .map((parts) => parts.join(''));
    const line = (written: string) =>
      written
        .replaceAll(/[\u202a-\u202e\u2066-\u2069\u200b]/g, '')
        .replaceAll(/[\s\p{Cc}]+/gu, ' ')
        .replaceAll(/\p{Surrogate}/gu, '\ufffd')
        .trim();
    fc.assert(
      fc.property(
        text,
        text,
        text,
        text,
        fc.constantFrom(feedback, changelog),
        (name, title, body, projectName, make) => {
          const event = make({ name, title, text: body });
          const of = { ...project, name: projectName };
          const discord = toDiscord(messageFor(event, { url: discordUrl, roleId }, of));
          expect(discord.pings).toEqual([`<@&${roleId}>`]);
          expect(markup(discord.content.replace(/^<@&\d+>/, ''))).toMatch(/^\*\*\*\*\n\*\*\*\*(\n>)?$/);
          const slack = toSlack(messageFor(event, { url: slackUrl, roleId }, of));
          for (const [seen, start, end] of [
            [discord.seen, '**', '**'],
            [slack.seen, '*', '*'],
          ] as const) {
            const lines = seen.split('\n');
            expect(lines.length).toBeLessThanOrEqual(3);
            const shown = (lines[1] ?? '').slice(start.length, -end.length);
            expect(line(title).startsWith(shown.replace(/…$/, '').trimEnd())).toBe(true);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('exists for every type of event that chats receive', () => {
    expect(chatEventTypes).toEqual([feedback().type, changelog().type]);
  });
});

import type { EventRecord } from '../../shared/events.js';

/** Types of the events that are told in a project's chat. */
export const chatEventTypes: readonly string[] = ['feedback.created', 'changelog.published'];

/** How a chat writes what it is told. */
interface Chat {
  /** A character of a user's text so that it means nothing but itself. */
  readonly escaped: (character: string) => string;
  readonly bold: (text: string) => string;
  readonly quoted: (text: string) => string;
}

/**
 * Discord's Markdown: a backslash takes its meaning from any punctuation. That of the colon makes links; without one, nothing
 * that a user wrote can be clicked or brings a picture along. Mentions are found before Markdown is, so theirs is broken
 * up by a space without width.
 */
const discord: Chat = {
  escaped: (character) => (character === '@' ? '@\u200b' : character.replace(/[\\*_~`|<>#[\]:-]/, '\\$&')),
  bold: (text) => `**${text}**`,
  quoted: (text) => `> ${text}`,
};

const slackEntities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Slack's mrkdwn, where these three characters begin all that is special. Chats that take Slack's format and read Markdown in
 * it, such as Mattermost, also have `@name` and `[text](url)`.
 */
const slack: Chat = {
  escaped: (character) =>
    slackEntities[character] ?? (character === '@' || character === ']' ? `${character}\u200b` : character),
  bold: (text) => `*${text}*`,
  quoted: (text) => text,
};

const discordHosts = /^((canary|ptb)\.)?discord(app)?\.com\.?$/;

/** An id as Discord gives it to roles (snowflake); it refuses messages that mention anything else. */
const snowflake = /^\d{17,20}$/;

/**
 * What a chat is told of an event of one of `chatEventTypes`, as its webhook takes it.
 *
 * Discord's hosts get a message of Discord's (`content` of at most 2,000 characters), which begins with a mention of the
 * role where its id is one; all others an incoming webhook's of Slack (`text`, of which Slack advises to keep it below
 * 4,000). What users wrote mentions nobody, links to nothing that it hides, and stays on its line.
 */
export function chatMessage(
  chat: { url: string; roleId: string },
  project: { name: string; slug: string },
  event: EventRecord,
): object {
  if (!discordHosts.test(new URL(chat.url).hostname)) return { text: news(slack, project, event) };
  const roles = snowflake.test(chat.roleId) ? [chat.roleId] : [];
  return {
    content: [...roles.map((id) => `<@&${id}>`), news(discord, project, event)].join(' '),
    // Nobody but the role, whatever the text says.
    allowed_mentions: { parse: [], roles },
  };
}

/** At most about 1,800 UTF-16 units: what is cut to a length here, and the words between. */
function news(chat: Chat, project: { name: string; slug: string }, { type, data }: EventRecord): string {
  const record = data as {
    readonly title: string;
    readonly description?: string;
    readonly summary?: string;
    readonly user?: { readonly full_name: string };
  };
  const written = (text: string | undefined, max: number) => inOneLine(text ?? '', max, chat.escaped);
  const what = type === 'feedback.created' ? 'New feedback' : 'New in the changelog';
  const who = type === 'feedback.created' ? written(record.user?.full_name, 100) : '';
  const text = written(type === 'feedback.created' ? record.description : record.summary, 800);
  const where = `${chat.bold(written(project.name, 100))} (${written(project.slug, 130)})`;
  return [
    `${what} in ${where}${who && ` by ${who}`}`,
    chat.bold(written(record.title, 600)),
    ...(text ? [chat.quoted(text)] : []),
  ].join('\n');
}

/**
 * A user's text without line breaks and without marks that turn the direction of what follows, cut to so many UTF-16 units
 * with all escapes counted, between two characters.
 */
function inOneLine(text: string, max: number, escaped: Chat['escaped']): string {
  const line = text
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll(/\p{Surrogate}/gu, '\ufffd')
    .trim();
  let cut = '';
  for (const character of line) {
    const next = escaped(character);
    if (cut.length + next.length >= max) return `${cut}…`;
    cut += next;
  }
  return cut;
}

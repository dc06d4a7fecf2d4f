import type { EventRecord } from '../../../shared/events.js';

/** The types of the events that are posted to the chat of a project. */
export const chatEventTypes: readonly string[] = ['feedback.created', 'changelog.published'];

/** The chat of a project, and what its messages say about the project. */
export interface ProjectChat {
  readonly url: string;
  readonly roleId: string;
  readonly name: string;
  readonly slug: string;
}

/** The markup of a chat. */
interface Chat {
  /** Escapes a character of user text. */
  readonly escaped: (character: string) => string;
  readonly bold: (text: string) => string;
  readonly quoted: (text: string) => string;
}

/**
 * Discord's Markdown: a backslash escapes any punctuation. Escaping the colon prevents links and embedded pictures in
 * user text. Mentions are detected before Markdown is parsed, so they are broken up with a zero-width space.
 */
const discord: Chat = {
  escaped: (character) => (character === '@' ? '@\u200b' : character.replace(/[\\*_~`|<>#[\]:-]/, '\\$&')),
  bold: (text) => `**${text}**`,
  quoted: (text) => `> ${text}`,
};

const slackEntities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Slack's mrkdwn, in which these three characters start all markup. Chats that accept Slack's format and parse Markdown
 * in it, such as Mattermost, also support `@name` and `[text](url)`.
 */
const slack: Chat = {
  escaped: (character) =>
    slackEntities[character] ?? (character === '@' || character === ']' ? `${character}\u200b` : character),
  bold: (text) => `*${text}*`,
  quoted: (text) => text,
};

const discordHosts = /^((canary|ptb)\.)?discord(app)?\.com\.?$/;

/** The id of a Discord role (snowflake). Discord rejects messages that mention anything else. */
const snowflake = /^\d{17,20}$/;

/**
 * Returns the chat message for an event of one of `chatEventTypes`, in the format of the chat's webhook.
 *
 * Discord hosts receive a Discord message (`content` of at most 2,000 characters) that starts with a mention of the
 * role if its id is valid. All other hosts receive a Slack message (`text`, which Slack recommends to keep below 4,000
 * characters). User text cannot mention users, hide links or break lines.
 */
export function chatMessage(
  chat: { url: string; roleId: string },
  project: { name: string; slug: string },
  event: EventRecord,
): object {
  if (!discordHosts.test(new URL(chat.url).hostname)) return { text: messageText(slack, project, event) };
  const roles = snowflake.test(chat.roleId) ? [chat.roleId] : [];
  return {
    content: [...roles.map((id) => `<@&${id}>`), messageText(discord, project, event)].join(' '),
    // Only the role is mentioned, whatever the text contains.
    allowed_mentions: { parse: [], roles },
  };
}

/** At most about 1,800 UTF-16 units: the truncated texts and the words between them. */
function messageText(
  chat: Chat,
  project: { name: string; slug: string },
  { type, data }: EventRecord,
): string {
  const record = data as {
    readonly title: string;
    readonly description?: string;
    readonly summary?: string;
    readonly user?: { readonly full_name: string };
  };
  const escape = (text: string | undefined, max: number) => inOneLine(text ?? '', max, chat.escaped);
  const what = type === 'feedback.created' ? 'New feedback' : 'New in the changelog';
  const who = type === 'feedback.created' ? escape(record.user?.full_name, 100) : '';
  const text = escape(type === 'feedback.created' ? record.description : record.summary, 800);
  const where = `${chat.bold(escape(project.name, 100))} (${escape(project.slug, 130)})`;
  return [
    `${what} in ${where}${who && ` by ${who}`}`,
    chat.bold(escape(record.title, 600)),
    ...(text ? [chat.quoted(text)] : []),
  ].join('\n');
}

/**
 * Returns user text without line breaks and bidirectional control characters, truncated between two characters to a
 * number of UTF-16 units that includes all escapes.
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

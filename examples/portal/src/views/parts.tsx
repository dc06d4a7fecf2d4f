import type { FeedbackCommentWith, PublicComment } from 'feedback-changelog-client';
import type { VNode } from 'preact';
import { fileOf, renderMarkdown } from '../markdown.js';
import type { Post } from '../project.js';
import { isLight } from '../theme.js';
import type { Visit } from '../visit.js';
import { Form } from './form.js';
import { SignInLink } from './layout.js';

/** A text of a person, which can have any direction. */
export function Markdown({ text }: { text: string }): VNode {
  return <div class="prose" dir="auto" dangerouslySetInnerHTML={{ __html: renderMarkdown(text) }} />;
}

/** A word on the color of a status. The policy allows no styles in pages, so that an SVG is the background. */
export function Pill({ text, color }: { text: string; color: string }): VNode {
  return (
    <span class={isLight(color) ? 'pill pill_light' : 'pill'}>
      <svg class="pill__color" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width="1" height="1" fill={color} />
      </svg>
      <span class="pill__text">{text}</span>
    </span>
  );
}

/** Returns the name and the color of a status, which may have been deleted. */
export function statusOf({ project }: Visit, key: string): { readonly name: string; readonly color: string } {
  return project.statuses.find((status) => status.key === key) ?? { name: key, color: '#565d6b' };
}

/** The status of feedback. */
export function StatusPill({ visit, status }: { visit: Visit; status: string }): VNode {
  const { name, color } = statusOf(visit, status);
  return <Pill text={name} color={color} />;
}

/** Tags, each with its color as a dot. */
export function Tags({
  tags,
}: {
  tags: readonly { readonly name: string; readonly color: string }[];
}): VNode {
  return (
    <>
      {tags.map(({ name, color }) => (
        <span class="tag">
          <svg class="tag__dot" viewBox="0 0 8 8" width="8" height="8" aria-hidden="true">
            <circle cx="4" cy="4" r="4" fill={color} />
          </svg>
          {name}
        </span>
      ))}
    </>
  );
}

interface PublicUser {
  readonly full_name: string;
  readonly avatar_url: string;
}

const colors = ['#4f5bd5', '#0f766e', '#b4530a', '#9d3c72', '#3b6ea5', '#6b5b95', '#4d7c0f', '#a83232'];

/** The picture of a user, or the initials. Pictures of other sites would tell them who reads. */
export function Avatar({ user }: { user: PublicUser | undefined }): VNode {
  const { full_name: name = '', avatar_url: url = '' } = user ?? {};
  const source = url.startsWith('data:image/') ? url : fileOf(url);
  if (source !== undefined) return <img class="avatar" src={source} alt="" width="32" height="32" />;
  const words = name.split(/\s+/).filter((word) => word !== '');
  const initials = [words[0], words.length > 1 ? words.at(-1) : ''].map((word = '') => [...word][0] ?? '');
  const hash = [...name].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0);
  return (
    <svg class="avatar" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <rect width="32" height="32" rx="16" fill={colors[hash % colors.length]} />
      <text x="16" y="20.5" text-anchor="middle" font-size="13" font-weight="600" fill="#fff">
        {initials.join('').toUpperCase() || '?'}
      </text>
    </svg>
  );
}

const units = [
  ['year', 365 * 24 * 60],
  ['month', 30 * 24 * 60],
  ['week', 7 * 24 * 60],
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
] as const;

/** How long ago something was, with the date and time when pointed at. The script shows them in the zone of the reader. */
export function Ago({ visit, at }: { visit: Visit; at: string }): VNode {
  const minutes = Math.round((Date.parse(at) - Date.now()) / 60_000);
  const [unit, size] = units.find(([, each]) => Math.abs(minutes) >= each) ?? ['minute', 1];
  const format = new Intl.RelativeTimeFormat(visit.language, { numeric: 'auto' });
  return (
    <time class="time" dateTime={at} title={formatDate(visit, at, 'short')}>
      {format.format(Math.trunc(minutes / size), unit)}
    </time>
  );
}

/** A day. */
export function Day({ visit, at }: { visit: Visit; at: string }): VNode {
  return (
    <time class="time" dateTime={at} title={formatDate(visit, at, 'short')}>
      {formatDate(visit, at)}
    </time>
  );
}

/** Returns a date, and the time if it is given a style, as people read it. */
export function formatDate({ language }: Visit, at: string, timeStyle?: 'short'): string {
  const options = { dateStyle: 'medium', timeZone: 'UTC', ...(timeStyle && { timeStyle }) } as const;
  const text = new Intl.DateTimeFormat(language, options).format(new Date(at));
  return timeStyle === undefined ? text : `${text} UTC`;
}

/** The name of an author, if everyone may read it. */
export function authorOf({ t }: Visit, { user }: { user?: { full_name: string } | undefined }): string {
  return user?.full_name || t('anonymous');
}

/** Returns what screen readers say of a vote: how many there are, and what the button does. */
export function voteLabel(
  { t }: Visit,
  { title, upvotes: count, viewer }: Pick<Post, 'title' | 'upvotes' | 'viewer'>,
): string {
  return `${t('votes', { count })}. ${t(viewer?.voted === true ? 'withdraw_vote' : 'vote_for', { title })}`;
}

/** Votes of feedback: a button for people who have signed in, and a link that votes after the sign-in for others. */
export function Vote({ visit, post }: { visit: Visit; post: Post }): VNode {
  const { id, upvotes: count } = post;
  const voted = post.viewer?.voted === true;
  const content = (
    <>
      <svg class="vote__arrow" viewBox="0 0 12 8" width="12" height="8" aria-hidden="true">
        <path d="M6 1 11 7H1z" fill="currentColor" />
      </svg>
      <span data-count aria-hidden="true">
        {count}
      </span>
      <span class="hidden" data-label>
        {voteLabel(visit, post)}
      </span>
    </>
  );
  if (!visit.person) {
    return (
      <SignInLink visit={visit} class="vote" vote={id}>
        {content}
      </SignInLink>
    );
  }
  return (
    <Form visit={visit} action={`/ideas/${id}/vote`} data-vote>
      <input type="hidden" name="back" value={visit.path} />
      <input type="hidden" name="vote" value={voted ? 'withdraw' : 'cast'} />
      <button class="vote" aria-pressed={voted}>
        {content}
      </button>
    </Form>
  );
}

/** A comment as everyone reads it, or with what people who have signed in see in addition. */
export type Comment = PublicComment &
  Partial<Pick<FeedbackCommentWith<['attachments', 'by_team']>, 'user_id' | 'attachments' | 'by_team'>>;

const maxTrail = 20;

/**
 * Links to the pages of a list around this one. A cursor leads forwards only, so that the URL has the cursors of the pages
 * before: `''` is the first.
 */
export function Pager({ visit, cursor: next }: { visit: Visit; cursor: string | undefined }): VNode | null {
  const { t } = visit;
  const url = new URL(visit.path, visit.settings.url);
  const current = url.searchParams.get('cursor') ?? '';
  const trail = url.searchParams.getAll('before');
  if (current === '' && next === undefined) return null;
  const to = (cursor: string, before: readonly string[]) => {
    url.searchParams.delete('before');
    url.searchParams.delete('cursor');
    for (const each of before.slice(-maxTrail)) url.searchParams.append('before', each);
    if (cursor !== '') url.searchParams.set('cursor', cursor);
    return url.pathname + url.search;
  };
  return (
    <nav class="pager" aria-label={t('pages')}>
      {current !== '' && (
        <a class="button button_secondary" href={to(trail.at(-1) ?? '', trail.slice(0, -1))} rel="prev">
          {t('previous_page')}
        </a>
      )}
      {next !== undefined && (
        <a class="button button_secondary" href={to(next, [...trail, current])} rel="next">
          {t('next_page')}
        </a>
      )}
    </nav>
  );
}

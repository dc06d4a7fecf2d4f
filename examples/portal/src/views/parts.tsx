import type { FeedbackCommentWith, PublicComment } from 'feedback-changelog-client';
import type { VNode } from 'preact';
import { renderMarkdown } from '../markdown.js';
import type { Post } from '../project.js';
import type { Visit } from '../visit.js';
import { Form } from './form.js';
import { SignInLink } from './layout.js';

/** A text of a person, which can have any direction. */
export function Markdown({ text }: { text: string }): VNode {
  return <div class="prose" dir="auto" dangerouslySetInnerHTML={{ __html: renderMarkdown(text) }} />;
}

/** A word with a coloured dot. */
export function Badge({ text, color }: { text: string; color: string }): VNode {
  return (
    <span class="badge">
      <svg viewBox="0 0 8 8" width="8" height="8" aria-hidden="true">
        <circle cx="4" cy="4" r="4" fill={color} />
      </svg>
      {text}
    </span>
  );
}

/** The status of feedback. */
export function StatusBadge({ visit, status }: { visit: Visit; status: string }): VNode {
  const { name, color } = visit.project.statuses.find(({ key }) => key === status) ?? {
    name: status,
    color: '#888',
  };
  return <Badge text={name} color={color} />;
}

/** A point in time. */
export function Time({ visit, at }: { visit: Visit; at: string }): VNode {
  return <time dateTime={at}>{formatDate(visit, at)}</time>;
}

/** Returns a date as people read it. */
export function formatDate({ language }: Visit, at: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(at));
}

/** The name of an author, if everyone may read it. */
export function authorOf({ t }: Visit, { user }: { user?: { full_name: string } | undefined }): string {
  return user?.full_name || t('anonymous');
}

/** Returns what the button of a vote does. */
export function voteLabel({ t }: Visit, { title, viewer }: Pick<Post, 'title' | 'viewer'>): string {
  return t(viewer?.voted === true ? 'withdraw_vote' : 'vote_for', { title });
}

/** Votes of feedback: a button for people who have signed in, and a link to the sign-in for others. */
export function Vote({ visit, post }: { visit: Visit; post: Post }): VNode {
  const { t, person } = visit;
  const { id, upvotes: count } = post;
  const voted = post.viewer?.voted === true;
  const label = voteLabel(visit, post);
  const content = (
    <>
      <svg viewBox="0 0 12 8" width="12" height="8" aria-hidden="true">
        <path d="M6 1 11 7H1z" fill="currentColor" />
      </svg>
      <span data-count aria-hidden="true">
        {count}
      </span>
      <span class="hidden">
        {t('votes', { count })}. <span data-label>{label}</span>
      </span>
    </>
  );
  if (!person) {
    return (
      <SignInLink visit={visit} class="vote">
        {content}
      </SignInLink>
    );
  }
  return (
    <Form visit={visit} action={`/posts/${id}/vote`} data-vote>
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
  Partial<Pick<FeedbackCommentWith<['attachments']>, 'user_id' | 'attachments'>>;

/** A link to the next page of a list. */
export function Pager({ visit, cursor }: { visit: Visit; cursor: string | undefined }): VNode | null {
  const url = new URL(visit.path, visit.settings.url);
  const isFirst = !url.searchParams.has('cursor');
  if (isFirst && cursor === undefined) return null;
  const to = (position?: string) => {
    if (position === undefined) url.searchParams.delete('cursor');
    else url.searchParams.set('cursor', position);
    return url.pathname + url.search;
  };
  return (
    <nav class="pager" aria-label={visit.t('pages')}>
      {!isFirst && <a href={to()}>{visit.t('first_page')}</a>}
      {cursor !== undefined && (
        <a href={to(cursor)} rel="next">
          {visit.t('next_page')}
        </a>
      )}
    </nav>
  );
}

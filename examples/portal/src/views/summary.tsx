import type { VNode } from 'preact';
import { excerpt } from '../markdown.js';
import type { Post } from '../project.js';
import { ideaPath } from '../urls.js';
import type { Visit } from '../visit.js';
import { Ago, authorOf, Avatar, StatusPill, Tags } from './parts.js';

/** Title, beginning, status and numbers of feedback, in a list. */
export function PostSummary({ visit, post }: { visit: Visit; post: Post }): VNode {
  const { t } = visit;
  const { description, status, tags, comment_count: count, created_at: createdAt } = post;
  return (
    <div class="summary">
      <h2 class="summary__title" dir="auto">
        <a class="plain" href={ideaPath(post)}>
          {post.title}
        </a>
      </h2>
      {description !== '' && (
        <p class="summary__text" dir="auto">
          {excerpt(description)}
        </p>
      )}
      <p class="meta">
        {post.pinned && <span class="mark">{t('pinned')}</span>}
        <StatusPill visit={visit} status={status} />
        <Tags tags={tags} />
        {post.user && (
          <span class="by">
            <Avatar user={post.user} />
            <span dir="auto">{authorOf(visit, post)}</span>
          </span>
        )}
        <Ago visit={visit} at={createdAt} />
        {count > 0 && <span>{t('comments', { count })}</span>}
      </p>
    </div>
  );
}

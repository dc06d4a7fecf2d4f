import type { VNode } from 'preact';
import { excerpt } from '../markdown.js';
import type { Post } from '../project.js';
import type { Visit } from '../visit.js';
import { Badge, StatusBadge, Time } from './parts.js';

/** Title, beginning, status and numbers of feedback, in a list. */
export function PostSummary({ visit, post }: { visit: Visit; post: Post }): VNode {
  const { t } = visit;
  const { id, title, description, status, tags, comment_count: count, created_at: createdAt } = post;
  return (
    <div>
      <h2 dir="auto">
        <a href={`/posts/${id}`}>{title}</a>
      </h2>
      {description !== '' && <p dir="auto">{excerpt(description)}</p>}
      <p class="meta">
        {post.pinned && <strong>{t('pinned')}</strong>}
        <StatusBadge visit={visit} status={status} />
        {tags.map(({ name, color }) => (
          <Badge text={name} color={color} />
        ))}
        <span>{t('comments', { count })}</span>
        <Time visit={visit} at={createdAt} />
      </p>
    </div>
  );
}

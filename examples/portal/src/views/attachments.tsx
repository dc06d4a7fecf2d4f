import type { VNode } from 'preact';
import { fileOf } from '../markdown.js';
import type { Post } from '../project.js';

/** Pictures, and links to other files. */
export function Attachments({ files = [] }: { files: Post['attachments'] }): VNode | null {
  if (files.length === 0) return null;
  return (
    <ul class="attachments">
      {files.map(({ url, filename, media_type: type }) => (
        <li>
          <a class="attachments__link" href={fileOf(url)}>
            {type.startsWith('image/') ? (
              <img class="attachments__picture" src={fileOf(url)} alt={filename} loading="lazy" />
            ) : (
              filename
            )}
          </a>
        </li>
      ))}
    </ul>
  );
}

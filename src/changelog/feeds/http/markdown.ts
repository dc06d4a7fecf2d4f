import { LRUCache } from 'lru-cache';
import MarkdownIt from 'markdown-it';

/** HTML in the source is shown as text, and no other elements exist than those of CommonMark, tables and strikethrough. */
const markdown = new MarkdownIt({ html: false });

/** Other schemes can run scripts, and relative links lead nowhere outside of the web site that they were written for. */
markdown.validateLink = (url) => /^(?:https?:\/\/|mailto:)/i.test(url);

/** The last texts with their HTML, since all feeds of a project have the same entries, most of them also after a change. */
const rendered = new LRUCache<string, string>({
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: (html, source) => html.length + source.length || 1,
  memoMethod: (source) => markdown.render(source),
});

/** Returns Markdown as HTML that is safe to embed: without scripts, and with links to the web and e-mail addresses only. */
export function renderMarkdown(source: string): string {
  return rendered.memo(source);
}

/** Returns plain text as HTML. */
export function escapeHtml(text: string): string {
  return markdown.utils.escapeHtml(text);
}

import { LRUCache } from 'lru-cache';
import MarkdownIt, { type StateBlock } from 'markdown-it';

/** HTML in the source is shown as text, and the only elements are CommonMark's, tables and strikethrough. */
const markdown = new MarkdownIt({ html: false });

/** Other schemes can run scripts, and relative links lead nowhere outside of the web site that they were written for. */
markdown.validateLink = (url) => /^(?:https?:\/\/|mailto:)/i.test(url);

/** The maximum numbers of elements, such as paragraphs, and of the characters that take long to parse, in a rendered text. */
const [maxElements, maxMarkup] = [10_000, 10_000];

class TooManyElements extends Error {}

// markdown-it takes linear time, but up to three seconds for 100,000 characters: rows of a table have as many cells as its head.
markdown.block.State = class extends markdown.block.State {
  override push(...element: Parameters<StateBlock['push']>): ReturnType<StateBlock['push']> {
    if (this.tokens.length >= maxElements) throw new TooManyElements();
    return super.push(...element);
  }
};

/** The last texts with their HTML, since all feeds of a project have the same entries, most of them also after a change. */
const rendered = new LRUCache<string, string>({
  maxSize: 8 * 1024 * 1024,
  sizeCalculation: (html, source) => html.length + source.length || 1,
  memoMethod: (source) => renderWithinLimits(source),
});

/**
 * Returns Markdown as HTML that is safe to embed: without scripts, and with links to the web and e-mail addresses only. A text with
 * more markup than people write is returned as it is, as preformatted text.
 */
export function renderMarkdown(source: string): string {
  return rendered.memo(source);
}

function renderWithinLimits(source: string): string {
  const markup = source.match(/[\n[!*_~<]/g) ?? [];
  try {
    if (markup.length <= maxMarkup) return markdown.render(source);
  } catch (error) {
    if (!(error instanceof TooManyElements)) throw error;
  }
  return `<pre>${escapeHtml(source)}</pre>\n`;
}

/** Returns plain text as HTML. */
export function escapeHtml(text: string): string {
  return markdown.utils.escapeHtml(text);
}

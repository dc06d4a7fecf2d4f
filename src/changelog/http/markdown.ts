import MarkdownIt from 'markdown-it';

/** HTML in the source is shown as text, and no other elements exist than those of CommonMark, tables and strikethrough. */
const markdown = new MarkdownIt({ html: false });

/** Other schemes can run scripts, and relative links lead nowhere outside of the web site that they were written for. */
markdown.validateLink = (url) => /^(?:https?:\/\/|mailto:)/i.test(url);

/** Returns Markdown as HTML that is safe to embed: without scripts, and with links to the web and e-mail addresses only. */
export function renderMarkdown(source: string): string {
  return markdown.render(source);
}

/** Returns plain text as HTML. */
export function escapeHtml(text: string): string {
  return markdown.utils.escapeHtml(text);
}

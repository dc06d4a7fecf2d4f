import MarkdownIt from 'markdown-it';

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true });

// Pages load pictures of this site only, so that no other site hears of who reads them. Others become links.
markdown.renderer.rules['image'] = (tokens, index) => {
  const token = tokens[index];
  const source = String(token?.attrGet('src') ?? '');
  const [local, alt] = [fileOf(source), markdown.utils.escapeHtml(token?.content || source)];
  return local === undefined
    ? `<a href="${markdown.utils.escapeHtml(source)}" rel="nofollow noopener">${alt}</a>`
    : `<img src="${markdown.utils.escapeHtml(local)}" alt="${alt}" loading="lazy">`;
};

// What is wider than the page scrolls in a box of its own, which the keyboard reaches.
markdown.renderer.rules['table_open'] = () => '<div class="scroll" tabindex="0"><table>';
markdown.renderer.rules['table_close'] = () => '</table></div>';
for (const name of ['fence', 'code_block']) {
  markdown.renderer.rules[name] = (tokens, index) =>
    `<pre class="scroll" tabindex="0">${markdown.utils.escapeHtml(tokens[index]?.content ?? '')}</pre>`;
}

/** The maximum number of the characters that take long to parse in a text: one with more holds up all other requests. */
const maxMarkup = 10_000;

/**
 * Renders Markdown of people as HTML. HTML in it is shown as text. A text with more markup than people write is shown as it is.
 */
export function renderMarkdown(text: string): string {
  if ((text.match(/[\n[!*_~<@|]/g)?.length ?? 0) <= maxMarkup) return markdown.render(text);
  return `<pre class="scroll" tabindex="0">${markdown.utils.escapeHtml(text)}</pre>`;
}

/** Returns the beginning of a text without its Markdown, to be shown as a plain text. */
export function excerpt(text: string, length = 180): string {
  // Not all of the text: removing links from it takes quadratic time.
  const plain = text
    .slice(0, 10 * length)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*[#>*-]+\s+/gm, '')
    .replace(/\*\*|[*_`]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length > length ? `${plain.slice(0, length).replace(/\s+\S*$/, '')}…` : plain;
}

/** Returns the path at which this site serves an attachment of the service; undefined for every other URL. */
export function fileOf(url: string): string | undefined {
  const [, file] = /^(?:https?:\/\/[^/]+)?\/public\/v1\/attachments\/([\w-]+\/[^/?#]+)$/.exec(url) ?? [];
  return file && `/files/${file}`;
}

import MarkdownIt from 'markdown-it';
import { Html } from '../../shared/html.js';

const markdownIt = new MarkdownIt({ html: false });
const { rules } = markdownIt.renderer;

/**
 * Headings have the anchor of the error code that they begin with, as in `slug_taken`, or else one made of their words: the
 * `type` of a problem leads to the former.
 */
rules['heading_open'] = (tokens, index, options, _environment, renderer) => {
  const { content = '' } = tokens[index + 1] ?? {};
  const [, code] = /^`(\w+)`/.exec(content) ?? [];
  const words = content.toLowerCase().replaceAll(/\W+/g, '-');
  tokens[index]!.attrSet('id', code ?? `guide-${words.replaceAll(/^-|-$/g, '')}`);
  return renderer.renderToken(tokens, index, options);
};

/** Rows of tables have the anchor of the code in their first cell, as in `field-too_long`. */
rules['tr_open'] = (tokens, index, options, _environment, renderer) => {
  const [, code] = /^`(\w+)`$/.exec(tokens[index + 2]?.content ?? '') ?? [];
  if (code !== undefined) tokens[index]!.attrSet('id', `field-${code}`);
  return renderer.renderToken(tokens, index, options);
};

/** Returns a text in Markdown as HTML. */
export function markdown(text: string): Html {
  return new Html(markdownIt.render(text));
}

/** Returns a line in Markdown as HTML. */
export function inlineMarkdown(line: string): Html {
  return new Html(markdownIt.renderInline(line));
}

import { dirname, join, relative } from 'node:path';

/** A link of a page to a file of the repository. */
export interface PageLink {
  readonly link: string;
  /** Path of the file or folder, relative to the root. */
  readonly target: string;
  readonly anchor: string | undefined;
}

/** Returns the text of a page without its blocks of code. */
export function proseOf(text: string): string {
  return text.replaceAll(/^ *```.*?^ *```$/gms, '');
}

/** Returns the sentences of a page's paragraphs and lists, also those that a colon ends, without tables and headings. */
export function sentencesOf(text: string): string[] {
  const paragraphs = proseOf(text)
    .split(/\n\s*\n/)
    .filter((block) => !/^\s*(?:\||#|<!--|\[[^\]]+\]:)/.test(block))
    .flatMap((block) => block.split(/^\s*(?:[-*]|\d+\.) /m));
  return paragraphs.flatMap((paragraph) => {
    const plain = paragraph
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/\]\([^)]*\)/g, ']')
      .replaceAll(/`[^`]*`/g, 'code')
      .trim();
    return plain.split(/(?<=[.!?:;]["')*_]*) /).filter((sentence) => sentence.split(' ').length > 2);
  });
}

/** Returns the blocks of code of a page in a language. */
export function codeBlocksOf(text: string, language: string): string[] {
  const blocks = [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)];
  return blocks.filter(([, each]) => each === language).map(([, , code = '']) => code);
}

/** Returns the relative links of a page, also those within it. Links to other sites are left out. */
export function relativeLinks(file: string, text: string): PageLink[] {
  const prose = proseOf(text);
  const found = [...prose.matchAll(/\]\(([^)\s]+)\)/g), ...prose.matchAll(/^\[[^\]]+\]: (\S+)$/gm)];
  return found.flatMap(([, link = '']) => {
    if (/^[a-z][a-z\d+.-]*:/.test(link)) return [];
    const [path = '', anchor] = link.split('#');
    return [{ link, target: path === '' ? file : relative('.', join(dirname(file), path)), anchor }];
  });
}

/** Returns the beginning of a text as words of a URL. */
function wordsOf(text: string): string {
  const words = text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-');
  // By characters: half of one would not be part of a URL.
  return [...words]
    .slice(0, 60)
    .join('')
    .replace(/^-+|-+$/g, '');
}

const idAtEnd = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the path of an idea: its title in words, and its id, which alone decides. */
export function ideaPath({ id, title }: { readonly id: string; readonly title: string }): string {
  const words = wordsOf(title);
  return `/ideas/${words === '' ? id : `${encodeURIComponent(words)}-${id}`}`;
}

/** Returns the id at the end of the path or URL of an idea; `''` if there is none. */
export function ideaId(text: string): string {
  const [path = ''] = text.trim().split(/[?#]/);
  return idAtEnd.exec(path)?.[0] ?? '';
}

/** Returns the path of a changelog entry. */
export function entryPath({ slug }: { readonly slug: string }): string {
  return `/changelog/${slug}`;
}

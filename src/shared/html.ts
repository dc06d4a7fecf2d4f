/** A piece of HTML. */
export class Html {
  constructor(readonly text: string) {}
}

type Content = Html | string | number | boolean | undefined | readonly Content[];

/** Creates HTML from a template. Strings in it are escaped, and the items of arrays are joined; false is left out. */
export function html({ raw }: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(String.raw({ raw }, ...values.map(textOf)));
}

function textOf(content: Content): string {
  if (content instanceof Html) return content.text;
  if (typeof content === 'object') return content.map(textOf).join('');
  return content === undefined || content === false ? '' : escapeHtml(String(content));
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Returns a text as HTML, which can also be the value of an attribute in double quotes. */
function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character]!);
}

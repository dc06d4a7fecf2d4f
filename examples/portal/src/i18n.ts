import { readdirSync } from 'node:fs';
import type { Request, Response } from 'express';
import { type Catalogue, en } from './locales/en.js';

/** The catalogues by their languages: a file for each in `locales`, which exports it as `messages`. */
export const catalogues: Readonly<Record<string, Catalogue>> = Object.fromEntries(
  await Promise.all(
    readdirSync(new URL('locales', import.meta.url))
      .filter((file) => file.endsWith('.js'))
      .map(async (file): Promise<[string, Catalogue]> => {
        const module = (await import(`./locales/${file}`)) as { messages: Catalogue };
        return [file.slice(0, -3), module.messages];
      }),
  ),
);

/** Returns the message with this key. `count` selects the plural form. */
export type Translate = (key: keyof Catalogue, values?: Readonly<Record<string, string | number>>) => string;

/** Returns the function that translates into a language. */
export function translator(language: string): Translate {
  const catalogue = catalogues[language] ?? en;
  const plural = new Intl.PluralRules(language);
  return (key, values = {}) => {
    const message = catalogue[key];
    const form = plural.select(Number(values['count'] ?? 0));
    const text =
      typeof message === 'string' ? message : form === 'one' ? (message.one ?? message.other) : message.other;
    return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
  };
}

const cookie = 'language';

/** Returns the language that the person has chosen, or the best one that the browser accepts. */
export function languageOf(request: Request): string {
  const [, chosen = ''] = new RegExp(`(?:^|; )${cookie}=([\\w-]+)`).exec(request.headers.cookie ?? '') ?? [];
  if (Object.hasOwn(catalogues, chosen)) return chosen;
  // For equal preferences, Express takes the first one.
  const languages = Object.keys(catalogues).sort((one) => (one === 'en' ? -1 : 1));
  return request.acceptsLanguages(languages) || 'en';
}

/** Stores the language in a cookie for a year. */
export function chooseLanguage(response: Response, language: string): void {
  if (!Object.hasOwn(catalogues, language)) return;
  response.cookie(cookie, language, { httpOnly: true, sameSite: 'lax', maxAge: 365 * 24 * 60 * 60 * 1_000 });
}

import type { Request, Response } from 'express';
import { de } from './locales/de.js';
import { type Catalogue, en } from './locales/en.js';

/** The catalogues by their languages. The first one is for people whose languages are missing. */
export const catalogues: Readonly<Record<string, Catalogue>> = { en, de };

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
  const [, chosen = ''] = new RegExp(`(?:^|; )${cookie}=(\\w+)`).exec(request.headers.cookie ?? '') ?? [];
  return chosen in catalogues ? chosen : request.acceptsLanguages(Object.keys(catalogues)) || 'en';
}

/** Stores the language in a cookie for a year. */
export function chooseLanguage(response: Response, language: string): void {
  response.cookie(cookie, language, { httpOnly: true, sameSite: 'lax', maxAge: 365 * 24 * 60 * 60 * 1_000 });
}

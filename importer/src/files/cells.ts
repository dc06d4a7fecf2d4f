import { emailAddress } from '../../../src/shared/email-address.js';
import { firstViolation, parseDateOrTimestamp } from '../../../src/shared/rules.js';

/**
 * How the texts of cells are read, in all sources. Each function returns undefined if the meaning of a text is not clear, and none is
 * called with an empty one. Libraries for dates guess the order of day and month, so they cannot be used here.
 */

/** Whether `03/04/2024` is in April or in March. */
export type DateOrder = 'dmy' | 'mdy';

/** Whether a record was approved. */
export type Approval = 'approved' | 'pending' | 'rejected';

/** The languages whose words are read. */
const languages = ['en', 'en-GB', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da'];

const flags = wordTable({
  yes: `true t yes y on x 1 -1 ✓ ✔ ☑ ✅ wahr ja j vrai oui verdadero cierto si vero verdadeiro sim waar prawda tak sann sant`,
  no: `false f no n off 0 ✗ ✘ ☐ ❌ falsch nein faux non falso nao onwaar nee fałsz falsz nie falskt nej falsk usant`,
});

const approvals = wordTable({
  approved: 'approved accepted published public visible live yes',
  pending: 'pending waiting awaiting awaiting_approval unapproved unreviewed in_review queued moderation no',
  rejected: 'rejected denied declined disapproved hidden private spam archived trash deleted',
});

/** Returns whether a text means yes or no, in the words that spreadsheets and databases write. */
export function flagIn(text: string): boolean | undefined {
  const word = flagWordIn(text);
  return word && word === 'yes';
}

function flagWordIn(text: string): 'yes' | 'no' | undefined {
  return flags.get(plainWord(text).replace(/^(-?[01])[.,]0+$/, '$1'));
}

/** Returns whether a text says that a record was approved, waits for it, or was not approved. */
export function approvalIn(text: string): Approval | undefined {
  const word = plainWord(text).replaceAll(/[\s-]+/g, '_');
  return approvals.get(word) ?? approvals.get(flagWordIn(text) ?? '');
}

/** Such as `1,234` or `1.234.567,8`. */
const grouped =
  /^(?<whole>-?\d{1,3}(?:(?:,\d{3})+|(?:['’ \u00a0\u202f]\d{3})+|(?:\.\d{3}){2,}))(?:[.,](?<fraction>\d+))?$/;

/** Such as `2.0`. */
const plain = /^(?<whole>-?\d+)(?:[.,](?<fraction>\d{1,2}|\d{4,}))?$/;

/**
 * Returns a number, which may have separators of thousands. `1.234` has no clear meaning: the separator may begin the fraction.
 */
export function numberIn(text: string): number | undefined {
  const { whole, fraction = '0' } = grouped.exec(text)?.groups ?? plain.exec(text)?.groups ?? {};
  return whole === undefined ? undefined : Number(`${whole.replaceAll(/[^-\d]/g, '')}.${fraction}`);
}

const addressRules = emailAddress();

/** Returns the e-mail address in a text such as `ada@example.com`, `Ada <ada@example.com>` or `mailto:ada@example.com`. */
export function emailIn(text: string): string | undefined {
  const [, bracketed] = /^[^<>]*<([^<>]+)>$/.exec(text.trim()) ?? [];
  const email = (bracketed ?? text).trim().replace(/^mailto:/i, '');
  return firstViolation(addressRules, email) === undefined ? email : undefined;
}

/** Returns a time in ISO 8601 and UTC; `ambiguous` if the order of day and month is not known. Times without a zone are in UTC. */
export function timeIn(text: string, order?: DateOrder): string | undefined {
  const local = localTimeIn(text, order);
  return local === ambiguous ? local : parseDateOrTimestamp(local)?.toISOString();
}

/** Returns a date such as `2024-06-30`, which is the last day of a month such as `June 2024`; `ambiguous` as {@link timeIn} does. */
export function dateIn(text: string, order?: DateOrder): string | undefined {
  const [, name = '', year = ''] = /^(\p{L}+)\.? (?:de )?(\d{4})$/u.exec(text.trim()) ?? [];
  const month = months.get(plainWord(name));
  if (month !== undefined) return new Date(Date.UTC(Number(year), month, 0)).toISOString().slice(0, 10);
  const local = localTimeIn(text, order);
  if (local === ambiguous) return local;
  return parseDateOrTimestamp(local) === null ? undefined : local.slice(0, 10);
}

/** What is returned for a date that has two meanings. */
export const ambiguous = 'ambiguous';

/** The numbers of months, starting at 1, by their names. */
const months = new Map(
  Array.from({ length: 12 }, (_, index) =>
    namesOf(Date.UTC(2024, index), 'month').map((name) => [name, index + 1] as const),
  ).flat(),
);

const weekdays = new Set(
  Array.from({ length: 7 }, (_, index) => namesOf(Date.UTC(2024, 0, 1 + index), 'weekday')).flat(),
);

/** Such as ` 3:04 PM`, `T10:11:12.345Z`, ` 10:11:12 +0100` or ` 10:00:00 GMT+01:00`. */
const clock =
  /(?:,? (?:at )?|T)(?<hour>\d{1,2}):(?<minute>\d{2})(?<second>:\d{2}(?:[.,]\d+)?)?(?: ?(?<half>[ap])\.?m\.?)? ?(?:UTC|GMT|Z)?(?<zone>[+-]\d{2}(?::?\d{2})?)?$/i;

/** Returns the time in ISO 8601 in its own zone; another text if there is none. */
function localTimeIn(text: string, order: DateOrder | undefined): string {
  const time = text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replace(/ \([^()]*\)$/, '')
    .replace(/^(\p{L}+)\.?,? (?=[\p{L}\d])/u, (all, name: string) =>
      weekdays.has(plainWord(name)) ? '' : all,
    )
    .replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})/i, '$1-$2-$3T$4:$5:$6');
  if (/^\d+(?:[.,]\d+)?$/.test(time)) return numericTime(time);
  const { hour, minute, second = '', half, zone = 'Z' } = clock.exec(time)?.groups ?? {};
  const date = dateOf(time.replace(clock, ''), order);
  if (hour === undefined || date === ambiguous) return date;
  const isTwelveHours = half === undefined || (Number(hour) >= 1 && Number(hour) <= 12);
  const hours =
    half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return isTwelveHours ? `${date}T${twoDigits(hours)}:${minute}${second}${zone}` : '';
}

/** Returns the time of a number: `20240105`, days since 1899 as in spreadsheets, or seconds or milliseconds since 1970. */
function numericTime(digits: string): string {
  if (/^(?:19|20)\d{6}$/.test(digits)) return digits.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  const number = Number(digits.replace(',', '.'));
  const isIn = (from: number, to: number) => number >= from && number < to;
  if (isIn(20_000, 80_000)) return new Date(Math.round((number - 25_569) * 86_400) * 1_000).toISOString();
  if (isIn(1e8, 1e10)) return new Date(number * 1_000).toISOString();
  return isIn(1e11, 1e13) ? new Date(number).toISOString() : '';
}

/** Returns a date in ISO 8601; another text if there is none. */
function dateOf(text: string, order: DateOrder | undefined): string {
  const iso = (year: string, month: number | string, day: string) =>
    `${year}-${twoDigits(month)}-${twoDigits(day)}`;
  const [, y = '', , m = '', d = ''] = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text) ?? [];
  if (y !== '') return iso(y, m, d);
  const named =
    /^(?<day>\d{1,2})(?:\.|st|nd|rd|th)?[ -](?:de )?(?<month>\p{L}+)\.?,?[ -](?:de )?(?<year>\d{4})$/iu.exec(
      text,
    ) ?? /^(?<month>\p{L}+)\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})$/iu.exec(text);
  const { day = '', month = '', year = '' } = named?.groups ?? {};
  if (named) return iso(year, months.get(plainWord(month)) ?? '', day);
  const [, first = '', , second = '', end = ''] =
    /^(\d{1,2})([-/.])(\d{1,2})\2(\d{2}|\d{4})$/.exec(text) ?? [];
  if (first === '') return '';
  const isShort = end.length === 2;
  const isKnown = Number(first) > 12 || Number(second) > 12 || first === second;
  if (order === undefined && (isShort || !isKnown)) return ambiguous;
  const isDayFirst = Number(first) > 12 || (order === 'dmy' && Number(second) <= 12);
  return iso(isShort ? `20${end}` : end, isDayFirst ? second : first, isDayFirst ? first : second);
}

function twoDigits(number: number | string): string {
  return String(number).padStart(2, '0');
}

/** Returns the names that the languages have for a month or a weekday, alone and within a date. */
function namesOf(time: number, part: 'month' | 'weekday'): string[] {
  return languages.flatMap((language) =>
    (['long', 'short'] as const).flatMap((style) =>
      [{}, { day: 'numeric' } as const].map((more) => {
        const format = new Intl.DateTimeFormat(language, { timeZone: 'UTC', [part]: style, ...more });
        return plainWord(format.formatToParts(time).find(({ type }) => type === part)!.value);
      }),
    ),
  );
}

/** Returns the form in which words are compared: without case, accents and a full stop at the end. */
function plainWord(text: string): string {
  return text
    .trim()
    .normalize('NFKD')
    .replaceAll(/[\p{M}\ufe0f]|\.$/gu, '')
    .toLowerCase();
}

/** Returns the meanings of words. */
function wordTable<M extends string>(words: Readonly<Record<M, string>>): ReadonlyMap<string, M> {
  return new Map(
    (Object.entries(words) as [M, string][]).flatMap(([meaning, list]) =>
      list.split(' ').map((word) => [word, meaning] as const),
    ),
  );
}

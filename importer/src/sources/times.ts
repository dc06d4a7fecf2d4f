import { parseDateOrTimestamp } from '../../../src/shared/rules.js';
import { textOf } from './field-values.js';
import { InvalidValue } from './found.js';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Such as `Tue, 05 Mar 2024 10:00:00 GMT`. */
const mailTime =
  /^(?:[a-z]{3}, )?(\d{1,2}) ([a-z]{3}) (\d{4}) (\d{2}:\d{2}(?::\d{2})?) (?:GMT|UTC|Z|([+-]\d{4}))$/i;

/** Such as `2024-03-05 10:00:00.123 UTC`, with or without the fraction and the zone. */
const databaseTime =
  /^(\d{4})[-/](\d{2})[-/](\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?) ?(UTC|GMT|Z|[+-]\d{2}(?::?\d{2})?)?$/i;

/**
 * Returns a time in ISO 8601 and UTC. Times without a zone are in UTC. Dates whose order of day and month is unknown
 * (`05/03/2024`) are not accepted.
 *
 * @throws InvalidValue when the time is empty or cannot be read
 */
export function timeOf(value: unknown, name = 'time'): string {
  const text = textOf(value).trim();
  const time = parseDateOrTimestamp(isoForm(text));
  if (time === null)
    throw new InvalidValue(
      'invalid_date',
      text === ''
        ? `The ${name} is empty.`
        : `The ${name} "${text.slice(0, 40)}" is not a known form of a date.`,
    );
  return time.toISOString();
}

/** Returns a time as `timeOf` does; undefined if the value is empty. */
export function optionalTime(value: unknown, name = 'time'): string | undefined {
  return textOf(value).trim() === '' ? undefined : timeOf(value, name);
}

function isoForm(text: string): string {
  const [, day = '', month = '', year = '', clock = '', zone = 'Z'] = mailTime.exec(text) ?? [];
  const index = months.indexOf(month.toLowerCase());
  if (index >= 0)
    return `${year}-${String(index + 1).padStart(2, '0')}-${day.padStart(2, '0')}T${clock}${zone}`;
  return text
    .replace(
      databaseTime,
      (_, y: string, m: string, d: string, time: string, z: string = 'Z') =>
        `${y}-${m}-${d}T${time}${/^(UTC|GMT)$/i.test(z) ? 'Z' : z}`,
    )
    .replace(/^(\d{4})\/(\d{2})\/(\d{2})$/, '$1-$2-$3');
}

/** Returns the last day of a month such as `June 2024`, or a date as it is; `''` for everything else. */
export function dateOf(value: unknown): string {
  const text = textOf(value).trim();
  if (/^\d{4}-\d{2}-\d{2}(?:T|$)/.test(text)) return text.slice(0, 10);
  const [, name = '', year] = /^([a-z]{3})[a-z]* (\d{4})$/i.exec(text) ?? [];
  const month = months.indexOf(name.toLowerCase()) + 1;
  return year === undefined || month === 0
    ? ''
    : new Date(Date.UTC(Number(year), month, 0)).toISOString().slice(0, 10);
}

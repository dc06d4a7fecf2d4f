import { normalize } from './normalize.js';
import { isStorable, isVisible, type Rules, text } from './rules.js';

/*
 * Names: titles, and names of projects, people, tags and others. They are the only texts that are not stored as sent, because
 * people see no difference between `a  b` and `a b`, and because a name stands in one line wherever it is shown.
 */

/**
 * Returns a name as it is stored: in one line, with single spaces, in NFC, and with at most 30 marks on a letter. Characters
 * that join or separate letters and emoji stay, because scripts such as Persian need them.
 */
export function normalizeName(name: string): string {
  // U+0000 stays, because no text can have it.
  const line = name
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\p{White_Space}\u0001-\u001F\u007F-\u009F]+/gu, ' ')
    .replace(/^[ \uFEFF]+/, '')
    .replace(/(?<![ \uFEFF])[ \uFEFF]+$/, '');
  return normalize(line, 'NFC');
}

/**
 * Accepts a name or a title of at most `max` code points, and normalizes it. A `required` one must have a visible character; any
 * other without one becomes empty.
 */
export function name({ max, required = false }: { max: number; required?: boolean }): Rules {
  const normalizeValue = (value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    const line = normalizeName(value);
    // Invalid characters are reported.
    return required || isVisible(line) || !isStorable(line) ? line : '';
  };
  const [type, ...others] = text({ max, required: required && 'visible' });
  return [{ ...type!, normalize: normalizeValue }, ...others];
}

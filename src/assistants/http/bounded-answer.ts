import { DomainError } from '../../shared/domain-error.js';

/** The largest answer of a tool, in bytes: some 16,000 tokens. */
export const maxAnswerBytes = 65_536;

/** To how many characters texts are cut, until the answer is small enough. Ids are never longer than the last. */
const lengths = [4_000, 1_000, 300, 100];

/** The answer of a tool: records by what they are. */
export type ToolAnswer = Readonly<Record<string, unknown>>;

/** The answer is too large, even with short texts. */
export class AnswerTooLarge extends DomainError {
  constructor() {
    super(
      'invalid',
      'answer_too_large',
      `The answer would have more than ${maxAnswerBytes} bytes. Ask for fewer records with limit, or for less with include.`,
    );
  }
}

/**
 * Returns an answer of at most {@link maxAnswerBytes}: if it has more, the texts of its records are cut, and `texts_cut_at`
 * says at how many characters.
 *
 * @throws AnswerTooLarge
 */
export function boundAnswer(answer: ToolAnswer): ToolAnswer {
  if (isSmall(answer)) return answer;
  for (const length of lengths) {
    const cut = Object.entries(answer).map(([name, records]) => [
      name,
      // A cursor is no text of a record.
      typeof records === 'string' ? records : cutTexts(records, length),
    ]);
    const shorter: ToolAnswer = { ...(Object.fromEntries(cut) as ToolAnswer), texts_cut_at: length };
    if (isSmall(shorter)) return shorter;
  }
  throw new AnswerTooLarge();
}

function isSmall(answer: ToolAnswer): boolean {
  return Buffer.byteLength(JSON.stringify(answer)) <= maxAnswerBytes;
}

function cutTexts(value: unknown, length: number): unknown {
  if (typeof value === 'string') return value.length <= length ? value : `${firstCharacters(value, length)}…`;
  if (Array.isArray(value)) return value.map((item) => cutTexts(item, length));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cutTexts(item, length)]));
}

/** Does not split a character outside of the Basic Multilingual Plane. */
function firstCharacters(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

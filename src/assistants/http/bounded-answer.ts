import { DomainError } from '../../shared/domain-error.js';
import { firstCharacters } from '../../shared/first-characters.js';

/** The largest answer of a tool, in bytes: some 16,000 tokens. */
export const maxAnswerBytes = 65_536;

/** To how many characters texts are cut, until the answer is small enough. Ids are never longer than the last. */
const lengths = [4_000, 1_000, 300, 100];

/** The maximum lengths of the lists of records and of the lists in records, tried in this order for tools without `limit`. */
const listLengths = [
  { records: Infinity, values: 10 },
  { records: 50, values: 3 },
  { records: 10, values: 3 },
];

/** The answer of a tool: records by what they are. */
export type ToolAnswer = Readonly<Record<string, unknown>>;

/** The answer is too large, even with short texts. */
export class AnswerTooLarge extends DomainError {
  /** @param takes the arguments of the tool */
  constructor(takes: readonly string[]) {
    const advice = [
      ...(takes.includes('limit') ? [' Ask for fewer records with limit.'] : []),
      ...(takes.includes('include') ? [' Ask for less with include.'] : []),
    ];
    super(
      'invalid',
      'answer_too_large',
      `The answer would have more than ${maxAnswerBytes} bytes.${advice.join('')}`,
    );
  }
}

/**
 * Returns an answer of at most {@link maxAnswerBytes}: if it has more, the texts of its records are cut, and `texts_cut_at`
 * says at how many characters. Where nobody can ask for fewer records, its lists are shortened as well, and `list_lengths` has the
 * number of items of each of them, by its path.
 *
 * @param takes the arguments of the tool
 * @throws AnswerTooLarge
 */
export function boundAnswer(answer: ToolAnswer, takes: readonly string[] = []): ToolAnswer {
  if (isSmall(answer)) return answer;
  let shorter = answer;
  for (const length of lengths) {
    const cut = Object.entries(answer).map(([name, records]) => [
      name,
      // A cursor is no text of a record.
      typeof records === 'string' ? records : cutTexts(records, length),
    ]);
    shorter = { ...(Object.fromEntries(cut) as ToolAnswer), texts_cut_at: length };
    if (isSmall(shorter)) return shorter;
  }
  for (const { records, values } of takes.includes('limit') ? [] : listLengths) {
    const shortened: Record<string, number> = {};
    const lists = Object.entries(shorter).map(([name, list]) => [
      name,
      shortenLists(list, name, { length: records, within: values }, shortened),
    ]);
    const answered: ToolAnswer = { ...(Object.fromEntries(lists) as ToolAnswer), list_lengths: shortened };
    if (isSmall(answered)) return answered;
  }
  throw new AnswerTooLarge(takes);
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

/**
 * Returns the value with at most `length` items in its list, and `within` in the lists that it contains.
 *
 * @param shortened receives the former lengths by the paths of the lists
 */
function shortenLists(
  value: unknown,
  path: string,
  { length, within }: { length: number; within: number },
  shortened: Record<string, number>,
): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const inner = (item: unknown, key: string | number) =>
    shortenLists(item, `${path}/${key}`, { length: within, within }, shortened);
  if (!Array.isArray(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inner(item, name)]));
  }
  if (value.length > length) shortened[path] = value.length;
  return value.slice(0, length).map(inner);
}

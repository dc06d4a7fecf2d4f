import type { DuplicateReason } from './duplicate-finder.js';

/*
 * Words that say nothing about what feedback is about, in the languages in which much of it is written. Projects with much
 * feedback show by themselves which words are frequent; this list is for those with little.
 */

const english =
  'a able about add after again all allow also an and any app are as at be because but by can cannot could do does doesn don each ever every feature for from get give had has have how i if in into is isn it its just let like make me more my need needs new no not of on one only option or other our out over please possible s should show so some still support t than that the their them then there these they this to too up us use user using very want was way we well what when where which while who why will with within without work would you your';

const german =
  'alle als am an auch auf aus bei beim bitte das dass dem den der des die dies diese ein eine einem einen einer es fur haben ich im in ist kann kein keine konnen man mehr mein meine mit mochte nach neue nicht noch nur oder ohne sein sich sie sind soll sollte und uns unter vom von vor ware wenn werden wie wir wird wird zu zum zur';

const french =
  'au aux avec ce ces cette comme dans de des du elle en est et etre faire il je la le les leur lors lorsque mais mon ne nous ou par pas peut plus pour pouvoir que quand qui sa sans se ses son sont sur tout un une vous';

const spanish =
  'al como con cuando de del desde donde el ella en es esta este hay la las lo los mas me mi muy no nos o para pero poder por que se ser si sin sobre son su sus tener un una y ya';

const words = new Set([english, german, french, spanish].join(' ').split(' '));

/** Returns whether a term is such a word. */
function isCommon(term: string): boolean {
  return words.has(term);
}

/**
 * What is compared of feedback. Its texts are sets of terms: words without their endings, so that `export` and `exporting` are
 * equal.
 */
export interface ComparedTexts {
  readonly titleTerms: readonly string[];
  /** The terms of title and description. */
  readonly terms: readonly string[];
  readonly hasDescription: boolean;
  readonly board: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly userId: string;
}

/** How similar two records are. */
interface Similarity {
  /** From 0 to 1, with two decimal places. */
  readonly score: number;
  readonly reasons: readonly DuplicateReason[];
}

/** Suggestions have at least this score. docs/internals/performance.md has the measurements by which it was chosen. */
export const minimumScore = 0.5;

/** The part of the score that comes from the titles, if both records have a description. */
const titlePart = 0.8;

/** The factor of titles that contain different numbers, such as versions: they are often a series. */
const differentNumbers = 0.7;

/** The part of the remaining distance to 1 by which each other thing in common raises the score. */
const otherPart = 0.05;

/** The similarity of titles from which on they are a reason. */
const similarTitles = 0.4;

/** Words in at most this share of the feedback are rare. */
const rareShare = 0.01;

/** A project with less feedback is treated as one of this size, because its own words say little about their frequency. */
const smallestSample = 200;

/** The share of feedback that contains a common word of a language, at least. */
const commonShare = 0.3;

/** How frequent terms are in a project, by a sample of its feedback. */
export class TermStatistics {
  private readonly size: number;

  /**
   * @param sampled the number of sampled records
   * @param counts the numbers of those that contain a term; terms that few contain may be missing
   */
  constructor(
    sampled: number,
    private readonly counts: ReadonlyMap<string, number>,
  ) {
    this.size = Math.max(sampled, smallestSample);
  }

  /** Returns the number of records in the sample that contain a term: at least one, and more for a common word of a language. */
  countOf(term: string): number {
    const least = isCommon(term) ? commonShare * this.size : 1;
    return Math.max(least, this.counts.get(term) ?? 0);
  }

  /** Returns how much a term says about what feedback is about: the more, the rarer it is. */
  weightOf(term: string): number {
    return Math.log(1 + this.size / this.countOf(term));
  }

  isRare(term: string): boolean {
    return !isCommon(term) && (this.counts.get(term) ?? 0) <= Math.max(2, rareShare * this.size);
  }
}

/** Compares two records by their words, and by what else they have in common. */
export function similarityOf(
  one: ComparedTexts,
  other: ComparedTexts,
  statistics: TermStatistics,
): Similarity {
  const title =
    cosine(one.titleTerms, other.titleTerms, statistics) *
    (haveSameNumbers(one.titleTerms, other.titleTerms) ? 1 : differentNumbers);
  const text =
    one.hasDescription && other.hasDescription
      ? titlePart * title + (1 - titlePart) * cosine(one.terms, other.terms, statistics)
      : title;
  const others: DuplicateReason[] = [
    ...(haveSameField(one.fields, other.fields) ? ['fields' as const] : []),
    ...(one.board !== '' && one.board === other.board ? ['board' as const] : []),
    ...(one.userId === other.userId ? ['author' as const] : []),
  ];
  const distance = (1 - text) * (1 - otherPart) ** others.length;
  const score = text === 0 ? 0 : Math.round(100 * (1 - distance)) / 100;
  const known = new Set(other.terms);
  const sharesRareWord = one.terms.some((term) => known.has(term) && statistics.isRare(term));
  return {
    score,
    reasons: [
      ...(title >= similarTitles ? ['title' as const] : []),
      ...(sharesRareWord ? ['rare_words' as const] : []),
      ...others,
    ],
  };
}

/** Returns the cosine of two sets of terms, with the weights of their terms: 1 if they are equal, 0 without a common one. */
function cosine(one: readonly string[], other: readonly string[], statistics: TermStatistics): number {
  const lengthOf = (terms: readonly string[]) =>
    terms.reduce((sum, term) => sum + statistics.weightOf(term) ** 2, 0);
  const known = new Set(other);
  const common = lengthOf(one.filter((term) => known.has(term)));
  return common === 0 ? 0 : common / Math.sqrt(lengthOf(one) * lengthOf(other));
}

/** Returns whether the numbers in two titles are the same, or one of them has none. */
function haveSameNumbers(one: readonly string[], other: readonly string[]): boolean {
  const [some, others] = [one, other].map((terms) => terms.filter((term) => /\p{N}/u.test(term)));
  if (some!.length === 0 || others!.length === 0) return true;
  return some!.length === others!.length && new Set([...some!, ...others!]).size === some!.length;
}

/** Returns whether a field has the same value in both. Those that are true or false say nothing. */
function haveSameField(one: ComparedTexts['fields'], other: ComparedTexts['fields']): boolean {
  return Object.entries(one).some(([key, value]) => {
    const others = new Set([other[key]].flat());
    return [value].flat().some((each) => typeof each !== 'boolean' && each !== undefined && others.has(each));
  });
}

import {
  anyOf,
  compoundsOf,
  exact,
  placedWords,
  wordQuery,
  wordsOf,
} from '../../../platform/search/index.js';

/*
 * Terms: the beginnings of words, so that most forms of a word are the same term in all languages that inflect by endings. Of a
 * script that is written without spaces, every two characters are a term.
 */

const maxTermLength = 6;

/** Returns the distinct terms of a text. */
export function termsOf(text: string): string[] {
  const placed = placedWords(text);
  const words = placed.flatMap(({ text: word, unspaced }) => (unspaced ? pairsOf(word) : termOf(word)));
  // Words with a hyphen as a whole, too: Wi-Fi and wifi have a term in common.
  const compounds = compoundsOf(placed).filter((word) => !/[+#]$/.test(word));
  return [...new Set([...words, ...compounds.map(termOf)])];
}

/** Returns the term of a lexeme of a search document. */
export function termOfLexeme(lexeme: string): string {
  const [word] = wordsOf(lexeme);
  return word?.unspaced ? [...lexeme].slice(0, 2).join('') : termOf(lexeme);
}

/** Returns the `tsquery` for documents with a term. */
export function termQuery(term: string): string {
  const unspaced = wordsOf(term)[0]?.unspaced ?? false;
  if (!unspaced && [...term].length < maxTermLength) return anyOf([exact(term), exact(`${term}s`)]);
  return wordQuery(
    { text: term, unspaced, candidates: [], pairs: [], forms: [], isExact: false },
    { withTypos: false },
  );
}

function termOf(word: string): string {
  const letters = [...word].slice(0, maxTermLength).join('');
  // Plurals of short words, whose ending would be part of the term.
  return /^\p{L}{3,}[^s]s$/u.test(word) && word.length <= maxTermLength ? word.slice(0, -1) : letters;
}

function pairsOf(run: string): string[] {
  const characters = [...run];
  if (characters.length < 2) return [run];
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}

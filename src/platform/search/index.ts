export { compoundsOf, spacedCompounds } from './compounds.js';
export { allOf, anyOf, exact, lexemesOf } from './lexemes.js';
export { pageOrLenient } from './lenient-page.js';
export { type SearchedWord, searchedWords, wordQuery } from './searched-words.js';
export { reindex, UnusedWords, Words } from './words-table.js';
export { placedWords, wordsOf } from './words.js';
